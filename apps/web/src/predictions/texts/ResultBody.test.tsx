/** A result of texts: figures, confused characters, and each text with truth and reading; the key into the workbench. */
import type { TextSummary, TextTable } from '@loupe/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn, signOut } from '../../core/session.ts';
import { en } from '../../locales/en.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { show } from '../../testing/screen.tsx';
import { sessionOf } from '../../testing/session.ts';
import { detailOf, task } from '../testing/results.ts';
import { TextBody } from './ResultBody.tsx';

const t = en.texts;
beforeEach(() => signIn(sessionOf(['model/pageList', 'dataset/picture/handleImg'])));
afterEach(() => signOut());

const quad = [0, 0, 40, 0, 40, 20, 0, 20];
const table: TextTable = {
  images: [
    {
      imageId: 1,
      name: 'a.png',
      revision: 1,
      isWhole: false,
      truths: [{ ring: quad, text: 'LOT 8', ignore: false }],
      items: [{ quad, score: 0.9, text: 'L0T 8', textScore: 0.93, charScores: [] }],
    },
    {
      imageId: 2,
      name: 'b.png',
      revision: 1,
      isWhole: false,
      truths: [{ ring: quad, text: 'A7', ignore: false }],
      items: [{ quad, score: 0.9, text: 'A7', textScore: 0.98, charScores: [] }],
    },
  ],
  leftOut: 0,
};
const summary = {
  type: 'texts',
  thresholds: { binary: 0.3, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.5, rules: [] },
  images: 2,
  planned: 2,
  seen: 0,
  deleted: 0,
  seconds: 1,
  truths: 2,
  typed: 2,
  found: 2,
  precision: 1,
  recall: 1,
  hmean: 1,
  wordAccuracy: 0.5,
  oneMinusNed: 0.9,
  charAccuracy: 0.857,
  endToEnd: 0.5,
  byLength: [
    { from: 2, to: 2, texts: 1, right: 1 },
    { from: 5, to: 5, texts: 1, right: 0 },
  ],
  characters: [],
  confusions: [{ truth: 'O', read: '0', count: 1 }],
  verdicts: { ok: 2, review: 0, ng: 0 },
} as unknown as TextSummary;

async function shown(search = '', more: Parameters<typeof fakeApi>[0] = {}, own = summary) {
  // rows in sight are told from the size of the list, which no DOM of tests lays out
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600);
  fakeApi({
    testTable: new TextEncoder().encode(JSON.stringify(table)).buffer as never,
    ...more,
    testImage: (({ imageId }: { imageId: number }) =>
      detailOf({ id: imageId, name: `${imageId}.png` }, { type: 'texts', items: [] })) as never,
  });
  const page = await show(<TextBody task={task} summary={own} />, { screen: 'Result', search });
  await screen.findByRole('list', { name: t.resultTexts });
  return page;
}
const list = () => screen.getByRole('list', { name: t.resultTexts });

it('shows the figures, the lengths and which characters were confused', async () => {
  await shown();
  expect(screen.getByText('0.500')).toBeTruthy();
  expect(screen.getByText(/^50\.0%$/)).toBeTruthy();
  expect(screen.getByRole('listitem', { name: 'O read as 0: once' })).toBeTruthy();
  expect(screen.getByText('0 / 1')).toBeTruthy();
});

const peer = (taskId: number, versionNumber: number, shared: number) => ({
  taskId,
  versionId: 100 + versionNumber,
  versionNumber,
  modelName: 'a / b',
  createdAt: '2026-01-01T00:00:00Z',
  images: 2,
  shared,
});
const ofOther = { ...summary, endToEnd: 0.375, hmean: 1, wordAccuracy: 0.25, oneMinusNed: 0.9 };

it('says that annotations have changed since the test', async () => {
  await shown('', {}, { ...summary, changed: 2 });
  expect(screen.getByText(/^The annotations of 2 images have changed since the test/)).toBeTruthy();
});

it('says whether another version is better on the same images, and by how much', async () => {
  const { user } = await shown('', {
    // against another truth a figure is of something else
    testPeers: [peer(9, 4, 1), peer(7, 3, 2)],
    testSummary: ofOther,
  } as never);
  const better = /^Finds and reads more than a \/ b · Version 3/;
  expect(await screen.findByText(better)).toBeTruthy();
  expect(screen.getByText('+0.125').dataset['tone']).toBe('better');
  expect(screen.getByText('+25.0').dataset['tone']).toBe('better');
  expect(screen.getAllByText('0.000')[0]!.dataset['tone']).toBe('same');
  await user.click(screen.getByRole('combobox', { name: en.results.compareWith }));
  expect(screen.queryByText(/Version 4/)).toBeNull();
  await user.click(await screen.findByText(t.noOther));
  expect(screen.queryByText(better)).toBeNull();
});

it('says what the other version is better at', async () => {
  const reads = { ...ofOther, endToEnd: 0.4, wordAccuracy: 0.75 };
  await shown('', { testPeers: [peer(7, 3, 2)], testSummary: reads } as never);
  expect(await screen.findByText(/on the same images, but what it finds is misread more often/)).toBeTruthy();
});

it('lists wrong texts first, with the characters that differ marked', async () => {
  await shown();
  const rows = within(list()).getAllByRole('button');
  expect(rows).toHaveLength(2);
  expect(rows[0]!.textContent).toContain(t.lists.misread);
  expect([...rows[0]!.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['O', '0']);
  expect(rows[1]!.querySelector('mark')).toBeNull();
});

it('filters, and keeps the filter in the address', async () => {
  const { user, search } = await shown();
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t.lists.right}`) }));
  expect(search()).toMatchObject({ show: 'right' });
  expect(within(list()).getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t.lists.missed}`) }));
  expect(screen.getByText(t.noneTitle)).toBeTruthy();
});

it('compares regardless of case where that is chosen, and judges the other version alike', async () => {
  const folded = { ...summary, thresholds: { ...summary.thresholds, ignoreCase: true }, wordAccuracy: 1, endToEnd: 1 };
  const asked: unknown[] = [];
  const testSummary = (input: { taskId: number; thresholds?: { ignoreCase?: boolean } }) => {
    asked.push(input);
    return input.thresholds?.ignoreCase ? folded : summary;
  };
  const { user } = await shown('', { testSummary: testSummary as never, testPeers: [peer(8, 1, 2)] });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: t.ignoreCase });
  expect(box.checked).toBe(false);
  const half = () => screen.queryByText(/^50\.0%$/, { selector: 'strong' });
  expect(half()).not.toBeNull();
  await user.click(box);
  await vi.waitFor(() => expect(half()).toBeNull());
  expect(box.checked).toBe(true);
  await vi.waitFor(() => expect(asked).toContainEqual({ taskId: 8, thresholds: { ignoreCase: true } }));
});
