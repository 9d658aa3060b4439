/** Results as tests of components have them: a test, a version, and images. */
import type { Task, TestImageDetail, Version } from '@loupe/contract';

export const task = {
  id: 5,
  kind: 'test',
  projectId: 2,
  modelId: 3,
  versionId: 8,
  versionNumber: 1,
  images: { test: 4 },
} as Task;

export const versionWith = (thresholds: Version['thresholds']): Version =>
  ({
    id: 8,
    number: 1,
    modelId: 3,
    thresholds,
    thresholdsFrom: null,
    stages: [],
    assessment: { level: 'good', why: [], next: [], hasThreshold: true },
  }) as unknown as Version;

/** An image without drawn truth. */
export const detailOf = (
  { id, name }: { id: number; name: string },
  prediction: TestImageDetail['prediction'],
): TestImageDetail =>
  ({
    image: { id, name, width: 64, height: 48, folderId: 7, deleted: false },
    labels: [{ name: 'dent', color: '#d64545' }],
    role: 'pool',
    truths: [],
    truthClasses: [],
    prediction,
  }) as unknown as TestImageDetail;
