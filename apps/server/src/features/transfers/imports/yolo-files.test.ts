/** YOLO files whose names or classes are odd: what they say is used for every image that they mean. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import { readAnnotations } from './inspect.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-yolo-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is said of each image, and of the archive. */
async function read(files: Record<string, string>) {
  const file = path.join(folder, 'a.zip');
  writeFileSync(file, zipOf(Object.entries(files).map(([name, data]) => ({ name, data }))));
  const { signal } = new AbortController();
  const archive = await openArchive(file, 'zip', { folder, signal });
  try {
    const found = await readAnnotations(archive, signal);
    const images = archive.entries.filter(({ kind }) => kind === 'image').map((one) => one.path);
    const said: Record<string, string[] | undefined> = {};
    for (const image of images)
      said[image] = (await found.of(image, { width: 10, height: 10 }))?.objects.map((one) => one.className); // oxlint-disable-line no-await-in-loop
    const { files: count, classes } = found;
    return {
      said,
      count,
      classes: [...classes.keys()],
      problems: found.problems.map((one) => `${one.file} ${one.key}`),
    };
  } finally {
    await archive.close();
  }
}
const box = '0 .5 .5 .2 .2\n';

it('names of classes are no longer than they may be', async () => {
  const long = 'k'.repeat(limits.className + 500);
  const lists: Record<string, string>[] = [{ 'data.yaml': `names: ["${long}"]` }, { 'classes.txt': long }];
  for (const list of lists) {
    const { classes, said } = await read({ ...list, 'a.png': 'x', 'a.txt': box }); // oxlint-disable-line no-await-in-loop
    const cut = ['k'.repeat(limits.className)];
    expect([classes, said['a.png']]).toEqual([cut, cut]);
  }
});

it('a label file is that of all images of its stem', async () => {
  const names = { 'classes.txt': 'dent' };
  expect(await read({ ...names, 'x.png': 'x', 'x.jpg': 'y', 'x.txt': box })).toMatchObject({
    said: { 'x.png': ['dent'], 'x.jpg': ['dent'] },
    count: 1,
    problems: [],
  });
  const twins = { 'images/x.png': 'x', 'images/x.jpg': 'y', 'labels/x.txt': box, 'far/x.txt': box + box };
  expect(await read({ ...names, ...twins })).toMatchObject({
    said: { 'images/x.png': ['dent'], 'images/x.jpg': ['dent'] },
    problems: ['far/x.txt annotationFile.second'],
  });
});

it('a text that is called as a list is one of labels where an image lies beside and every line is a label', async () => {
  const files = { 'train.png': 'x', 'train.txt': box, 'classes.png': 'y', 'classes.txt': box, 'obj.names': 'dent' };
  expect(await read(files)).toMatchObject({
    said: { 'train.png': ['dent'], 'classes.png': ['dent'] },
    classes: ['dent'],
    problems: [],
  });
  const lists = {
    'train.png': 'x',
    'train.txt': 'images/a.png',
    'classes.png': 'y',
    'classes.txt': 'dent',
    'a.png': 'z',
  };
  expect(await read({ ...lists, 'a.txt': box })).toMatchObject({
    said: { 'train.png': undefined, 'classes.png': undefined, 'a.png': ['dent'] },
    problems: [],
  });
});

it.each([
  ["names: [\n  'dent',  # 0\n  'it''s, bent', # 1\n  'hole [big]'\n]\nnc: 3", ['dent', "it's, bent", 'hole [big]']],
  ['names: [\'hole [big]\', driver\'s, "5\\" pipe", "\\u00e9",]', ['hole [big]', "driver's", '5" pipe', 'é']],
  ['names: {0: \'a, b\', # first\n  1: "c"}', ['a, b', 'c']],
  ["names:\n  - 'men''s'\n  - \"a\\\\b\"\n", ["men's", 'a\\b']],
  ['names: [1, 007, no, ~]', ['1', '007', 'no', '~']],
  ['names: ["a\\u0000b"]', ['a\ufffdb']],
])('names in quotes and beside remarks: %j', async (yaml, names) => {
  const { classes } = await read({ 'data.yaml': yaml, 'a.png': 'x', 'a.txt': box });
  expect(classes).toEqual(names);
});
