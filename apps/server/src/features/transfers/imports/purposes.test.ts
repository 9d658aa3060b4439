/** What the files of an archive say that its images are for, in each format that says it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import { readAnnotations } from './inspect.ts';
import { makeFinder } from './purposes.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-purposes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Purposes by path, and what is wrong. */
async function read(files: Record<string, string>) {
  const file = path.join(folder, 'a.zip');
  writeFileSync(file, zipOf(Object.entries(files).map(([name, data]) => ({ name, data }))));
  const { signal } = new AbortController();
  const archive = await openArchive(file, 'zip', { folder, signal });
  try {
    const { purposes, problems, classes } = await readAnnotations(archive, signal);
    return {
      purposes: Object.fromEntries(purposes ?? []),
      problems: problems.map((one) => `${one.file} ${one.key}`),
      classes: [...classes.keys()],
      shapes: [...classes.values()].reduce((sum, one) => sum + one, 0),
    };
  } finally {
    await archive.close();
  }
}

const box = '0 .5 .5 .2 .2\n';
const names = 'names: [dent]\n';
/** Images with their labels, mirrored. */
const labelled = (...stems: string[]) =>
  Object.fromEntries(
    stems.flatMap((stem) => [
      [`${stem}.png`, stem],
      [`${stem.replace('images/', 'labels/')}.txt`, box],
    ]),
  );
const three = { 'a/1.png': 'train', 'b/1.png': 'validation', 'c/1.png': 'test' };
const below = (root: string) =>
  Object.fromEntries(Object.entries(three).map(([image, type]) => [`${root}${image}`, type]));

it.each([
  ['of our own export', '', 'path: .\ntrain:\n  - "images/a"\nval:\n  - "images/b"\ntest:\n  - "images/c"\n'],
  ['of another machine', '', 'path: /home/me/set\ntrain: images/a\nval: images/b/\ntest: ./images/c'],
  ['below a root', 'set/', 'path: set\ntrain: images/a\nval: images/b\ntest: images/c'],
  ['of Roboflow', '', 'train: ../images/a\nval: ../images/b\ntest: ../images/c'],
  ['of Windows', '', 'train: images\\a\nval: images\\b\ntest: images\\c'],
])('YOLO: directories %s', async (_, root, yaml) => {
  const images = labelled(`${root}images/a/1`, `${root}images/b/1`, `${root}images/c/1`);
  const found = await read({ ...images, 'data.yaml': `${yaml}\n${names}` });
  expect(found).toMatchObject({ purposes: below(`${root}images/`), problems: [], classes: ['dent'] });
});

it.each([
  ['of Roboflow, below another', 'rf/', 'train: ../images/a\nval: ../images/b\ntest: ../images/c'],
  ['of a path on Windows', '', 'train: D:\\x\\images\\a\nval: D:\\x\\images\\b\ntest: D:\\x\\images\\c'],
])('YOLO: directories %s, also of images without labels', async (_, root, yaml) => {
  const images = labelled(`${root}images/a/1`, `${root}images/b/1`);
  const found = await read({ ...images, [`${root}images/c/1.png`]: 'c', [`${root}data.yaml`]: `${yaml}\n${names}` });
  expect(found).toMatchObject({ purposes: below(`${root}images/`), problems: [], classes: ['dent'] });
});

it('YOLO: images for validation and tests are for tests', async () => {
  const yaml = `train: images/a\nval: images/b\ntest: images/b\n${names}`;
  const found = await read({ ...labelled('images/a/1', 'images/b/1'), 'data.yaml': yaml });
  expect(found.purposes).toEqual({ 'images/a/1.png': 'train', 'images/b/1.png': 'test' });
});

