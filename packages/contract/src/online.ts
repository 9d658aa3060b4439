/** Online use: an entry from a version and its thresholds, single-image verdicts, records. */
import { z } from 'zod';
import { ById, Count, Id, Name50, Nothing, SearchText, TextOnPart, Time, StoredName } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { FamilyId } from './families/ids.ts';
import { Deleted } from './projects.ts';
import { AnsweredThresholds, Prediction, Thresholds, Verdict, VersionLabel } from './predictions/index.ts';

export const OnlineEntry = z.object({
  id: Id,
  name: StoredName,
  projectId: Id,
  modelId: Id,
  modelName: z.string(),
  versionId: Id,
  versionNumber: Count,
  labels: z.array(VersionLabel),
  thresholds: Thresholds,
  enabled: z.boolean(),
  hasKey: z.boolean(),
  records: Count,
  /** Drift: the mean score of the last images beside its limit, a quantile of the scores of the OK validation images. */
  drift: z.object({ mean: z.number(), limit: z.number(), images: Count, drifting: z.boolean() }).nullable(),
  createdAt: Time,
});
export type OnlineEntry = z.infer<typeof OnlineEntry>;
/** In a list: of long lists of texts the first values, and how many more. */
export const OnlineListed = OnlineEntry.extend({ thresholds: AnsweredThresholds });
export type OnlineListed = z.infer<typeof OnlineListed>;

/** A text that should be read: given with a request, for the rule that compares with it. */
const Expected = TextOnPart;

export const OnlineAnswer = z.object({
  recordId: Id,
  at: Time,
  /** As it was given with the image. */
  fileName: z.string(),
  entryId: Id,
  versionId: Id,
  versionNumber: Count,
  verdict: Verdict,
  /** By which it was judged; of long lists of texts the first values and how many more. */
  thresholds: AnsweredThresholds,
  labels: z.array(VersionLabel),
  width: Count,
  height: Count,
  /** Detections at or above the confidence threshold decide; lower ones are listed too. Texts stand line by line. */
  prediction: Prediction,
  /** Why the verdict is not OK, where rules decide. */
  reasons: z.array(z.object({ zh: z.string(), en: z.string() })).optional(),
  /** What the request said that should be read. */
  expected: Expected.optional(),
  /** Milliseconds in the server: whole, decoding, model. */
  ms: z.object({ total: z.number(), decode: z.number(), model: z.number() }),
});
export type OnlineAnswer = z.infer<typeof OnlineAnswer>;

export const OnlineRecord = z.object({
  id: Id,
  at: Time,
  fileName: z.string(),
  verdict: Verdict,
  /** Findings that made it so; 0 or 1 where an image has one score. */
  detections: Count,
  /** The one score of the image, where it has one; of texts the lowest of those that were read. */
  score: z.number().nullable(),
  /** What was read, line by line, its start; null where an image has no texts, and of records of before. */
  read: z.string().max(limits.recordText).nullable(),
  ms: z.number(),
  by: z.enum(['browser', 'key']),
  hasImage: z.boolean(),
});
export type OnlineRecord = z.infer<typeof OnlineRecord>;

const permission = 'model/pageList';
/** The person was told that the version has not learned, or that nobody can tell, and goes on. */
const confirmed = z.boolean().default(false);
/** Room for the multipart frame around the image. */
const detectBody = limits.onlineImageBytes + 64 * 1024;

export const online = {
  onlineList: route({
    method: 'POST',
    path: 'online/pageList',
    permission,
    needs: 'view',
    input: pageInput(
      {
        name: SearchText.optional(),
        modelId: Id.optional(),
        projectId: Id.optional(),
        family: FamilyId.optional(),
      },
      ['name', 'createdAt'],
    ),
    output: pageOf(OnlineListed),
    summary: 'Online entries',
  }),
  onlineInfo: route({
    method: 'POST',
    path: 'online/info',
    permission,
    needs: 'view',
    input: ById,
    output: OnlineEntry,
    summary: 'One online entry',
  }),
  onlineAdd: route({
    method: 'POST',
    path: 'online/add',
    permission,
    needs: 'edit',
    input: z.object({ name: Name50, versionId: Id, thresholds: Thresholds.optional(), confirmed }),
    output: OnlineEntry,
    summary: 'Add an online entry for a version',
  }),
  onlineUpdate: route({
    method: 'POST',
    path: 'online/update',
    permission,
    needs: 'edit',
    input: ById.extend({
      name: Name50,
      versionId: Id,
      /** Left out: they stay. */
      thresholds: Thresholds.optional(),
      enabled: z.boolean(),
      confirmed,
    }),
    output: OnlineEntry,
    summary: 'Change name, version or thresholds, or turn an entry on or off',
  }),
  onlineDelete: route({
    method: 'POST',
    path: 'online/delete',
    permission,
    needs: 'edit',
    input: ById,
    output: Deleted,
    summary: 'Move an entry and its records to the bin',
  }),
  onlineKeyCreate: route({
    method: 'POST',
    path: 'online/key/create',
    permission,
    needs: 'edit',
    input: ById,
    output: z.object({ key: z.string() }),
    summary: 'Create a key. It is shown once and replaces an earlier one',
  }),
  onlineKeyRevoke: route({
    method: 'POST',
    path: 'online/key/revoke',
    permission,
    needs: 'edit',
    input: ById,
    output: Nothing,
    summary: 'Revoke the key',
  }),
  onlineDetect: route({
    method: 'POST',
    path: 'online/detect',
    kind: 'files',
    bodyLimit: detectBody,
    permission,
    needs: 'edit',
    isOnline: true,
    input: z.object({ entryId: Id, expected: Expected.optional() }),
    output: OnlineAnswer,
    summary: 'Verdict for one JPG or PNG of at most 10 MB',
  }),
  onlineDetectByKey: route({
    method: 'POST',
    path: 'online/detectByKey',
    kind: 'files',
    bodyLimit: detectBody,
    permission: 'public',
    needs: 'write',
    input: z.object({ expected: Expected.optional() }),
    output: OnlineAnswer,
    summary:
      'As online/detect, with the key of one entry in `authorization: Bearer <key>`; 503 (429: too many of this key) with `retry-after` while too many wait',
  }),
  onlineRecords: route({
    method: 'POST',
    path: 'online/record/pageList',
    permission,
    needs: 'view',
    input: pageInput({ entryId: Id, verdict: Verdict.optional() }, ['id']),
    output: pageOf(OnlineRecord),
    summary: 'Records of an entry, newest first',
  }),
  onlineRecord: route({
    method: 'POST',
    path: 'online/record/info',
    permission,
    needs: 'view',
    input: ById,
    output: OnlineAnswer,
    summary: 'One record, as it was returned',
  }),
  onlineRecordFile: route({
    method: 'GET',
    path: 'online/record/file',
    kind: 'binary',
    permission,
    needs: 'view',
    input: z.object({ id: z.coerce.number().int().min(1).max(limits.idMax) }),
    output: Nothing,
    summary: 'The image of a record',
  }),
  onlineRecordThumb: route({
    method: 'GET',
    path: 'online/record/thumb',
    kind: 'binary',
    permission,
    needs: 'view',
    input: z.object({ id: z.coerce.number().int().min(1).max(limits.idMax) }),
    output: Nothing,
    summary: 'A small version of the image of a record',
  }),
};
