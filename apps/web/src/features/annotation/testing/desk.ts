/** A desk without React and without a canvas: a headless editor, a server of answers, two images. */
import type { ImageAnnotation } from '@loupe/contract';
import { vi } from 'vitest';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { fakeApi, type Answers } from '../../../testing/fake-api.ts';
import { load } from '../parts/desk-load.ts';
import { makeAnnotations } from '../parts/annotations.ts';
import type { DeskState, Stage } from '../parts/desk-state.ts';
import { makeDeskStores } from '../parts/desk-stores.ts';

export const annotation = (id: number): ImageAnnotation => ({
  image: {
    ...({ part: null, state: 'unannotated', folderId: 3, datasetId: 2, projectId: 1 } as ImageAnnotation['image']),
    id,
    name: `${id}.png`,
    width: 400,
    height: 300,
    brightness: 0,
    contrast: 0,
  },
  labels: LABELS as never,
  shapes: [],
  shapeKinds: ['rect'],
  revision: 0,
  proposals: [],
  isPreLabeling: false,
  review: { state: null, by: null, at: null, remark: '', isOwn: false, bySelf: false, isReopened: false },
});

/** `coming`: the second image, when the test lets it come. */
export function beginDesk(more: Answers = {}) {
  const coming = Promise.withResolvers<ImageAnnotation>();
  const server = fakeApi({
    imageShapes: ({ imageId }) => (imageId === 2 ? coming.promise : annotation(imageId)) as never,
    imageOpsAfter: { ops: [], revision: 0 },
    ...more,
  });
  const bench = createBench({ shapes: [] });
  const stores = makeDeskStores();
  const bitmaps = { get: () => Promise.resolve({} as ImageBitmap), setWindow: vi.fn() };
  const state = {
    stores,
    annotations: makeAnnotations(),
    views: { flush: () => {} },
    stage: { editor: bench, bitmaps } as unknown as Stage,
    shown: null,
    wanted: 1,
    screen: 1,
    mark: null,
    turn: 0,
    ahead: null,
    keeping: null,
    texts: new Set(),
    ring: [],
    previousId: null,
    acknowledged: null,
  } as unknown as DeskState;
  const draw = () => {
    bench.key('KeyR');
    bench.drag([100, 100], [200, 200]);
  };
  const show = (imageId: number) => {
    state.wanted = imageId;
    return load(state);
  };
  return { ...server, bench, bitmaps, stores, state, draw, show, coming };
}
