/** Names that mean an image which is not taken: what is said of it goes to no other, and that is said. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeIndexPng } from '../../../core/index-png.ts';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { openArchive } from '../archive/index.ts';
import { readClassMasks } from './class-masks.ts';
import { readAnnotations } from './inspect.ts';
import { layoutOf } from './layout.ts';
import { maskLayoutOf } from './mask-layout.ts';
import { readMasks } from './masks.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-twins-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const composed = '\u00e9';
const apart = 'e\u0301';
const size = { width: 100, height: 40 };
const { signal } = new AbortController();
const open = (entries: readonly ZipEntry[]) => {
  const file = path.join(folder, String(++made));
  writeFileSync(file, zipOf(entries));
  return openArchive(file, 'zip', { folder, signal });
};
/** Names of classes on the image, and what is wrong with the annotations. */
async function read(entries: readonly ZipEntry[], image = `${composed}.png`, areTexts = false) {
  const archive = await open(entries);
  try {
    const found = await readAnnotations(archive, signal, areTexts);
    const records = await found.of(image, size);
    const problems = [...found.problems, ...(records?.problems ?? [])];
    const [first] = records?.objects ?? [];
    const text = first?.annotation.utf8_string;
    return {
      classes: records?.objects.map(({ className }) => text ?? className),
      keys: problems.map(({ key }) => key),
    };
  } finally {
    await archive.close();
  }
}

type Files = (name: string, className: string) => ZipEntry[];
/** Of one file for all images. */
type File = (names: readonly (readonly [name: string, className: string])[]) => ZipEntry;
const images: ZipEntry[] = [composed, apart].map((stem) => ({ name: `${stem}.png`, data: stem }));
const labels = ['own', 'other'];
const categories = labels.map((name, i) => ({ id: i + 1, name }));

const coco: File = (names) => ({
  name: 'coco.json',
  data: JSON.stringify({
    categories,
    images: names.map(([name], i) => ({ id: i + 1, file_name: name })),
    annotations: names.map(([, name], i) => ({
      id: i + 1,
      image_id: i + 1,
      category_id: labels.indexOf(name) + 1,
      bbox: [1, 1, 9, 9],
    })),
  }),
});
const cvat: File = (names) => {
  const box = (name: string) => `<box label="${name}" xtl="1" ytl="2" xbr="30" ybr="40"/>`;
  const all = names.map(([name, label]) => `<image name="${name}" width="100" height="40">${box(label)}</image>`);
  return { name: 'annotations.xml', data: `<annotations><version>1.1</version>${all.join('')}</annotations>` };
};
const datumaro =
  (hasPath: boolean): File =>
  (names) => ({
    name: 'annotations/default.json',
    data: JSON.stringify({
      categories: { label: { labels: labels.map((name) => ({ name })) } },
      items: names.map(([name, label]) => ({
        id: name.replace('.png', ''),
        ...(hasPath && { image: { path: name } }),
        annotations: [{ type: 'bbox', label_id: labels.indexOf(label), bbox: [1, 1, 9, 9] }],
      })),
    }),
  });
const points = [
  [1, 1],
  [9, 1],
  [9, 9],
  [1, 9],
];
const ppocr: File = (names) => ({
  name: 'Label.txt',
  data: names.map(([name, text]) => `${name}\t${JSON.stringify([{ transcription: text, points }])}\n`).join(''),
});

const yolo: Files = (stem, label) => [{ name: `${stem}.txt`, data: `${labels.indexOf(label)} .5 .5 .1 .1\n` }];
const labelme: Files = (stem, label) => [
  {
    name: `${stem}.json`,
    data: JSON.stringify({ imagePath: `${stem}.png`, shapes: [{ label, points, shape_type: 'polygon' }] }),
  },
];
const voc: Files = (stem, label) => {
  const box = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>';
  const inner = `<filename>${stem}.png</filename><object><name>${label}</name>${box}</object>`;
  return [{ name: `${stem}.xml`, data: `<annotation>${inner}</annotation>` }];
};
const icdar: Files = (stem, text) => [{ name: `gt_${stem}.txt`, data: `1,1,9,1,9,9,1,9,${text}\n` }];
const names = { name: 'classes.txt', data: labels.join('\n') };
const another = [{ name: 'b.png', data: 'b' }, ...yolo('b', 'own')];