it('YOLO: lists of CVAT tell images of one name apart, and say how many are not there', async () => {
  const images = labelled('obj_Train_data/1', 'obj_Validation_data/1', 'obj_Test_data/1');
  const found = await read({
    ...images,
    'obj.data': 'names = data/obj.names',
    'obj.names': 'dent',
    'Train.txt': 'data/obj_Train_data/1.png\ndata/elsewhere/1.png\n',
    'Validation.txt': '\uFEFFD:\\data\\obj_Validation_data\\1.png\r\n',
    'Test.txt': '/home/me/data/obj_Test_data/1.png\n/home/me/data/obj_Test_data/2.png',
  });
  expect(found).toMatchObject({
    purposes: {
      'obj_Train_data/1.png': 'train',
      'obj_Validation_data/1.png': 'validation',
      'obj_Test_data/1.png': 'test',
    },
    problems: ['Train.txt annotationFile.listsMissing', 'Test.txt annotationFile.listsMissing'],
    classes: ['dent'],
  });
});

it('YOLO: of one that is there and one of its name that is not, the list of the first counts', async () => {
  const lists = { 'train.txt': 'data/a/1.png\ndata/a/2.png', 'test.txt': 'data/b/1.png\ndata/b/2.png' };
  const found = await read({ ...labelled('data/a/1', 'data/a/2'), ...lists });
  expect(found.purposes).toEqual({ 'data/a/1.png': 'train', 'data/a/2.png': 'train' });
});

it('YOLO: the deepest directory counts, one for both trains, and one that also tests says nothing', async () => {
  const images = labelled('images/a/1', 'images/a/new/1', 'images/b/1', 'images/c/1');
  const yaml = `train: [images/a, images/b, images/c]\nval: images/b\ntest: [images/a/new, images/c]\n${names}`;
  expect((await read({ ...images, 'data.yaml': yaml })).purposes).toEqual({
    'images/a/1.png': 'train',
    'images/a/new/1.png': 'test',
    'images/b/1.png': 'train',
  });
});

it('YOLO: lists of images, named in data.yaml or called as a part', async () => {
  const images = labelled('obj/1', 'obj/2', 'obj/3', 'obj/4');
  const lists = { 'train.txt': 'data/obj/1.png\nnot/there.png\n', 'valid.txt': 'obj/2.png', 'mine.txt': './obj/3.png' };
  const found = await read({ ...images, ...lists, 'data.yaml': `test: mine.txt\n${names}` });
  expect(found.purposes).toEqual({ 'obj/1.png': 'train', 'obj/2.png': 'validation', 'obj/3.png': 'test' });
});

const roboflow = `train: ../train/images\nval: ../valid/images\ntest: ../test/images\n${names}`;
it.each(['train', 'valid', 'test'])('YOLO: of a data.yaml with three parts %s alone is there', async (part) => {
  const found = await read({ ...labelled(`${part}/images/1`), 'data.yaml': roboflow });
  const purpose = part === 'valid' ? 'validation' : part;
  expect(found).toMatchObject({ purposes: { [`${part}/images/1.png`]: purpose }, problems: [] });
});

it('YOLO: a part that is not there is none of those that end as it does', async () => {
  const yaml = `train: a/images\nval: b/images\n${names}`;
  const found = await read({ ...labelled('b/images/1'), 'data.yaml': yaml });
  expect(found.purposes).toEqual({ 'b/images/1.png': 'validation' });
  const other = await read({ ...labelled('c/images/1'), 'data.yaml': yaml });
  expect(other).toMatchObject({ purposes: {}, problems: [] });
});

it('YOLO: a list of images for training never means one for tests, and one for two parts is for training', async () => {
  const found = await read({ ...labelled('test/1'), 'train.txt': 'train/1.png' });
  expect(found).toMatchObject({ purposes: {}, problems: ['train.txt annotationFile.listsMissing'] });
  const yaml = `train: all.txt\nval: all.txt\n${names}`;
  const both = await read({ ...labelled('a/1'), 'all.txt': 'a/1.png', 'data.yaml': yaml });
  expect(both.purposes).toEqual({ 'a/1.png': 'train' });
});

it('YOLO: a data.yaml that is none is named, and what would take all memory or time is not read', async () => {
  const images = labelled('images/1');
  for (const yaml of [`names:\n\t- dent`, 'names: [dent', `names: ${'['.repeat(500_000)}`]) {
    const found = await read({ ...images, 'data.yaml': yaml }); // oxlint-disable-line no-await-in-loop
    expect(found.problems).toContain('data.yaml annotationFile.invalid');
    expect(found.classes).toEqual(['class_0']);
  }
  const doubled = Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n');
  const bomb = `a0: &a0 [x, x]\n${doubled}\nnames: *a60\ntrain: *a60`;
  expect((await read({ ...images, 'data.yaml': bomb })).classes).toEqual(['class_0']);
  const odd = await read({ ...images, 'data.yaml': '- names\n', 'b.yaml': 'names: {0: no}\npath: [a]\ntrain: {a: b}' });
  expect(odd).toMatchObject({ purposes: {}, problems: [], classes: ['no'] });
});

