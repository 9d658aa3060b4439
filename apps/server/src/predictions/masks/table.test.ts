/** The table of a test of masks carries areas and lengths, in the order of its candidates, for rules in the browser. */
import type { ManifestLine, Masks, MatchHead } from '@loupe/contract';
import { unpackTable } from '@loupe/metrics';
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
