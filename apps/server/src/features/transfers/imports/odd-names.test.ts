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

const labelme = JSON.stringify({
  imagePath: 'a.png',
  imageData: null,
  shapes: odd.flatMap((name) => {
    const points = [
      [1, 1],
      [9, 1],
      [9, 9],
    ];
    return [
      { label: 'scratch', points, shape_type: name },
      { label: name, points, shape_type: 'polygon' },
    ];
  }),
});
const elements = odd.map(
  (name) => `<${name} label="scratch"/><polygon label="${name}" points="1,1;9,1;9,9" occluded="0"/>`,
);
const cvat = `<annotations><version>1.1</version><image id="0" name="a.png" width="9" height="9">${elements.join('')}</image></annotations>`;
const datumaro = JSON.stringify({
  categories: { label: { labels: odd.map((name) => ({ name })) } },
  items: [
    {
      id: 'a',
      image: { path: 'a.png', size: [9, 9] },
      annotations: odd.flatMap((type, i) => [
        { type, label_id: i },
        { type: 'polygon', label_id: i, points: [1, 1, 9, 1, 9, 9] },
      ]),
    },
  ],
});

it.each([
  ['LabelMe', 'a.json', labelme],
  ['CVAT', 'annotations.xml', cvat],
  ['Datumaro', 'annotations/default.json', datumaro],
])('%s: kinds of shapes that nobody knows are counted, whatever they are called', async (_, name, data) => {
  const file = path.join(folder, 'a.zip');
  writeFileSync(
    file,
    zipOf([
      { name: 'a.png', data: 'x' },
      { name, data },
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