const coco = (...images: string[]) =>
  JSON.stringify({
    images: images.map((file, id) => ({ id, file_name: file, width: 4, height: 4 })),
    categories: [{ id: 1, name: 'dent' }],
    annotations: images.map((_, id) => ({ id, image_id: id, category_id: 1, bbox: [0, 0, 2, 2] })),
  });

it('COCO: the names of its files', async () => {
  const found = await read({
    ...Object.fromEntries(['1', '2', '3', '4', '5'].map((one) => [`images/${one}.png`, one])),
    'annotations/instances_train2017.json': coco('1.png', '4.png'),
    'annotations/val.json': coco('2.png'),
    'annotations/测试集.json': coco('3.png', '4.png'),
    'annotations/contest.json': coco('5.png'),
    'annotations/train_test.json': coco('5.png'),
  });
  expect(found.purposes).toEqual({ 'images/1.png': 'train', 'images/2.png': 'validation', 'images/3.png': 'test' });
  expect(found.problems).toEqual(['images/4.png annotationFile.trainAndTest']);
});

it('COCO: of images of one name that is meant whose directory is that of the file, or says what the file is for', async () => {
  const both = { 'train/1.png': '1', 'val/1.png': '2' };
  for (const fileOf of [(part: string) => `annotations/${part}2017.json`, (part: string) => `${part}/a.json`]) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await read({ ...both, [fileOf('train')]: coco('1.png'), [fileOf('val')]: coco('1.png') });
    expect(found).toMatchObject({ problems: [], shapes: 2 });
  }
});

it('COCO: what is said of an image for training goes to none for tests, though it is the only one of that name', async () => {
  const file = { 'annotations/instances_train.json': coco('train/1.png') };
  const found = await read({ 'test/1.png': '1', ...file });
  expect(found).toMatchObject({ purposes: {}, problems: ['train/1.png coco.unknownImage'], shapes: 0 });
  const same = await read({ 'data/train/1.png': '1', 'data/test/2.png': '2', ...file });
  expect(same).toMatchObject({ purposes: { 'data/train/1.png': 'train' }, problems: [], shapes: 1 });
  const bare = await read({ 'images/1.png': '1', ...file });
  expect(bare).toMatchObject({ purposes: { 'images/1.png': 'train' }, problems: [], shapes: 1 });
});

it('CVAT: the subsets of images, and Datumaro: the names of its files', async () => {
  const images = { 'images/1.png': '1', 'images/2.png': '2', 'images/3.png': '3' };
  const purposes = { 'images/1.png': 'train', 'images/2.png': 'validation', 'images/3.png': 'test' };
  const box = '<box label="dent" xtl="0" ytl="0" xbr="2" ybr="2"/>';
  const parts = ['Train', 'Validation', 'Test'];
  const xml = parts.map((one, i) => `<image name="${i + 1}.png" subset="${one}" width="4" height="4">${box}</image>`);
  const cvat = await read({ ...images, 'annotations.xml': `<annotations>${xml.join('')}</annotations>` });
  expect(cvat.purposes).toEqual(purposes);
  const item = (id: number) => ({
    id: String(id),
    image: { path: `${id}.png`, size: [4, 4] },
    annotations: [{ id: 0, type: 'bbox', label_id: 0, bbox: [0, 0, 2, 2] }],
  });
  const categories = { label: { labels: [{ name: 'dent' }] } };
  const datumaro = parts.map((one, i) => [
    `annotations/${one.toLowerCase()}.json`,
    JSON.stringify({ categories, items: [item(i + 1)] }),
  ]);
  expect((await read({ ...images, ...Object.fromEntries(datumaro) })).purposes).toEqual(purposes);
});

