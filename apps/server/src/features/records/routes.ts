/** Routes of records: audit log, visits, statistics. */
import type { auditRoutes, statisticsRoutes } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { sendAuditCsv } from './audit-csv.ts';
import { listAudit } from './audit-list.ts';
import { readRecordsSetting, writeRecordsSetting } from './retention.ts';
import { readStatistics } from './statistics.ts';
import { makeVisits } from './visits.ts';

const done = (): null => null;

export function makeRecordsHandlers(services: Services): Handlers<typeof auditRoutes & typeof statisticsRoutes> {
  const visits = makeVisits(services);
  return {
    auditList: (_actor, input) => listAudit(services, input),
    auditCsv: (actor, input, http) => sendAuditCsv(services, actor, input, http),
    recordsSetting: () => readRecordsSetting(services.db),
    recordsSettingUpdate: (actor, input) => writeRecordsSetting(services, actor, input).then(done),
    saveAccess: (actor, { path }) => visits.save(actor, path).then(done),
    statistics: (actor, input) => readStatistics(services, actor, input),
  };
}
