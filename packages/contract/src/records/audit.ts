/** The audit log as administrators read it, and how long it and the visits are kept. */
import { z } from 'zod';
import { Id, Nothing, SearchText, Time } from '../core/fields.ts';
import { locales } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { auditActions, auditObjects, type AuditAction, type AuditKind } from './audit-actions.ts';

export const recordsLimits = {
  auditDaysMin: 30,
  visitDaysMin: 7,
  daysMax: 3650,
  /** Lines of one answer, and of one CSV file. */
  auditLines: 200,
  auditCsvLines: 100_000,
} as const;

export const AuditLine = z.object({
  id: Id,
  at: Time,
  /** Null: nobody who was signed in, or the server's terminal. */
  actorId: Id.nullable(),
  account: z.string().nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  /** `kind/id`, or the kind alone. */
  object: z.string(),
  /** What it is called now; null where it has no name or is gone. */
  objectName: z.string().nullable(),
  body: z.record(z.string(), z.unknown()),
  address: z.string(),
});
export type AuditLine = z.infer<typeof AuditLine>;

const Instant = z.iso.datetime();
const filters = {
  /** Part of an account or a name. */
  person: SearchText.optional(),
  action: z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]).optional(),
  kind: z.enum(Object.keys(auditObjects) as [AuditKind, ...AuditKind[]]).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
};
/** The last line of what was read; the next ones are older. */
const AuditCursor = z.object({ at: Instant, id: Id });

export const RecordsSetting = z.object({
  auditDays: z.int().min(recordsLimits.auditDaysMin).max(recordsLimits.daysMax),
  visitDays: z.int().min(recordsLimits.visitDaysMin).max(recordsLimits.daysMax),
});
export type RecordsSetting = z.infer<typeof RecordsSetting>;
export const recordsDefault: RecordsSetting = { auditDays: 365, visitDays: 365 };

export const auditRoutes = {
  auditList: route({
    method: 'POST',
    path: 'sys/audit/list',
    permission: 'sys/audit/list',
    needs: 'read',
    input: z.object({
      ...filters,
      /** Only with `kind`. */
      objectId: Id.optional(),
      after: AuditCursor.optional(),
      size: z.int().min(1).max(recordsLimits.auditLines).default(50),
    }),
    output: z.object({ list: z.array(AuditLine), next: AuditCursor.nullable() }),
    summary: 'Audit log, newest first; `after` is the `next` of the answer before',
  }),
  auditCsv: route({
    method: 'GET',
    path: 'sys/audit/csv',
    kind: 'binary',
    permission: 'sys/audit/list',
    needs: 'read',
    input: z.object({
      ...filters,
      objectId: z.coerce.number().int().min(1).optional(),
      locale: z.enum(locales).default('en'),
    }),
    output: Nothing,
    summary: 'The audit log as CSV, newest first, at most 100,000 lines',
  }),
  recordsSetting: route({
    method: 'POST',
    path: 'sys/records/setting/info',
    permission: 'sys/audit/list',
    needs: 'read',
    input: z.object({}),
    output: RecordsSetting,
    summary: 'Days for which the audit log and the visits are kept',
  }),
  recordsSettingUpdate: route({
    method: 'POST',
    path: 'sys/records/setting/update',
    permission: 'sys/setting',
    needs: 'person',
    input: RecordsSetting,
    output: Nothing,
    summary: 'Set for how many days the audit log and the visits are kept',
  }),
};
