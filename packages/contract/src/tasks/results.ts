/** Results of tests: figures at thresholds, pictures worst first, one picture, and what a browser computes the rest from. */
import { z } from 'zod';
import { Count, Id, Nothing, Probability, Time } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { route } from '../core/route.ts';
import { StoredShape } from '../annotation.ts';
import { Prediction, Thresholds } from '../predictions/index.ts';
import { Picture } from '../pictures.ts';

export const ClassMetrics = z.object({
  label: z.string(),
  color: z.string(),
  truths: Count,
  ap50: z.number().nullable(),
  ap50_95: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
});
/** Figures of a test, from rows, at the thresholds asked for. */
export const TestSummary = z.object({
  thresholds: Thresholds,
  /** Pictures that were predicted; fewer than `planned` when the test ended before its time. */
  pictures: Count,
  planned: Count,
  /** Of the predicted pictures, those that were deleted since; truth and prediction of them are still here. */
  deleted: Count,
  truths: Count,
  detections: Count,
  map50: z.number().nullable(),
  map50_95: z.number().nullable(),
  map33: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  classes: z.array(ClassMetrics),
  seconds: z.number().nullable(),
});
export type TestSummary = z.infer<typeof TestSummary>;

export const TestPicture = z.object({
  imageId: Id,
  name: z.string(),
  width: Count,
  height: Count,
  tp: Count,
  fp: Count,
  fn: Count,
});
export type TestPicture = z.infer<typeof TestPicture>;
export const TestPictureDetail = z.object({
  /** As it is now; it may have been deleted since. */
  picture: Picture.extend({ folderId: Id.nullable(), deleted: z.boolean() }),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Truth as it was in the snapshot. */
  truths: z.array(StoredShape),
  /** Class index of each truth in the version's labels; -1 for a label that the version does not know. */
  truthClasses: z.array(z.int()),
  prediction: Prediction,
});
export type TestPictureDetail = z.infer<typeof TestPictureDetail>;

/** What the head of `testMatches` says beside the columns. */
export const MatchHead = z.object({
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Of each picture: its name, and the revision of its truth. */
  names: z.array(z.string()),
  revisions: z.array(Count),
  /** Candidates with a lower score were left out, so that the whole stays within `limits.matchCandidates`; 0: none. */
  floor: Probability,
});
export type MatchHead = z.infer<typeof MatchHead>;

/** Another test that saw some of the same pictures with the same truth. */
export const TestPeer = z.object({
  taskId: Id,
  versionId: Id,
  versionNumber: Count,
  modelName: z.string(),
  createdAt: Time,
  pictures: Count,
  shared: Count,
});
export type TestPeer = z.infer<typeof TestPeer>;

const permission = 'model/pageList';

export const results = {
  testSummary: route({
    method: 'POST',
    path: 'task/test/summary',
    permission,
    input: z.object({ taskId: Id, confidence: Probability.optional(), iou: Probability.optional() }),
    output: TestSummary,
    summary: 'Figures of an ended test',
  }),
  testPictures: route({
    method: 'POST',
    path: 'task/test/pictures',
    permission,
    input: pageInput(
      {
        taskId: Id,
        confidence: Probability.optional(),
        iou: Probability.optional(),
        wrongOnly: z.boolean().default(false),
      },
      ['worst', 'name'],
    ),
    output: pageOf(TestPicture),
    summary: 'Pictures of a test with right, false and missed counts; worst first',
  }),
  testPicture: route({
    method: 'POST',
    path: 'task/test/picture',
    permission,
    input: z.object({ taskId: Id, imageId: Id }),
    output: TestPictureDetail,
    summary: 'Truth and prediction of one picture',
  }),
  testMatches: route({
    method: 'GET',
    path: 'task/test/matches',
    kind: 'binary',
    permission,
    input: z.object({ taskId: z.coerce.number().int().min(1).max(limits.idMax) }),
    output: Nothing,
    summary: 'Scores, classes and overlaps of a test as columns, gzipped: all that figures at any threshold need',
  }),
  testPeers: route({
    method: 'POST',
    path: 'task/test/peers',
    permission,
    input: z.object({ taskId: Id }),
    output: z.array(TestPeer),
    summary: 'Ended tests of the project on the same pictures, most shared first; at most 50',
  }),
};
