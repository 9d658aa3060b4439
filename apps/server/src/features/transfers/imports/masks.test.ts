/** A mask with more regions than anybody drew is named as too fine, however many they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { joinRings } from '@loupe/geometry';
import { expect, it } from 'vitest';
import { writeIndexPng } from '../../../core/index-png.ts';
import { zipOf } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import { eachPixel, fillShape } from '../exports/filled.ts';
import type { ExportShape } from '../exports/shapes.ts';
import { readMasks } from './masks.ts';

it('names a mask of hundreds of thousands of dots', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-masks-'));
  const side = 1200;
  const data = Uint8Array.from({ length: side * side }, (_, i) =>
    i % 2 === 0 && Math.floor(i / side) % 2 === 0 ? 255 : 0,
  );
  const name = 'ground_truth/crack/1_mask.png';
  const file = path.join(folder, 'a.zip');
  writeFileSync(file, zipOf([{ name, data: writeIndexPng({ width: side, height: side, data, palette: null }) }]));
  const archive = await openArchive(file, 'zip', { folder, signal: new AbortController().signal });
  const layout = { images: new Map(), masks: new Map([['1.png', [name]]]), problems: [] };
  const records = await readMasks(archive, layout, 'defect').of('1.png', { width: side, height: side });
  expect(records).toMatchObject({ objects: [], problems: [{ key: 'mask.tooFine' }] });
  await archive.close();
  rmSync(folder, { recursive: true });
});

it('gives back each pixel that an export wrote of an image of a hundred megapixels', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-masks-'));
  const size = { width: 10_000, height: 10_000 };
  const about = { labelId: 1, kind: 'polygon', text: null, ignore: false, score: null } as const;
  const polygon = (points: number[], parts = [0]): ExportShape => ({ ...about, points, parts });
  const shapes = [
    // in two corners of the image, slanted, with a hole, and of one pixel
    polygon([0, 0, 300.4, 12.7, 120.2, 250.9]),
    polygon([9700, 9500, 10_000, 9500, 10_000, 10_000, 9700, 10_000, 9800, 9600, 9800, 9900, 9900, 9900], [0, 4]),
    polygon([5000, 40, 5001, 40, 5001, 41, 5000, 41]),
  ];
  const paint = (of: readonly ExportShape[]) => {
    const data = new Uint8Array(size.width * size.height);
    for (const one of of) eachPixel(fillShape(one, size), size.width, (at) => (data[at] = 255));
    return data;
  };
  const data = paint(shapes);
  const name = 'ground_truth/crack/1_mask.png';
  const file = path.join(folder, 'a.zip');
  writeFileSync(file, zipOf([{ name, data: writeIndexPng({ ...size, data, palette: null }) }]));
  const archive = await openArchive(file, 'zip', { folder, signal: new AbortController().signal });
  const layout = { images: new Map(), masks: new Map([['1.png', [name]]]), problems: [] };
  const records = await readMasks(archive, layout, 'defect').of('1.png', size);
  await archive.close();
  rmSync(folder, { recursive: true });
  expect(records).toMatchObject({ problems: [], objects: [{}, {}, {}] });
  const back = records!.objects.map(({ annotation }) => {
    const { points, parts } = joinRings(annotation.segmentation as number[][]);
    return polygon(points, parts);
  });
  // not compared by the test's own means: they would print a hundred million numbers
  expect(Buffer.compare(paint(back), data)).toBe(0);
});
