/** Results of tests: figures at thresholds, images worst first, one image, and what a browser computes the rest from. */
import { z } from 'zod';
import { Count, Id, Nothing, Probability, Time } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { StoredShape } from './shapes.ts';
import { DatasetRole } from './datasets/datasets.ts';
import { BoxThresholds, Prediction, ScoreThresholds, Verdict } from './predictions/index.ts';
import { DatasetImage } from './datasets/images.ts';

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
const summary = {
  /** Images that were predicted; fewer than `planned` when the test ended before its time. */
  images: Count,
  planned: Count,
  /** Images that the version or one it began with was trained or validated on: the figures flatter. */
  seen: Count,
  /** Of the predicted images, those that were deleted since; truth and prediction of them are still here. */
  deleted: Count,
  seconds: z.number().nullable(),
};
/** Figures of a test, from rows, at the thresholds asked for. */
export const BoxSummary = z.object({
  type: z.literal('boxes'),
  thresholds: BoxThresholds,
  ...summary,
  truths: Count,
  detections: Count,
  map50: z.number().nullable(),
  map50_95: z.number().nullable(),
  map33: z.number().nullable(),
  precision: z.number(),
  recall: z.number(),
  f1: z.number(),
  classes: z.array(ClassMetrics),
});
export type BoxSummary = z.infer<typeof BoxSummary>;

/** A share of so many with its 95 % bounds (Clopper–Pearson); null of nothing. */
export const BoundedShare = z.object({
  count: Count,
  of: Count,
  share: Probability.nullable(),
  low: Probability,
  high: Probability,
});
export type BoundedShare = z.infer<typeof BoundedShare>;
export const ScoreSummary = z.object({
  type: z.literal('scoremap'),
  thresholds: ScoreThresholds,
  ...summary,
  ok: Count,
  ng: Count,
  imageAuroc: z.number().nullable(),
  /** Of the NG images whose defects are drawn; null where there is none. */
  pixelAuroc: z.number().nullable(),
  pro: z.number().nullable(),
  /** OK images that were refused, NG images that passed, and images of either kind that a person has to look at. */
  overkill: BoundedShare,
  escape: BoundedShare,
  review: BoundedShare,
});
export type ScoreSummary = z.infer<typeof ScoreSummary>;
export const TestSummary = z.discriminatedUnion('type', [BoxSummary, ScoreSummary]);
export type TestSummary = z.infer<typeof TestSummary>;

const tested = { imageId: Id, name: z.string(), width: Count, height: Count };
export const TestImage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('boxes'), ...tested, tp: Count, fp: Count, fn: Count }),
  z.object({ type: z.literal('scoremap'), ...tested, score: Probability, ng: z.boolean(), verdict: Verdict }),
]);
export type TestImage = z.infer<typeof TestImage>;
export const TestImageDetail = z.object({
  /** As it is now; it may have been deleted since. */
  image: DatasetImage.extend({ folderId: Id.nullable(), deleted: z.boolean() }),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Role of its data set: OK and NG are the truth of a whole image. */
  role: DatasetRole,
  /** Truth as it was in the snapshot. */
  truths: z.array(StoredShape),
  /** Class index of each truth in the version's labels; -1 for a label that the version does not know. */
  truthClasses: z.array(z.int()),
  prediction: Prediction,
});
export type TestImageDetail = z.infer<typeof TestImageDetail>;

/** All scores of a test: what histogram, ROC and every threshold need. */
export const ScoreTable = z.object({
  /** In the order of the images' ids. */
  images: z
    .array(z.object({ imageId: Id, name: z.string(), score: Probability, ng: z.boolean(), masks: Count }))
    .max(limits.scoreRows),
  /** Scores of the OK images that the version was validated with. */
  validation: z.array(Probability),
});
export type ScoreTable = z.infer<typeof ScoreTable>;

/** What the head of `testMatches` says beside the columns. */
export const MatchHead = z.object({
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Of each image: its name, and the revision of its truth. */
  names: z.array(z.string()),
  revisions: z.array(Count),
  /** Candidates with a lower score were left out, so that the whole stays within `limits.matchCandidates`; 0: none. */
  floor: Probability,
});
export type MatchHead = z.infer<typeof MatchHead>;

/** Another test that saw some of the same images with the same truth. */
export const TestPeer = z.object({
  taskId: Id,
  versionId: Id,
  versionNumber: Count,
  modelName: z.string(),
  createdAt: Time,
  images: Count,
  shared: Count,
});
export type TestPeer = z.infer<typeof TestPeer>;

const permission = 'model/pageList';
/** Thresholds other than those of the test: confidence and overlap of boxes; score and grey zone of a score map. */
const asked = {
  confidence: Probability.optional(),
  iou: Probability.optional(),
  score: Probability.optional(),
  review: Probability.optional(),
};

export const results = {
  testSummary: route({
    method: 'POST',
    path: 'task/test/summary',
    permission,
    input: z.object({ taskId: Id, ...asked }),
    output: TestSummary,
    summary: 'Figures of an ended test',
  }),
  testImages: route({
    method: 'POST',
    path: 'task/test/images',
    permission,
    input: pageInput(
      {
        taskId: Id,
        ...asked,
        wrongOnly: z.boolean().default(false),
      },
      ['worst', 'name'],
    ),
    output: pageOf(TestImage),
    summary: 'Images of a test with right, false and missed counts; worst first',
  }),
  testImage: route({
    method: 'POST',
    path: 'task/test/image',
    permission,
    input: z.object({ taskId: Id, imageId: Id }),
    output: TestImageDetail,
    summary: 'Truth and prediction of one image',
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
  testScores: route({
    method: 'POST',
    path: 'task/test/scores',
    permission,
    input: z.object({ taskId: Id }),
    output: ScoreTable,
    summary: 'Score and truth of each image of a test with score maps',
  }),
  testPeers: route({
    method: 'POST',
    path: 'task/test/peers',
    permission,
    input: z.object({ taskId: Id }),
    output: z.array(TestPeer),
    summary: 'Ended tests of the project on the same images, most shared first; at most 50',
  }),
};
