/** Routes of online use. */
import type { online } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import type { Inference } from '../../inference/index.ts';
import { detect, detectByKey, type Judging } from './detect.ts';
import { addEntry, createKey, deleteEntry, entryInfo, listEntries, revokeKey, updateEntry } from './entries.ts';
import { listRecords, recordInfo, sendRecordFile, sendRecordThumb } from './records.ts';
import { makeTurns } from './turns.ts';

export function makeOnlineHandlers(services: Services, inference: Inference): Handlers<typeof online> {
  const judging: Judging = { services, inference, turns: makeTurns() };
  return {
    onlineList: (actor, input) => listEntries(services, actor, input),
    onlineInfo: (actor, input) => entryInfo(services, actor, input.id),
    onlineAdd: (actor, input) => addEntry(services, actor, input),
    onlineUpdate: (actor, input) => updateEntry(services, actor, input),
    onlineDelete: (actor, input) => deleteEntry(services, actor, input.id),
    onlineKeyCreate: async (actor, input) => ({ key: await createKey(services, actor, input.id) }),
    onlineKeyRevoke: async (actor, input) => {
      await revokeKey(services, actor, input.id);
      return null;
    },
    onlineDetect: (actor, input, http) => detect(judging, actor, input, http),
    onlineDetectByKey: (_actor, input, http) => detectByKey(judging, input, http),
    onlineRecords: (actor, input) => listRecords(services, actor, input),
    onlineRecord: (actor, input) => recordInfo(services, actor, input.id),
    onlineRecordFile: (actor, input, http) => sendRecordFile(services, actor, input.id, http),
    onlineRecordThumb: (actor, input, http) => sendRecordThumb(services, actor, input.id, http),
  };
}
