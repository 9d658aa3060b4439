/** A result of masks: outlines with holes over the image, measures, and rules on sizes that the verdict follows at once. */
import type { MaskSummary, Masks, MaskThresholds, MatchHead, OnlineAnswer, Thresholds } from '@loupe/contract';
import { maskOfWindow, windowOfMask, type CellWindow } from '@loupe/geometry';
import { packTable, tableBuilder } from '@loupe/metrics';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { en } from '../../locales/en.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { countsOf } from '../boxes/Online.tsx';
import { ResultBody } from '../boxes/result/ResultBody.tsx';
import { onlineViewOf } from '../online.ts';
import { InlineWorker } from '../testing/inline-worker.ts';
import { detailOf, task, versionWith } from '../testing/results.ts';

beforeEach(() => {
  signIn(sessionOf(['model/pageList']));
  vi.stubGlobal('Worker', InlineWorker);
  // the frame of the image has a size, so that its shapes are drawn
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #changed: (entries: []) => void;
      constructor(changed: (entries: []) => void) {
        this.#changed = changed;
      }
      observe(): void {
        queueMicrotask(() => this.#changed([]));
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
});
afterEach(() => {
  signOut();
  vi.restoreAllMocks();
});

/** A ring of 10 × 10 cells with a hole of 4 × 4, at x, y. */
const ringAt = (x: number, y: number): CellWindow => {
  const isHole = (i: number) => [i % 10, Math.floor(i / 10)].every((v) => v >= 3 && v < 7);
  return windowOfMask(
    new Uint8Array(100).map((_, i) => Number(!isHole(i))),
    10,
    10,
    x,
    y,
  );
};
const dot: CellWindow = { x: 25, y: 15, w: 2, h: 2, counts: [0, 4] };
/** Cells of 2 × 2 pixels: the ring has 84 cells of 4 px², the dot 4. */
const cell: [number, number] = [2, 2];
const itemOf = (mask: CellWindow, score: number): Masks['items'][number] => ({
  c: 0,
  score,
  p: [2 * mask.x, 2 * mask.y, 2 * (mask.x + mask.w), 2 * (mask.y + mask.h)],
  mask: { ...mask, counts: [...mask.counts] },
});
const images = [
  { name: 'ring.png', items: [itemOf(ringAt(4, 4), 0.9)] },
  { name: 'dust.png', items: [itemOf(dot, 0.8)] },
  { name: 'clean.png', items: [] },
];
const areas = [336, 16];

function tableBytes(): ArrayBuffer {
  const builder = tableBuilder(1, 0.1);
  for (const [i, { items }] of images.entries()) {
    const truths = i === 0 ? [{ c: 0, box: items[0]!.p, ignore: false }] : [];
    builder.add({ imageId: i + 1, truths, detections: items.map(({ c, score, p }) => ({ c, score, box: p })) });
  }
  const head: MatchHead = {
    labels: [{ name: 'dent', color: '#d64545' }],
    names: images.map(({ name }) => name),
    revisions: [1, 1, 1],
    floor: 0,
    sizes: { area: areas, length: [28.3, 5.7] },
  };
  return packTable(builder.end(), head).buffer as ArrayBuffer;
}

const thresholds: MaskThresholds = { confidence: 0.5, nms: 0.6, iou: 0.5, byLabelLeast: {} };
const summary = {
  type: 'masks',
  thresholds,
  images: 3,
  planned: 3,
  seen: 0,
  deleted: 0,
  seconds: 1,
  truths: 1,
  detections: 2,
  map50: 0.75,
  map50_95: 0.5,
  boxMap50: 0.8,
  boundaryF: 0.91,
  areaError: 0.06,
  precision: 0.5,
  recall: 1,
  f1: 0.67,
  classes: [
    { label: 'dent', color: '#d64545', truths: 1, ap50: 0.75, ap50_95: 0.5, precision: 0.5, recall: 1, f1: 0.67 },
  ],
} as MaskSummary;

async function shown(search = '') {
  const server = fakeApi({
    testTable: (() => tableBytes()) as never,
    versionInfo: versionWith(thresholds) as never,
    versionList: { list: [], total: 0 },
    versionThresholds: ((input: { thresholds: Thresholds }) => versionWith(input.thresholds)) as never,
    testImage: (({ imageId }: { imageId: number }) => {
      const { name, items } = images[imageId - 1]!;
      return detailOf({ id: imageId, name }, { type: 'masks', cell, items });
    }) as never,
  });
  const page = await show(<ResultBody task={task} summary={summary} />, { screen: 'Result', search });
  await screen.findByRole('navigation', { name: en.tasks.imagesLabel });
  return { server, ...page };
}
const figureOf = (name: string) => screen.getAllByText(name)[0]!.parentElement!.querySelector('dd')!.textContent;

it('draws the outline with its hole, and measures it in pixels', async () => {
  await shown('?imageId=1');
  const row = await screen.findByRole('row', { name: /dent.*0\.90/ });
  expect(row.textContent).toContain('336 px²');
  expect(row.textContent).toContain('28.3 px');
  await waitFor(() => {
    const paths = [...document.querySelectorAll('path[fill-rule]')];
    expect(paths).toHaveLength(1);
    // an outline and a hole
    expect(paths[0]!.getAttribute('d')!.match(/M/g)).toHaveLength(2);
  });
  expect(maskOfWindow(ringAt(4, 4)).reduce((sum, one) => sum + one, 0) * 4).toBe(areas[0]);
});

it('says what only masks have: boxes beside, outlines, and areas', async () => {
  await shown();
  expect(figureOf(en.masks.boxMap50)).toBe('0.800');
  expect(figureOf(en.masks.boundaryF)).toBe('0.910');
  expect(figureOf(en.masks.areaError)).toBe('0.060');
});

it('a rule on the area takes dust out of the verdict at once, stays in the address, and goes to the version', async () => {
  const { user, search, server } = await shown();
  expect(figureOf(en.results.overkill)).toMatch(/^50\.0/);
  await user.click(screen.getByRole('button', { name: new RegExp(en.masks.rulesButton) }));
  await user.type(await screen.findByRole('spinbutton', { name: `dent, ${en.masks.least.area}` }), '20');
  await waitFor(() => expect(figureOf(en.results.overkill)).toMatch(/^0\.0/));
  expect(JSON.parse(search()['rules']!)).toEqual({ byLabelLeast: { dent: { area: 20, unit: 'px' } } });
  expect(screen.getByRole('button', { name: new RegExp(`${en.masks.rulesButton}.*dent ≥ 20 px²`) })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.results.use}$`) }));
  await user.click((await screen.findAllByRole('button', { name: new RegExp(`${en.results.use}$`) })).at(-1)!);
  await waitFor(() =>
    expect(server.asked('versionThresholds')).toEqual([
      { id: 8, testId: 5, thresholds: { ...thresholds, byLabelLeast: { dent: { area: 20, unit: 'px' } } } },
    ]),
  );
});

it('with a scale measures and rules are in millimetres', async () => {
  const rules = { byLabelLeast: { dent: { length: 0.5, unit: 'mm' } }, mmPerPixel: 0.05 };
  await shown(`?imageId=2&rules=${encodeURIComponent(JSON.stringify(rules))}`);
  const row = await screen.findByRole('row', { name: /dent.*0\.80/ });
  expect(row.textContent).toContain('0.04 mm²');
  expect(row.textContent).toContain('0.283 mm');
  expect(within(row).getByText(en.masks.small)).toBeTruthy();
  expect(figureOf(en.results.overkill)).toMatch(/^0\.0/);
});

it('online, what is too small is said so and is not among what was found', async () => {
  const own = { ...thresholds, byLabelLeast: { dent: { area: 20, unit: 'px' as const } } };
  const prediction: Masks = { type: 'masks', cell, items: images.flatMap(({ items }) => items) };
  const labels = [{ name: 'dent', color: '#d64545' }];
  const answer = { recordId: 1, width: 64, height: 48, verdict: 'NG', thresholds: own, labels, prediction };
  const view = onlineViewOf('masks');
  fakeApi({});
  await show(<view.Image answer={answer as unknown as OnlineAnswer} />, { screen: 'OnlineDetail' });
  expect(screen.getByRole('row', { name: /dent.*0\.900.*336 px²/ }).textContent).toContain(en.online.above);
  expect(screen.getByRole('row', { name: /dent.*0\.800.*16 px²/ }).textContent).toContain(en.masks.small);
  expect(countsOf(answer as unknown as OnlineAnswer)).toEqual([{ name: 'dent', count: 1 }]);
});