it('VOC: the lists of ImageSets, which name stems', async () => {
  const xml = (name: string) =>
    `<annotation><filename>${name}.png</filename><object><name>dent</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>`;
  const stems = ['a/1', 'a/2', 'b/1 x'];
  const files = stems.flatMap((stem) => [
    [`VOC/JPEGImages/${stem}.png`, stem],
    [`VOC/Annotations/${stem}.xml`, xml(stem.split('/')[1]!)],
  ]);
  const lists = {
    'VOC/ImageSets/Main/train.txt': 'a/1\n',
    'VOC/ImageSets/Main/val.txt': 'a/2',
    'VOC/ImageSets/Main/test.txt': 'b/1 x',
    'VOC/ImageSets/Main/trainval.txt': 'a/1\na/2',
    'VOC/ImageSets/Main/dent_train.txt': 'b/1 x',
  };
  const found = await read({ ...Object.fromEntries(files), ...lists });
  expect(found.purposes).toEqual({
    'VOC/JPEGImages/a/1.png': 'train',
    'VOC/JPEGImages/a/2.png': 'validation',
    'VOC/JPEGImages/b/1 x.png': 'test',
  });
});

it('VOC: lists of one data set beside another of the same names mean its own images', async () => {
  const xml =
    '<annotation><object><name>dent</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>';
  const years = ['VOC2007', 'VOC2012'].flatMap((root) => [
    [`${root}/JPEGImages/1.png`, root],
    [`${root}/Annotations/1.xml`, xml],
  ]);
  const lists = { 'VOC2007/ImageSets/Main/test.txt': '1', 'VOC2012/ImageSets/Main/val.txt': '1' };
  expect(await read({ ...Object.fromEntries(years), ...lists })).toMatchObject({
    purposes: { 'VOC2007/JPEGImages/1.png': 'test', 'VOC2012/JPEGImages/1.png': 'validation' },
    problems: [],
  });
});

it('VOC: trainval is for training where it is not divided, and names may have endings', async () => {
  const xml =
    '<annotation><filename>x</filename><object><name>dent</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>';
  const files = ['1', '2', '3'].flatMap((stem) => [
    [`JPEGImages/${stem}.png`, stem],
    [`Annotations/${stem}.xml`, xml],
  ]);
  const lists = { 'ImageSets/Main/trainval.txt': '1\n', 'ImageSets/Main/test.txt': '2.png\nJPEGImages/3.png\n' };
  expect((await read({ ...Object.fromEntries(files), ...lists })).purposes).toEqual({
    'JPEGImages/1.png': 'train',
    'JPEGImages/2.png': 'test',
    'JPEGImages/3.png': 'test',
  });
});

it('a name means the image that it ends with, else the one that shares most of its last directories', () => {
  const find = makeFinder([
    '1.png',
    'a/1.png',
    'b/a/1.png',
    'a/11.png',
    'c/x/2.png',
    'd/x/2.png',
    'e-x/2.png',
    'x/y z/3.png',
  ]);
  const found = (...names: string[]) => names.map((one) => find(one)?.found);
  expect(found('1.png', './a/1.png', 'D:\\set\\b\\a\\1.png', 'q/1.png', '/a/11.png')).toEqual([
    '1.png',
    'a/1.png',
    'b/a/1.png',
    '1.png',
    'a/11.png',
  ]);
  expect(found('2.png', 'x/2.png', 'q/d/x/2.png', 'e-x/2.png', 'y z/3.png', 'other/3.png', '4.png', '')).toEqual([
    undefined,
    undefined,
    'd/x/2.png',
    'e-x/2.png',
    'x/y z/3.png',
    'x/y z/3.png',
    undefined,
    undefined,
  ]);
});

it('many images of one name and many more lines that mean none are read', async () => {
  const many = Array.from({ length: 2000 }, (_, i) => labelled(`s${i}/image`));
  const lines = Array.from({ length: 100_000 }, (_, i) => `data/${i}/image.png`).join('\n');
  const found = await read({ ...Object.assign({}, ...many), 'train.txt': lines });
  expect(found.problems).toEqual(['train.txt annotationFile.listsMissing']);
}, 60_000);
