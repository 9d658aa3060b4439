/** A mask with more regions than anybody drew is named as too fine, however many they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeIndexPng } from '../../../core/index-png.ts';
import { zipOf } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
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
