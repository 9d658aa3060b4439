/** What a version finds: the sentences, the table, the warning where the target needs more images, and older versions. */
import type { Locale, ProbeCell, Probes, Version } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { versionWith } from '../../testing/results.ts';
import { versionCardOf } from '../../version-cards.tsx';

beforeEach(() => signIn(sessionOf(['model/pageList'])));
afterEach(() => signOut());

const row = (kind: ProbeCell['kind'], ...found: number[]): ProbeCell[] =>
  found.map((count, i) => ({ kind, px: 12 * 2 ** i, share: 0.015 * 2 ** i, found: count, tried: 10 }));
const example = {
  kind: 'stain',
  px: 12,
  found: true,
  score: 0.612,
  width: 64,
  height: 48,
  box: [4, 4, 12, 12],
  jpeg: 'AAAA',
  heat: { width: 8, height: 6, png: 'AAAA' },
} satisfies Probes['examples'][number];
const probes: Probes = {
  images: 18,
  refused: 1,
  judged: 20,
  needed: 29,
  cells: [...row('scratch', 2, 9, 10), ...row('stain', 4, 7, 7), ...row('missing', 0, 1, 3)],
  examples: [example, { ...example, kind: 'missing', px: 48, found: false, score: 0.31 }],
};
const version = {
  ...versionWith({ score: 0.5 }),
  images: { train: 18, val: 11 },
  stages: [{ params: { falseRejectTarget: 0.02, validationSplit: 20 } }],
} as unknown as Version;

const shown = async (answer: Probes | null, locale: Locale = 'en', of = version) => {
  const server = fakeApi({ versionProbes: { probes: answer } });
  await show(versionCardOf(of), { screen: 'TrainingInfo', locale });
  return server;
};

it('says in words what it finds, what in part, and what not to trust it for', async () => {
  const { asked } = await shown(probes);
  expect(await screen.findByText('Finds scratches from 24 px (19 of 20 tries).')).toBeTruthy();
  expect(screen.getByText('Finds only some stains (18 of 30 tries).')).toBeTruthy();
  expect(screen.getByText('Do not trust it for missing parts.')).toBeTruthy();
  expect(asked('versionProbes')).toEqual([{ id: 8 }]);
  expect(screen.getByText(/1 OK image was left out/)).toBeTruthy();
});

it('says the same in Chinese', async () => {
  await shown(probes, 'zh');
  expect(await screen.findByText('能检出划痕（24 像素起，20 次检出 19 次）。')).toBeTruthy();
  expect(screen.getByText('只能检出部分污渍（30 次检出 18 次）。')).toBeTruthy();
  expect(screen.getByText('请勿依赖它检出缺件。')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).not.toMatch(/。\s/);
});

it('counts by kind and size with bounds, and leaves out what could not be tried', async () => {
  await shown({ ...probes, cells: probes.cells.filter(({ kind, px }) => kind !== 'missing' || px > 12) });
  const table = await screen.findByRole('table');
  const rows = Array.from((table as HTMLTableElement).rows, (one) => Array.from(one.cells, (cell) => cell.textContent));
  expect(rows[0]).toEqual([en.scores.finds.kind, '12 px', '24 px', '48 px']);
  // Clopper–Pearson, 9 of 10: 55.5 to 99.7%
  expect(rows[1]![2]).toBe('9 / 1055–100%');
  expect(rows[3]).toEqual(['Missing parts', '–', '1 / 100–45%', '3 / 107–65%']);
});

it('shows the smallest that was found and the largest that was missed', async () => {
  await shown(probes);
  const found = await screen.findByRole('region', { name: en.scores.finds.found });
  expect(within(found).getByRole('img', { name: 'Stains, 12 px' })).toBeTruthy();
  const missed = screen.getByRole('region', { name: en.scores.finds.missed });
  expect(within(missed).getByRole('img', { name: 'Missing parts, 48 px' })).toBeTruthy();
});

it('warns where the target needs more good images, and not where there are enough', async () => {
  await shown(probes);
  const title = 'The target overkill of 2% needs 49 OK images; the threshold is based on 20';
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(/higher or lower. Add OK images and train again/)).toBeTruthy();
});

it('says how many to add where only the share that validates counts', async () => {
  await shown({ ...probes, judged: 5, held: 5, needed: 44 });
  const title = 'The target overkill of 2% needs 49 OK images held out for validation; 5 were';
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(/At a validation share of 20% that takes about 222 more OK images/)).toBeTruthy();
});

it('counts each image that is added where training images are judged too', async () => {
  await shown({ ...probes, held: 4 });
  const title = 'The target overkill of 2% needs 49 OK images; the threshold is based on 20';
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(/Add about 29 OK images/)).toBeTruthy();
});

it('does not warn where there are enough', async () => {
  await shown({ ...probes, needed: 0 });
  await screen.findByRole('table');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says so where the version is older, and nothing of a detector of boxes', async () => {
  await shown(null);
  expect(await screen.findByText(en.scores.finds.none)).toBeTruthy();
  expect(versionCardOf(versionWith({ confidence: 0.5, nms: 0.5, iou: 0.5 }))).toBeNull();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});
