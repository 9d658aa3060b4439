/** Results of tests: figures at thresholds, images worst first, one image, and what a browser computes the rest from. */
import { z } from 'zod';
import { Count, Id, Nothing, Probability, Time } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';
import { StoredShape } from './shapes.ts';
import { DatasetRole } from './families/ids.ts';
import { Prediction, TestImage, TestSummary, VersionLabel } from './predictions/index.ts';
import { DatasetImage } from './datasets/images.ts';

export const TestImageDetail = z.object({
  /** As it is now; it may have been deleted since. */
  image: DatasetImage.extend({ folderId: Id.nullable(), deleted: z.boolean() }),
  labels: z.array(VersionLabel),
  /** Role of its data set: OK and NG are the truth of a whole image. */
  role: DatasetRole,
  /** Truth as it was in the snapshot. */
  truths: z.array(StoredShape),
  /** Class index of each truth in the version's labels; -1 for a label that the version does not know. */
  truthClasses: z.array(z.int()),
  prediction: Prediction,
});
export type TestImageDetail = z.infer<typeof TestImageDetail>;

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
/**
 * Thresholds other than those of the test, by their names, and what is on or off beside them (`ignoreCase` of texts); those that
 * say nothing about figures are left as they are.
 */
const thresholds = z.record(z.string().max(limits.nameLong), z.union([Probability, z.boolean()])).default({});

export const results = {
  testSummary: route({
    method: 'POST',
    path: 'task/test/summary',
    permission,
    needs: 'view',
    input: z.object({ taskId: Id, thresholds }),
    output: TestSummary,
    summary: 'Metrics of a finished test',
  }),
  testImages: route({
    method: 'POST',
    path: 'task/test/images',
    permission,
    needs: 'view',
    input: pageInput(
      {
        taskId: Id,
        thresholds,
        wrongOnly: z.boolean().default(false),
      },
      ['worst', 'name'],
    ),
    output: pageOf(TestImage),
    summary: 'Images of a test with counts of correct, false and missed objects; worst first',
  }),
  testImage: route({
    method: 'POST',
    path: 'task/test/image',
    permission,
    needs: 'view',
    input: z.object({ taskId: Id, imageId: Id }),
    output: TestImageDetail,
    summary: 'Truth and prediction of one image',
  }),
  testTable: route({
    method: 'GET',
    path: 'task/test/table',
    kind: 'binary',
    permission,
    needs: 'view',
    input: z.object({ taskId: z.coerce.number().int().min(1).max(limits.idMax) }),
    output: Nothing,
    summary:
      'All that figures of a test at any threshold need, gzipped: scores, classes and overlaps as columns, or scores as JSON',
  }),
  testPeers: route({
    method: 'POST',
    path: 'task/test/peers',
    permission,
    needs: 'view',
    input: z.object({ taskId: Id }),
    output: z.array(TestPeer),
    summary: 'Finished tests of the project on the same images, most shared images first; at most 50',
  }),
};
