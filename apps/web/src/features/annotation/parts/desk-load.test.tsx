/** From one image to another: what is done meanwhile lands on neither, and no image stands below another one's name. */
import type { ImageAnnotation } from '@loupe/contract';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { startI18n } from '../../../core/i18n.ts';
import { fakeApi, type Answers } from '../../../testing/fake-api.ts';
import { connectOutbox } from '../outbox-link.ts';
import { makeAnnotations } from './annotations.ts';
import { copyFromPrevious } from './desk-copy.ts';
import { load } from './desk-load.ts';
import { sayReview } from './desk-review.ts';
import type { DeskState, Stage } from './desk-state.ts';
import { makeDeskStores } from './desk-stores.ts';

const annotation = (id: number): ImageAnnotation => ({
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
  review: { state: null, by: null, at: null, remark: '', isOwn: false, isReopened: false },
});

beforeEach(async () => {
  await startI18n('en');
  connectOutbox(7);
});
afterEach(() => connectOutbox(null));

/** `coming`: the second image, when the test lets it come. */
function begin(more: Answers = {}) {
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
    mark: null,
    turn: 0,
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

it('edits nothing from the moment another image is wanted until it is there', async () => {
  const { bench, draw, show, coming } = begin();
  await show(1);
  draw();
  expect(bench.ops).toHaveLength(1);
  const loading = show(2);
  draw();
  bench.undo();
  bench.key('Delete');
  bench.setCheckedEmpty(true);
  expect(bench.ops).toHaveLength(1);
  coming.resolve(annotation(2));
  await loading;
  draw();
  expect(bench.ops).toHaveLength(2);
  expect(bench.editor.doc.imageId).toBe(2);
  expect(bench.shapes()).toHaveLength(1);
});

it('does not step over an image that is still to come by the key that marks an image on the way', async () => {
  const { bench, show } = begin();
  await show(1);
  void show(2);
  bench.commands.length = 0;
  bench.run('image.checkNext');
  expect(bench.commands).toEqual([]);
  bench.run('image.next');
  expect(bench.commands).toEqual(['image.next']);
});

it('says no word of review on, and copies nothing to, the image that goes', async () => {
  const { bench, state, show, asked } = begin({ imageAccept: {} });
  await show(1);
  state.previousId = 5;
  void show(2);
  expect(await sayReview(state, 'accept', '')).toBe(false);
  await copyFromPrevious(state);
  expect(asked('imageAccept')).toEqual([]);
  expect(bench.ops).toEqual([]);
});

it('can be worked on before the frame that shows it; panels and neighbours wait for that frame', async () => {
  const { bench, bitmaps, stores, state, draw, show } = begin();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  try {
    const heard: (number | undefined)[] = [];
    stores.image.subscribe(() => heard.push(stores.image.get()?.image.id));
    state.ring = [1, 2];
    const shown = show(1);
    await vi.waitUntil(() => stores.image.get() !== null, { interval: 1 });
    expect(heard).toEqual([]);
    draw();
    expect(bench.ops).toHaveLength(1);
    expect(bitmaps.setWindow).not.toHaveBeenCalled();
    for (const run of frames) run(0);
    await shown;
    expect(heard).toEqual([1]);
    expect(bitmaps.setWindow).toHaveBeenCalledWith([1, 2]);
  } finally {
    vi.unstubAllGlobals();
  }
});

it('is said to be ready once, and after the frame, where its pixels are still to come', async () => {
  const { bitmaps, stores, show } = begin();
  const pixels = Promise.withResolvers<ImageBitmap>();
  bitmaps.get = () => pixels.promise;
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  try {
    const shown = show(1);
    const heard: unknown[] = [];
    stores.phase.subscribe(() => heard.push(stores.phase.get()));
    await vi.waitUntil(() => stores.phase.get().kind === 'ready', { interval: 1 });
    expect(heard).toEqual([]);
    for (const run of frames.splice(0)) run(0);
    await vi.waitUntil(() => heard.length > 0, { interval: 1 });
    expect(heard).toEqual([{ kind: 'ready', pixels: 'loading' }]);
    pixels.resolve({} as ImageBitmap);
    await shown;
    expect(heard.at(-1)).toEqual({ kind: 'ready', pixels: 'ready' });
  } finally {
    vi.unstubAllGlobals();
  }
});

it('takes the image before away when the wanted one is long in coming', async () => {
  const { bench, stores, draw, show, coming } = begin();
  await show(1);
  draw();
  expect(stores.image.get()?.image.name).toBe('1.png');
  const loading = show(2);
  await waitFor(() => expect(stores.image.get()).toBeNull());
  expect(bench.shapes()).toEqual([]);
  expect(stores.review.get()).toBeNull();
  coming.resolve(annotation(2));
  await loading;
  expect(stores.image.get()?.image.name).toBe('2.png');
});

it('takes it away at once when the wanted one cannot be had', async () => {
  const { stores, show, coming } = begin();
  await show(1);
  const loading = show(2);
  coming.reject(new TypeError('no network'));
  await loading;
  expect(stores.phase.get().kind).toBe('failed');
  expect(stores.image.get()).toBeNull();
});