describe('two images whose names differ in how a character is composed', () => {
  const own = [`${composed}.png`, 'own'] as const;
  const other = [`${apart}.png`, 'other'] as const;
  it.each([
    ['COCO', coco, false],
    ['CVAT', cvat, false],
    ['Datumaro', datumaro(true), false],
    ['Datumaro by id', datumaro(false), false],
    ['PPOCRLabel', ppocr, true],
  ] as const)('%s: each record is for its own image, in whatever order', async (_, file, areTexts) => {
    const expected = { classes: ['own'], keys: ['annotationFile.ofRefused'] };
    expect(await read([...images, file([own, other])], own[0], areTexts)).toEqual(expected);
    expect(await read([...images, file([other, own])], own[0], areTexts)).toEqual(expected);
    // the one whose characters stand apart came first
    const turned = { ...expected, classes: ['other'] };
    expect(await read([...images.toReversed(), file([own, other])], own[0], areTexts)).toEqual(turned);
    expect((await read([...images, file([other])], own[0], areTexts)).keys).toEqual(expected.keys);
  });

  it.each([
    ['YOLO', yolo, [names, ...another], false],
    ['LabelMe', labelme, [], false],
    ['Pascal VOC', voc, [], false],
    ['ICDAR', icdar, [], true],
  ] as const)('%s: a file beside is for its own image', async (_, files, more, areTexts) => {
    const [mine, theirs] = [files(composed, 'own'), files(apart, 'other')];
    expect(await read([...images, ...mine, ...theirs, ...more], own[0], areTexts)).toMatchObject({
      classes: ['own'],
    });
    const { classes = [], keys } = await read([...images, ...theirs, ...more], own[0], areTexts);
    expect({ classes, keys }).toMatchObject({ classes: [], keys: ['annotationFile.ofRefused'] });
  });

  it('masks', async () => {
    const data = writeIndexPng({ ...size, data: new Uint8Array(4000).fill(255), palette: null });
    const masked = [...images, { name: `masks/${apart}.png`, data }];
    const archive = await open(masked);
    const paths = archive.entries.map((one) => one.path);
    const ofClasses = await readClassMasks(archive, maskLayoutOf(paths), signal);
    const ofDefects = readMasks(archive, layoutOf(paths, 'ng'), 'defect');
    for (const found of [ofClasses, ofDefects])
      // oxlint-disable-next-line no-await-in-loop
      expect(await found.of(`${composed}.png`, size)).toMatchObject({
        objects: [],
        problems: [{ key: 'annotationFile.ofRefused' }],
      });
    await archive.close();
  });

  it('are directories', async () => {
    const inside: ZipEntry[] = [composed, apart].map((name) => ({ name: `${name}/a.png`, data: name }));
    const at = `${composed}/a.png`;
    const both = coco([
      [`${apart}/a.png`, 'other'],
      [at, 'own'],
    ]);
    expect(await read([...inside, both], at)).toEqual({ classes: ['own'], keys: ['annotationFile.ofRefused'] });
    // nothing says which
    const none = await read([...inside, coco([['a.png', 'own']])], at);
    expect(none.keys).toEqual(['annotationFile.ofRefused']);
  });
});

it('one that is refused for another reason', async () => {
  const two = [
    { name: 'train/a.png', data: 'x', encrypted: true },
    { name: 'val/a.png', data: 'y' },
  ];
  const file = coco([
    ['train/a.png', 'other'],
    ['val/a.png', 'own'],
  ]);
  const expected = { classes: ['own'], keys: ['annotationFile.ofRefused'] };
  expect(await read([...two, file], 'val/a.png')).toEqual(expected);
  const lines = ['train', 'val'].flatMap((part, i) => yolo(`${part}/a`, labels[1 - i]!));
  expect(await read([...two, ...lines, names], 'val/a.png')).toEqual(expected);
});

it.each([
  ['b', 'annotationFile.ambiguous'],
  ['train', 'coco.unknownImage'],
])('one of %s that is not in the archive at all, beside one of its last name', async (other, key) => {
  const image = { name: 'images/val/a.png', data: 'y' };
  const file = coco([
    [`${other}/a.png`, 'other'],
    ['val/a.png', 'own'],
  ]);
  expect(await read([image, file], image.name)).toEqual({ classes: ['own'], keys: [key] });
});

it('a list of labels that is not of an image, beside one of its last name', async () => {
  const image = { name: 'images/val/a.png', data: 'y' };
  const lines = ['val', 'train'].flatMap((part, i) => yolo(`labels/${part}/a`, labels[i]!));
  expect(await read([image, ...lines, names], image.name)).toEqual({
    classes: ['own'],
    keys: ['annotationFile.second'],
  });
});

it('two records of one name: the one in the size of the image is used, and the other is named', async () => {
  const data = JSON.stringify({
    categories,
    images: [90, 100].map((width, i) => ({ id: i, file_name: 'a.png', width, height: 40 })),
    annotations: [1, 0].map((label, i) => ({ id: i, image_id: i, category_id: label + 1, bbox: [1, 1, 9, 9] })),
  });
  const entries = [
    { name: 'a.png', data: 'x' },
    { name: 'coco.json', data },
  ];
  expect(await read(entries, 'a.png')).toEqual({ classes: ['own'], keys: ['coco.size'] });
});
