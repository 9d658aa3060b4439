/** The table of a test of masks carries areas and lengths, in the order of its candidates, for rules in the browser. */
import type { ManifestLine, Masks, MatchHead } from '@loupe/contract';
import { matchTable, tableScores, tableVerdicts, unpackTable } from '@loupe/metrics';
import { expect, it } from 'vitest';
import { masks } from './index.ts';

it('lists the measures of each image by score, as its columns', async () => {
  const maskOf = (w: number, h: number) => ({ x: 0, y: 0, w, h, counts: [0, w * h] });
  const item = (score: number, w: number, h: number): Masks['items'][number] => ({
    c: 0,
    score,
    p: [0, 0, 2 * w, 2 * h],
    mask: maskOf(w, h),
  });
  const prediction: Masks = { type: 'masks', cell: [2, 2], items: [item(0.3, 1, 1), item(0.9, 3, 4)] };
  const line = { name: 'a.png', rev: 1 } as unknown as ManifestLine;
  const truth = { width: 64, height: 64, items: [] };
  const bytes = await masks.table({
    labels: [{ name: 'dent', color: '#d64545' }],
    thresholds: { confidence: 0.5, nms: 0.6, iou: 0.5, byLabelLeast: {} },
    predicted: 1,
    rows: async function* rows() {
      yield { line, tested: { imageId: 1, truth, prediction } };
    },
  } as never);
  const { table, more } = unpackTable((bytes as Uint8Array).slice().buffer as ArrayBuffer);
  expect([...table.score]).toEqual([0.9, 0.3]);
  expect((more as MatchHead).sizes).toEqual({ area: [48, 4], length: [10, 2.83] });
});

it('takes an image with a rectangle for one with a defect: what is found there is no overkill, and nothing is an escape', async () => {
  const shape = { id: 'a', c: 0, kind: 'rect', p: [0, 0, 20, 20], parts: [0], text: null, ignore: false };
  const lineOf = (name: string, ignore: boolean): ManifestLine =>
    ({ name, rev: 1, w: 64, h: 64, shapes: [{ ...shape, ignore }] }) as unknown as ManifestLine;
  const item = { c: 0, score: 0.9, p: [0, 0, 20, 20], mask: { x: 0, y: 0, w: 10, h: 10, counts: [0, 100] } };
  const rows = [
    { line: lineOf('found', false), items: [item] },
    { line: lineOf('missed', false), items: [] },
    { line: lineOf('ignored', true), items: [item] },
  ];
  const bytes = await masks.table({
    labels: [{ name: 'dent', color: '#d64545' }],
    thresholds: { confidence: 0.5, nms: 0.6, iou: 0.5, byLabelLeast: {} },
    predicted: 3,
    rows: async function* all() {
      for (const [i, { line, items }] of rows.entries()) {
        const prediction = { type: 'masks', cell: [2, 2], items };
        yield { line, tested: { imageId: i + 1, truth: masks.truthOf(line, [0], {}), prediction } };
      }
    },
  } as never);
  const { table } = unpackTable((bytes as Uint8Array).slice().buffer as ArrayBuffer);
  const found = matchTable(table, 0.5);
  const scores = tableScores(table, found);
  expect(scores.map(({ isDefective }) => isDefective)).toEqual([true, true, false]);
  expect(tableVerdicts(table, found, scores, { confidence: 0.5 })).toEqual(['ng', 'ok', 'ok']);
  // of objects it counts neither way, for nobody knows its outline
  expect([...table.truthIgnored]).toEqual([2, 2, 1]);
});
