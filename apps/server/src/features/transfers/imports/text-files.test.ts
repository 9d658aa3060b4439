/** Lists of texts in an archive: what is good is used, and what is not is named by its line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { cocoShape } from '../../annotation/coco-shape.ts';
import { openArchive } from '../archive/index.ts';
import { readAnnotations } from './inspect.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-texts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ground = { width: 100, height: 40, kinds: ['quad', 'polygon'] as const };
/** What an archive with these files says of an image, as shapes. */
async function read(entries: readonly ZipEntry[], areTexts = true) {
  const file = path.join(folder, String(++made));
  const images = ['lot/a.png', 'lot/b.png'].map((name) => ({ name, data: 'x' }));
  writeFileSync(file, zipOf([...images, ...entries]));
  const { signal } = new AbortController();
  const archive = await openArchive(file, 'zip', { folder, signal });
  try {
    const found = await readAnnotations(archive, signal, areTexts);
    const shapesOf = async (image: string) =>
      (await found.of(image, ground))?.objects.map(
        ({ annotation }) => cocoShape(annotation, ground, { pixels: 0 } as never).shape,
      );
    return { found, a: await shapesOf('lot/a.png'), b: await shapesOf('lot/b.png') };
  } finally {
    await archive.close();
  }
}
const quad = [1, 1, 30, 1, 30, 9, 1, 9];
const points = [
  [1, 1],
  [30, 1],
  [30, 9],
  [1, 9],
];

it('PPOCRLabel: quadrilaterals, polygons, texts, and what cannot be read', async () => {
  const label = [
    `lot/a.png\t${JSON.stringify([
      { transcription: 'LOT 7', points, difficult: false },
      { transcription: '###', points: [...points, [0, 5]], difficult: false },
    ])}`,
    'no list at all',
    `lot/c.png\t${JSON.stringify([{ transcription: 'X', points }])}`,
    'lot/b.png\t[]',
  ].join('\n');
  const { found, a, b } = await read([{ name: 'Label.txt', data: label }]);
  expect(found).toMatchObject({ format: 'texts', files: 1, classes: new Map([['text', 2]]) });
  expect(a).toMatchObject([
    { kind: 'quad', points: quad, text: 'LOT 7', ignore: false },
    { kind: 'polygon', text: null, ignore: true },
  ]);
  expect(b).toEqual([]);
  expect(found.problems.map(({ file, key }) => [file, key])).toEqual([
    ['Label.txt', 'yolo.line'],
    ['lot/c.png', 'coco.unknownImage'],
  ]);
});

it('takes no broken line of a list of quadrilaterals for a text of the whole image', async () => {
  const label = ['lot/a.png\tnot a list', `lot/b.png\t${JSON.stringify([{ transcription: 'LOT 7', points }])}`].join(
    '\n',
  );
  const { found, a, b } = await read([{ name: 'Label.txt', data: label }]);
  expect([a, b?.map((one) => one?.text)]).toEqual([undefined, ['LOT 7']]);
  expect(found.problems).toMatchObject([{ file: 'Label.txt', key: 'yolo.line' }]);
});

it('a list of crops: the whole image is the text', async () => {
  const { a } = await read([{ name: 'rec_gt.txt', data: 'a.png\tSN 12\n' }]);
  expect(a).toMatchObject([{ kind: 'quad', points: [0, 0, 100, 0, 100, 40, 0, 40], text: 'SN 12' }]);
});

it('ICDAR 2015: a file for each image', async () => {
  const data = '\uFEFF1,1,30,1,30,9,1,9,A, B\r\n1,1,30,1,30,9,1,9,###\r\n1,2,3\r\n';
  const { found, a, b } = await read([{ name: 'gt/gt_a.txt', data }]);
  expect(a).toMatchObject([
    { kind: 'quad', points: quad, text: 'A, B', ignore: false },
    { kind: 'quad', text: null, ignore: true },
  ]);
  expect(b).toBeUndefined();
  expect(found.problems).toMatchObject([{ file: 'gt/gt_a.txt', key: 'yolo.line' }]);
});

