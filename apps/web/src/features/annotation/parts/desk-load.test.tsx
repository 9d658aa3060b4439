/** From one image to another: what is done meanwhile lands on neither, and no image stands below another one's name. */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../core/i18n.ts';
import { connectOutbox } from '../outbox-link.ts';
import { annotation, beginDesk } from '../testing/desk.ts';
import { copyFromPrevious } from './desk-copy.ts';
import { sayReview } from './desk-review.ts';

beforeEach(async () => {
  await startI18n('en');
  connectOutbox(7);
});
afterEach(() => connectOutbox(null));

it('edits nothing from the moment another image is wanted until it is there', async () => {
  const { bench, draw, show, coming } = beginDesk();
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
  const { bench, show } = beginDesk();
  await show(1);
  void show(2);
  bench.commands.length = 0;
  bench.run('image.checkNext');
  expect(bench.commands).toEqual([]);
  bench.run('image.next');
  expect(bench.commands).toEqual(['image.next']);
});

it('says no word of review on, and copies nothing to, the image that goes', async () => {
  const { bench, state, show, asked } = beginDesk({ imageAccept: {} });
  await show(1);
  state.previousId = 5;
  void show(2);
  expect(await sayReview(state, 'accept', '')).toBe(false);
  await copyFromPrevious(state);
  expect(asked('imageAccept')).toEqual([]);
  expect(bench.ops).toEqual([]);
});

it('can be worked on before the frame that shows it; panels and neighbours wait for that frame', async () => {
  const { bench, bitmaps, stores, state, draw, show } = beginDesk();
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
  const { bitmaps, stores, show } = beginDesk();
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
  const { bench, stores, draw, show, coming } = beginDesk();
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
  const { stores, show, coming } = beginDesk();
  await show(1);
  const loading = show(2);
  coming.reject(new TypeError('no network'));
  await loading;
  expect(stores.phase.get().kind).toBe('failed');
  expect(stores.image.get()).toBeNull();
});
