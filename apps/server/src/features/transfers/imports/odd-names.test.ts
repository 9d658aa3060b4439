/** Annotation files whose words are those that every object of the language has: they are names like any other. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import { readAnnotations } from './inspect.ts';

const odd = ['__proto__', 'constructor', 'toString'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-odd-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('LabelMe: kinds of shapes that nobody knows are counted, whatever they are called', async () => {
  const file = path.join(folder, 'a.zip');
  const points = [
    [1, 1],
    [9, 1],
    [9, 9],
  ];
  const shapes = odd.flatMap((name) => [
    { label: 'scratch', points, shape_type: name },
    { label: name, points, shape_type: 'polygon' },
  ]);
  writeFileSync(
    file,
    zipOf([
      { name: 'a.png', data: 'x' },
      { name: 'a.json', data: JSON.stringify({ imagePath: 'a.png', imageData: null, shapes }) },
    ]),
  );
  const { signal } = new AbortController();
  const archive = await openArchive(file, 'zip', { folder, signal });
  try {
    const { classes, problems } = await readAnnotations(archive, signal, false);
    expect([...classes.keys()].toSorted()).toEqual(odd.toSorted());
    expect(problems.map(({ key }) => key)).toEqual(['importLoss.others']);
    expect(problems[0]!.en_msg).toContain('3');
  } finally {
    await archive.close();
  }
});