it('COCO-Text: texts beside polygons and boxes, also as a property of them', async () => {
  const annotation = { id: 1, image_id: 1, category_id: 1, segmentation: [quad], utf8_string: 'X9' };
  const box = { id: 2, image_id: 1, category_id: 1, bbox: [1, 1, 29, 8], legibility: 'illegible' };
  const coco = {
    images: [{ id: 1, file_name: 'lot/a.png' }],
    categories: [{ id: 1, name: 'text' }],
    annotations: [annotation, box, { ...annotation, id: 3, utf8_string: undefined, attributes: { text: 'Y7' } }],
  };
  const { found, a } = await read([{ name: 'texts.json', data: JSON.stringify(coco) }]);
  expect(found.format).toBe('coco');
  expect(a).toMatchObject([
    { kind: 'quad', points: quad, text: 'X9', ignore: false },
    { kind: 'quad', points: quad, text: null, ignore: true },
    { kind: 'quad', text: 'Y7' },
  ]);
});

it('crossed corners are named, and a list is none where labels are drawn', async () => {
  const crossed = `a.png\t${JSON.stringify([{ transcription: 'A', points: [points[0], points[2], points[1], points[3]] }])}`;
  const { found } = await read([{ name: 'Label.txt', data: crossed }]);
  const [object] = (await found.of('lot/a.png', ground))!.objects;
  expect(cocoShape(object!.annotation, ground, { pixels: 0 } as never)).toMatchObject({ problem: 'coco.crossed' });
  expect((await read([{ name: 'Label.txt', data: crossed }], false)).found.format).toBe('none');
});

it('a text that leaves the image keeps its four corners and its reading start, and is named', async () => {
  const at = (corners: number[][]) => ({ transcription: 'LOT 7', points: corners });
  const texts = [
    at([
      [120, 30],
      [80, 30],
      [80, 10],
      [120, 10],
    ]),
    at([
      [90, -8],
      [130, 4],
      [126, 12],
      [86, 1],
    ]),
    at([
      [120, 10],
      [140, 10],
      [140, 20],
      [120, 20],
    ]),
  ];
  const { found } = await read([{ name: 'Label.txt', data: `a.png\t${JSON.stringify(texts)}` }]);
  const { objects } = (await found.of('lot/a.png', ground))!;
  const results = objects.map(({ annotation }) => cocoShape(annotation, ground, { pixels: 0 } as never));
  expect(results).toMatchObject([
    { shape: { kind: 'quad', points: [100, 30, 80, 30, 80, 10, 100, 10], text: 'LOT 7' }, problem: 'coco.clipped' },
    { shape: { kind: 'quad', points: [90, 0, 100, 4, 100, 12, 86, 1], text: 'LOT 7' }, problem: 'coco.clipped' },
    { problem: 'coco.outside' },
  ]);
  expect(results[2]!.shape).toBeUndefined();
});

it('of a line the good texts are used, and what no shape can keep is named', async () => {
  // as many characters as may be, each of two halves
  const wide = '𠮷'.repeat(limits.shapeText);
  const texts = [
    { transcription: 'LOT 7', points },
    { transcription: 'no corners', points: [[1, 1]] },
    { transcription: 'x'.repeat(limits.shapeText + 1), points },
    { transcription: 'NUL \0', points },
    { transcription: wide, points },
  ];
  const { found, a } = await read([{ name: 'Label.txt', data: `a.png\t${JSON.stringify(texts)}` }]);
  expect(a?.map((shape) => shape?.text)).toEqual(['LOT 7', null, 'NUL \ufffd', wide]);
  expect(found.problems).toMatchObject([{ file: 'Label.txt', key: 'textFile.some' }]);
  expect(found.problems[0]!.en_msg).toContain('1 text in line 1 has no');
  const { objects } = (await found.of('lot/a.png', ground))!;
  const problems = objects.map(({ annotation }) => cocoShape(annotation, ground, { pixels: 0 } as never).problem);
  expect(problems).toEqual([undefined, 'coco.longText', undefined, undefined]);
});
