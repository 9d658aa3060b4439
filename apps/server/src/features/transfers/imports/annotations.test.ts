/** Annotation files of an archive that say far too much: what is held in memory has a bound, and what is wrong is named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import type { Annotations } from './annotations.ts';
import { readAnnotations } from './inspect.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-annotations-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(entries: readonly ZipEntry[]): Promise<Annotations> {
  const file = path.join(folder, String(++made));
  writeFileSync(file, zipOf([{ name: 'a.png', data: 'x' }, ...entries]));
  const { signal } = new AbortController();
  const archive = await openArchive(file, 'zip', { folder, signal });
  try {
    return await readAnnotations(archive, signal);
  } finally {
    await archive.close();
  }
}
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { key?: string }) => error.key,
  );
const zeros = (count: number) => `[${Array.from({ length: count }, () => 0).join(',')}]`;
const coco = (name: string, images: string, annotations = '[]'): ZipEntry => ({
  name,
  data: `{"images":${images},"categories":[{"id":1,"name":"open"}],"annotations":${annotations}}`,
});
const half = limits.archiveAnnotations / 2;

it('COCO: records that are not readable are named, the first ones one by one', async () => {
  const { problems, format } = await read([coco('c.json', zeros(200_000))]);
  expect(format).toBe('coco');
  expect(problems).toHaveLength(limits.importProblems + 1);
  expect(problems[0]).toMatchObject({ file: 'c.json · images', key: 'coco.record' });
  expect(problems.at(-1)).toMatchObject({ key: 'coco.moreRecords', en_msg: expect.stringContaining('199000 more') });
});

it('COCO: only what can become a shape is counted, of each class that there is', async () => {
  const record = (more: string) => `{"image_id":1,"category_id":1,${more}}`;
  const annotations = [
    '"bbox":[1,1,5,5]',
    '"bbox":[120,1,5,5]',
    '"keypoints":[5,5,2]',
    '"bbox":[0,0,0,0],"keypoints":[5,5,2]',
    '"bbox":[1,1,5,5],"keypoints":[5,5,2]',
    '"segmentation":[[1,1,5,1,5,5]]',
  ].map(record);
  const of = (size: string, list: readonly string[]) =>
    read([coco('c.json', `[{"id":1,"file_name":"a.png"${size}}]`, `[${list.join(',')}]`)]);
  expect([...(await of(',"width":100,"height":80', annotations)).classes]).toEqual([['open', 3]]);
  // how large the image is says nobody yet
  expect([...(await of('', annotations)).classes]).toEqual([['open', 4]]);
  // and what cannot become one is still said of its image
  const lost = await of('', annotations.slice(2, 3));
  expect([...lost.classes]).toEqual([['open', 0]]);
  expect((await lost.of('a.png', { width: 100, height: 80 }))?.objects).toHaveLength(1);
});

it('LabelMe: no label has digits that its file did not have', async () => {
  const shape = (label: string) => `{"label":${label},"shape_type":"rectangle","points":[[1,1],[5,5]]}`;
  const labels = ['9007199254740991', '340123450000000018', '"340123450000000018"'];
  const { classes } = await read([
    { name: 'a.json', data: `{"imagePath":"a.png","shapes":[${labels.map(shape).join(',')}]}` },
  ]);
  expect([...classes.keys()]).toEqual(['9007199254740991', 'object', '340123450000000018']);
});

it('the records of all COCO files together have a bound', async () => {
  expect(await keyOf(read([coco('a.json', zeros(half - 10)), coco('b.json', zeros(half - 10))]))).toBe('done');
  expect(await keyOf(read([coco('a.json', zeros(half)), coco('b.json', zeros(half))]))).toBe(
    'cause.import.tooManyAnnotations',
  );
  expect(await keyOf(read([coco('a.json', zeros(2 * half + 1))]))).toBe('cause.import.tooManyAnnotations');
});

it('so have the lines of all YOLO files, and files without an image are named however many there are', async () => {
  const line = '0 .5 .5 .1 .1\n';
  const labels = (count: number) => [
    { name: 'a.txt', data: line.repeat(count) },
    { name: 'b.png', data: 'x' },
    { name: 'b.txt', data: line.repeat(half) },
  ];
  expect(await keyOf(read(labels(half)))).toBe('done');
  expect(await keyOf(read(labels(half + 1)))).toBe('cause.import.tooManyAnnotations');
});

it('class names are read in one pass, however many spaces are in them, and from a list of bounded size', async () => {
  const spaces = ' '.repeat(300_000);
  const yolo = [{ name: 'a.txt', data: '1 .5 .5 .1 .1' }];
  const named = await read([...yolo, { name: 'data.yaml', data: `names:\n  - open${spaces}end\n  - dent # a remark` }]);
  expect([...named.classes.keys()]).toEqual([`open${spaces}end`.slice(0, limits.className), 'dent']);
  const inline = await read([...yolo, { name: 'data.yaml', data: `names: [open, 'a#b'] ${spaces}# a remark` }]);
  expect([...inline.classes.keys()]).toEqual(['open', 'a#b']);
  const long = await read([...yolo, { name: 'data.yaml', data: `names: [open]${' '.repeat(1024 ** 2)}` }]);
  expect(long.problems).toMatchObject([
    { file: 'data.yaml', key: 'annotationFile.tooLarge' },
    { file: 'data.yaml', key: 'yolo.noNames' },
  ]);
});

it('what the database cannot hold is not in what is read', async () => {
  const images = '[{"id":1,"file_name":"a.png"},{"id":2,"file_name":"\\u0000.png"}]';
  const names = '[{"id":1,"name":"a\\u0000"},{"id":2,"name":"\\ud800"}]';
  const boxes = '[{"id":"\\u0000","image_id":9,"category_id":1},{"id":1,"image_id":1,"category_id":1}]';
  const data = `{"images":${images},"categories":${names},"annotations":${boxes}}`;
  const { classes, problems } = await read([{ name: 'c.json', data }]);
  expect([...classes.keys()]).toEqual(['a\ufffd', '\ufffd']);
  const found = JSON.stringify(problems);
  expect(found).toContain('标注 \ufffd 引用');
  expect(found).not.toMatch(/\\u0000|\\ud800/);
});

it('nor in what is said of files by their names', async () => {
  // cut after 255 characters, in the middle of a sign
  const name = `x${'\u{1f600}'.repeat(200)}.exe`;
  const file = path.join(folder, String(++made));
  writeFileSync(file, zipOf([{ name, data: 'x' }]));
  const { problems, close } = await openArchive(file, 'zip', { folder, signal: new AbortController().signal });
  await close();
  expect(problems).toHaveLength(1);
  expect(problems.every((one) => one.file.isWellFormed() && one.msg.isWellFormed())).toBe(true);
});

it('says in both languages why a file is none of COCO', async () => {
  const broken = (data: string) => read([{ name: 'c.json', data }]).then(({ problems }) => problems[0]!);
  const found = await Promise.all(['[]', '{"images":5}', '['.repeat(70), '{"images":[}', '{\n"images" 5}'].map(broken));
  for (const { key, msg } of found) {
    expect(key).toBe('annotationFile.invalid');
    // names of COCO's own lists are no English
    expect(msg.replaceAll(/c\.json|JSON|images|annotations|categories/g, '')).not.toMatch(/[A-Za-z]/);
  }
  expect(found.map(({ en_msg }) => en_msg.replace(/^.*read: /, ''))).toEqual([
    'it must be a JSON object with the lists images, annotations and categories',
    'it has no list named images',
    'it is nested too deeply',
    'it is not valid JSON near “{"images":[}”',
    'it is not valid JSON at line 2, column 10',
  ]);
});

it('YOLO: a list of names that names not all classes, or cannot be read, is named', async () => {
  const labels = { name: 'a.txt', data: '0 .5 .5 .1 .1\n2 .5 .5 .1 .1\n' };
  const notNamed = async (...lists: ZipEntry[]) => {
    const { problems, classes } = await read([labels, ...lists]);
    return [[...classes.keys()], problems.map(({ file, key, en_msg }) => [file, key, en_msg])];
  };
  const missing = (file: string, text: string) => [
    [file, 'yolo.noNames', `“${file}” has no name for ${text}. Numbers are used instead, such as class_0`],
  ];
  expect(await notNamed()).toEqual([['class_0', 'class_2'], []]);
  expect(await notNamed({ name: 'data.yaml', data: 'nc: 3\nnames: }{' })).toEqual([
    ['class_0', 'class_2'],
    [
      [
        'data.yaml',
        'annotationFile.invalid',
        'The annotation file “data.yaml” cannot be read: it is not valid YAML (line 2)',
      ],
      ...missing('data.yaml', '2 classes'),
    ],
  ]);
  expect(await notNamed({ name: 'classes.txt', data: 'pit\ndent\n' })).toEqual([
    ['pit', 'dent', 'class_2'],
    missing('classes.txt', '1 class'),
  ]);
  expect(await notNamed({ name: 'data.yaml', data: 'names: [a, b, c]' })).toEqual([['a', 'b', 'c'], []]);
});
