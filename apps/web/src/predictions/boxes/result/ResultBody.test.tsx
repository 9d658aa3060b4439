/** A result of boxes: what a confidence makes of each image, lists by what is wrong, and the thresholds for the version. */
import type { BoxSummary, BoxThresholds, Boxes, MatchHead, Thresholds } from '@loupe/contract';
import { packTable, tableBuilder } from '@loupe/metrics';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signIn, signOut } from '../../../core/session.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { InlineWorker } from '../../testing/inline-worker.ts';
import { detailOf, task, versionWith } from '../../testing/results.ts';
import { classRows } from './ClassTable.tsx';
import { ResultBody } from './ResultBody.tsx';

beforeEach(() => signIn(sessionOf(['model/pageList'])));
afterEach(() => signOut());

const box: [number, number, number, number] = [0, 0, 10, 10];
const far: [number, number, number, number] = [50, 50, 60, 60];
/** Found well, missed below 0.6, false at 0.8, and an empty image with a weak candidate. */
const images = [
  { name: 'found.png', truths: 1, found: [{ score: 0.9, box }] },
  { name: 'weak.png', truths: 1, found: [{ score: 0.5, box }] },
  { name: 'false.png', truths: 0, found: [{ score: 0.8, box: far }] },
  { name: 'clean.png', truths: 0, found: [{ score: 0.3, box: far }] },
];
const tableBytes = (): ArrayBuffer => {
  const builder = tableBuilder(1, 0.1);
  for (const [i, { truths, found }] of images.entries()) {
    builder.add({
      imageId: i + 1,
      truths: Array.from({ length: truths }, () => ({ c: 0, box, ignore: false })),
      detections: found.map((one) => ({ c: 0, ...one })),
    });
  }
  const labels = [{ name: 'dent', color: '#d64545' }];
  const head: MatchHead = { labels, names: images.map(({ name }) => name), revisions: [1, 1, 1, 1], floor: 0 };
  return packTable(builder.end(), head).buffer;
};

const thresholds = { confidence: 0.6, nms: 0.6, iou: 0.5 };
const summary = {
  type: 'boxes',
  thresholds,
  images: 4,
  planned: 4,
  seen: 0,
  deleted: 0,
  seconds: 1,
  truths: 2,
  detections: 2,
  map50: 0.5,
  map50_95: 0.4,
  map33: 0.5,
  precision: 0.5,
  recall: 0.5,
  f1: 0.5,
  classes: [
    { label: 'dent', color: '#d64545', truths: 2, ap50: 0.5, ap50_95: 0.4, precision: 0.5, recall: 0.5, f1: 0.5 },
  ],
} as BoxSummary;

async function shown(search = '', at: BoxThresholds = thresholds) {
  const server = fakeApi({
    testTable: (() => tableBytes()) as never,
    versionInfo: versionWith(thresholds) as never,
    versionList: { list: [], total: 0 },
    versionThresholds: ((input: { thresholds: Thresholds }) => versionWith(input.thresholds)) as never,
    testImage: (({ imageId }: { imageId: number }) => {
      const { name, found } = images[imageId - 1]!;
      const prediction: Boxes = { type: 'boxes', items: found.map(({ score, box: p }) => ({ c: 0, score, p })) };
      return detailOf({ id: imageId, name }, prediction);
    }) as never,
  });
  const page = await show(<ResultBody task={task} summary={{ ...summary, thresholds: at }} />, {
    screen: 'Result',
    search,
  });
  await screen.findByRole('navigation', { name: en.tasks.imagesLabel });
  return { server, ...page };
}
const strip = () => screen.getByRole('navigation', { name: en.tasks.imagesLabel });
const tiles = () => within(strip()).queryAllByRole('button');
const names = () => tiles().map((one) => one.title);
const tone = (name: string) =>
  tiles()
    .find((one) => one.title === name)!
    .querySelector<HTMLElement>('[data-tone]')!.dataset['tone'];
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}\\s*\\d`) });
const { lists } = en.results;

beforeEach(() => vi.stubGlobal('Worker', InlineWorker));

it('says of each image what became of its objects at the confidence', async () => {
  await shown();
  expect(names().toSorted()).toEqual(['clean.png', 'false.png', 'found.png', 'weak.png']);
  expect([tone('found.png'), tone('weak.png'), tone('false.png'), tone('clean.png')]).toEqual([
    'right',
    'wrong',
    'wrong',
    'right',
  ]);
  expect(chip(lists.wrong).textContent).toContain('2');
  expect(chip(lists.missed).textContent).toContain('1');
});

it('follows the confidence: a lower one finds the weak object, and the address keeps it', async () => {
  const { search } = await shown();
  const handle = screen.getByRole('slider', { name: new RegExp(en.tasks.confidence) });
  act(() => handle.focus());
  for (let i = 0; i < 15; i++) fireEvent.keyDown(handle, { key: 'ArrowLeft', keyCode: 37, which: 37 });
  fireEvent.keyUp(handle, { key: 'ArrowLeft', keyCode: 37, which: 37 });
  await waitFor(() => expect(search()['confidence']).toBe('0.45'));
  await waitFor(() => expect(tone('weak.png')).toBe('right'));
  expect(chip(lists.missed).textContent).toContain('0');
});

it('lists only what is missed, and says where nothing is', async () => {
  const { user, search } = await shown();
  await user.click(chip(lists.missed));
  await waitFor(() => expect(names()).toEqual(['weak.png']));
  expect(search()['show']).toBe('missed');
  await user.click(chip(lists.confused));
  expect(await screen.findByText(en.results.emptyTitle)).toBeTruthy();
});

it('has a list of the grey zone only where there is one, and marks its images for a person', async () => {
  const first = await shown();
  expect(screen.queryByRole('button', { name: new RegExp(`^${lists.grey}\\s*\\d`) })).toBeNull();
  first.unmount();
  await shown('?review=0.2');
  expect(chip(lists.grey).textContent).toMatch(/[12]/);
  expect(tone('clean.png')).toBe('look');
});

it('gives the thresholds of the moment to the version after a question', async () => {
  const { server, user } = await shown('?confidence=0.42');
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.results.use}$`) }));
  await screen.findByText(en.results.useText);
  await user.click(screen.getAllByRole('button', { name: new RegExp(`${en.results.use}$`) }).at(-1)!);
  await waitFor(() =>
    expect(server.asked('versionThresholds')).toEqual([
      { id: 8, testId: 5, thresholds: { ...thresholds, confidence: 0.42 } },
    ]),
  );
});

it('begins with the thresholds by label of the test, and goes on without them', async () => {
  const byLabel = { dent: 0.6 };
  const { server, user, search } = await shown('', { ...thresholds, byLabel });
  const own = await screen.findByRole('switch', { name: new RegExp(en.online.byLabel) });
  expect(own.closest('label')!.textContent).toContain('dent 0.60');
  await user.click(own);
  await waitFor(() => expect(search()['own']).toBe('off'));
  await user.click(own);
  await waitFor(() => expect(search()['own']).toBeUndefined());
  await user.click(await screen.findByRole('button', { name: new RegExp(`${en.results.use}$`) }));
  await user.click((await screen.findAllByRole('button', { name: new RegExp(`${en.results.use}$`) })).at(-1)!);
  await waitFor(() =>
    expect(server.asked('versionThresholds')).toEqual([{ id: 8, testId: 5, thresholds: { ...thresholds, byLabel } }]),
  );
});

it('says that one label was kept for each object, where the test was made so', async () => {
  const { unmount } = await shown();
  expect(screen.queryByText(en.results.oneLabel)).toBeNull();
  unmount();
  await shown('', { ...thresholds, oneLabel: true });
  expect(await screen.findByText(en.results.oneLabel)).toBeTruthy();
});

it('goes to the next image by key, and keeps the choice in the address', async () => {
  const { search } = await shown('?sort=name');
  await waitFor(() => expect(names()[0]).toBe('clean.png'));
  fireEvent.keyDown(window, { key: 'ArrowDown' });
  await waitFor(() => expect(search()['imageId']).toBe('3'));
});

it('counts nothing as found or missed of parts, which are only looked at', () => {
  const perClass = [{ precision: null, recall: null, f1: null, tp: 0, fp: 0, fn: 0 }];
  const rowOf = (locates: boolean) =>
    classRows({
      summary: { ...summary, classes: [{ ...summary.classes[0]!, locates }] },
      explorer: { answer: { perClass } },
    } as never)[0];
  expect(rowOf(true)).toMatchObject({ truths: 2, ap50: 0.5, found: null, missed: null, false: null });
  expect(rowOf(false)).toMatchObject({ found: 0, missed: 0, false: 0 });
});

it('urges no threshold that finds nothing, and tells what is 0, or off, without alarm', async () => {
  const first = await shown('?confidence=0.42');
  const use = () => screen.findByRole('button', { name: new RegExp(`${en.results.use}$`) });
  expect((await use()).className).toContain('primary');
  first.unmount();
  const { user } = await shown('?confidence=0.95');
  await user.click(screen.getByText(en.results.views.decide));
  const quiet = await use();
  await waitFor(() => expect(quiet.className).not.toContain('primary'));
  expect(quiet.title).toBe(en.results.findsNothing);
  const card = (name: string) => screen.getByRole('heading', { name, level: 3 }).parentElement!;
  expect(card(en.results.escape).textContent).toContain(en.results.bounds);
  expect(card(en.results.review).textContent).not.toContain(en.results.bounds);
  const [good, defective] = screen.getAllByRole('row').slice(1, 3);
  const isBad = (row: HTMLElement | undefined) =>
    [...row!.querySelectorAll('td')].map((one) => [one.textContent, one.dataset['bad'] === 'true']).slice(1);
  expect([isBad(good), isBad(defective)]).toEqual([
    [
      ['2', false],
      ['0', false],
    ],
    [
      ['2', true],
      ['0', false],
    ],
  ]);
});
