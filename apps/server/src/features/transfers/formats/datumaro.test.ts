/** Datumaro: what its files say, what of it is left out, and files that no program would write. */
import { limits } from '@loupe/contract';
import { expect, it } from 'vitest';
import { readFiles } from '../../../testing/annotation-files.ts';

const names = ['open', 'dent'];
const label = { labels: names.map((name) => ({ name, parent: '', attributes: [] })), attributes: [] };
const item = (annotations: readonly unknown[], path = 'a.png', size: unknown = [80, 100]) => ({
  id: path.replace(/\.\w+$/, ''),
  annotations,
  image: { path, size },
});
const document = (items: readonly unknown[], categories: unknown = { label }) =>
  JSON.stringify({ dm_format_version: '1.0', media_type: 2, infos: {}, categories, items });
const read = (data: string, images?: string[], name = 'annotations/default.json') =>
  readFiles([{ name, data }], images === undefined ? {} : { images });
const common = { id: 0, attributes: {}, group: 0, label_id: 0, z_order: 0 };
const box = { ...common, type: 'bbox', bbox: [1, 2, 29, 38] };
const triangle = [10, 10, 40, 10, 40, 40];

it('reads boxes, also at an angle, polygons with their pieces, ellipses and masks', async () => {
  const all = [
    { ...common, type: 'polygon', points: triangle, label_id: 1, z_order: 2, group: 5 },
    { ...common, type: 'polygon', points: [60, 60, 70, 60, 70, 70], label_id: 1, z_order: 2, group: 5 },
    { ...common, type: 'polygon', points: triangle, label_id: 0, z_order: 2, group: 5 },
    { ...common, type: 'bbox', bbox: [20, 20, 40, 20], attributes: { rotation: 90, occluded: false }, z_order: 1 },
    { ...box, attributes: { is_crowd: true } },
    { ...common, type: 'ellipse', points: [40, 35, 60, 45], z_order: 3 },
    { ...common, type: 'mask', label_id: 1, z_order: 4, rle: { size: [80, 100], counts: [810, 3, 77, 3, 7107] } },
  ];
  const { format, classes, of, problems } = await read(document([item(all)]));
  expect({ format, classes, problems }).toEqual({ format: 'datumaro', classes: { open: 4, dent: 2 }, problems: [] });
  const [upright, turned, pieces, single, ellipse, mask] = of['a.png']!;
  expect(upright).toEqual({ label: 'open', kind: 'rect', points: [1, 2, 30, 40], parts: [0], ignore: true });
  expect(turned!.kind).toBe('rrect');
  expect(turned!.points.map((one) => Math.round(one))).toEqual([50, 10, 50, 50, 30, 50, 30, 10]);
  expect(pieces).toMatchObject({ label: 'dent', kind: 'polygon', parts: [0, 3] });
  expect(single).toMatchObject({ label: 'open', parts: [0], points: triangle });
  expect(Math.max(...ellipse!.points)).toBeCloseTo(60, 1);
  expect(mask!.points.every((one) => one >= 10 && one <= 13)).toBe(true);
});

it('takes the classes with the colours of its masks', async () => {
  const colormap = [
    { label_id: 0, r: 255, g: 0, b: 128 },
    { label_id: 1, r: 999, g: 0, b: 0 },
    { label_id: 7, r: 1, g: 1, b: 1 },
  ];
  const { classes, colors } = await read(document([item([box])], { label, mask: { colormap } }));
  expect({ classes, colors }).toEqual({ classes: { open: 1, dent: 0 }, colors: { open: '#ff0080' } });
});

it('finds images below the folder of their subset, and by their ids where no path is said', async () => {
  const found = await readFiles(
    ['train', 'val'].map((subset) => ({
      name: `annotations/${subset}.json`,
      data: document([item([box], 'a.png'), { id: `only/${subset}`, annotations: [box] }]),
    })),
    { images: ['images/train/a.png', 'images/val/a.png', 'images/train/only/train.jpg', 'images/val/only/val.jpg'] },
  );
  expect(found.problems).toEqual([]);
  expect(Object.values(found.of).map((shapes) => shapes?.length)).toEqual([1, 1, 1, 1]);
});

it('is told by what is in it, also behind more categories than are looked at', async () => {
  const many = { labels: Array.from({ length: 5000 }, (_, i) => ({ name: `${i}`, parent: '', attributes: [] })) };
  const { format, of } = await read(document([item([box])], { label: many }), ['a.png'], 'x.JSON');
  expect([format, of['a.png']!.length]).toEqual(['datumaro', 1]);
});

it('counts what no data set has a place for', async () => {
  const all = [
    { ...box, attributes: { size: 'L', occluded: false, note: '' } },
    { ...common, type: 'label' },
    { ...common, type: 'caption', caption: 'a part' },
    { ...common, type: 'points', points: [1, 1] },
    { ...common, type: 'polyline', points: [1, 1, 2, 2] },
    { ...common, type: 'cuboid_3d', position: [0, 0, 0] },
    { ...common, type: 'skeleton', elements: [] },
    { ...common, type: 'hologram' },
    { ...common, type: 'hash_key' },
    null,
  ];
  const { texts, of } = await read(document([item(all)]));
  const counted = texts.map(({ key, en_msg }) => `${key.replace('importLoss.', '')} ${/\d+/.exec(en_msg)![0]}`);
  expect(counted.sort()).toEqual([
    'attributes 1',
    'captions 1',
    'cuboids 1',
    'imageLabels 1',
    'others 2',
    'points 1',
    'polylines 1',
    'skeletons 1',
  ]);
  expect(of['a.png']).toHaveLength(1);
});

it.each([
  ['deep nesting', `{"categories":{},"items":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested too deeply'],
  ['a cut file', document([item([box])]).slice(0, -20), 'not valid JSON'],
  ['no items', JSON.stringify({ categories: { label }, items: {} }), 'no “items”'],
])('refuses a file with %s in both languages, and uses the others', async (_, data, why) => {
  const found = await readFiles([
    { name: 'annotations/bad.json', data },
    { name: 'annotations/good.json', data: document([item([box])]) },
  ]);
  expect(found.problems).toEqual(['annotations/bad.json: annotationFile.invalid']);
  expect(found.texts[0]!.en_msg).toContain(why);
  expect(found.texts[0]!.msg).toMatch(/[\u4e00-\u9fff]/);
  expect(found.of['a.png']).toHaveLength(1);
});

it('names each annotation that is none, and keeps the good ones', async () => {
  const mask = (rle: unknown) => ({ ...common, type: 'mask', rle });
  const of = (more: object) => ({ ...box, ...more });
  const cases: [object, string | undefined][] = [
    [of({ bbox: [1, 2, null, 4] }), 'coco.badNumber'],
    [of({ bbox: [1, 2, 1e308, 4] }), 'coco.badNumber'],
    [of({ bbox: [1, 2, -5, 4] }), 'coco.badBox'],
    [of({ bbox: [500, 2, 5, 4] }), 'coco.outside'],
    [of({ bbox: [1, 2] }), 'coco.badNumber'],
    [of({ bbox: 'wide' }), 'coco.badNumber'],
    [of({ attributes: { rotation: 'left' } }), 'coco.badNumber'],
    [of({ label_id: 7 }), 'coco.unknownCategory'],
    [of({ label_id: -1 }), 'coco.unknownCategory'],
    [of({ label_id: '__proto__' }), 'coco.unknownCategory'],
    [{ ...common, type: 'polygon', points: [1, 1, 2, 2] }, 'coco.badPolygon'],
    [{ ...common, type: 'polygon', points: [1, 1, 2, 2, 3] }, 'coco.badPolygon'],
    [{ ...common, type: 'polygon', points: [[1, 1], 2, 2, 5, 9, 9] }, 'coco.badNumber'],
    [{ ...common, type: 'polygon' }, 'coco.badPolygon'],
    [{ ...common, type: 'ellipse', points: [1e300, -1e300, 4, 4] }, 'coco.badPolygon'],
    [mask({ size: [80, 100], counts: [0, 8001] }), 'coco.maskLost'],
    [mask({ size: [100, 80], counts: [0, 8000] }), 'coco.maskLost'],
    [mask({ size: [80, 100], counts: 'é' }), 'coco.maskLost'],
    [mask(null), 'coco.maskLost'],
    [mask({ size: [80, 100], counts: '1'.repeat(700_000) }), 'coco.manyPoints'],
    [of({ label_id: null }), undefined],
  ];
  for (const [raw, key] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const { problems, of: shapes } = await read(document([item([raw, box])]));
    const shown = JSON.stringify(raw).slice(0, 80);
    expect([shown, problems]).toEqual([shown, key ? [`a.png: ${key}`] : []]);
    expect(shapes['a.png']!.length).toBe(key ? 1 : 2);
  }
});

it('numbers that JSON does not have are named, and items that are none', async () => {
  const text = document([item([box, of('BAD')])]).replace('"BAD"', 'NaN');
  function of(value: string) {
    return { ...common, type: 'bbox', bbox: [value, 2, 3, 4] };
  }
  const { problems, of: shapes } = await read(text);
  expect([problems, shapes['a.png']!.length]).toEqual([['a.png: coco.badNumber'], 1]);
  const items = [
    null,
    5,
    { id: {}, annotations: 5 },
    item([box], '../../../etc/a.png'),
    item([box]),
    item([], 'a.png', [-1, 0]),
  ];
  const odd = await read(document(items));
  expect(odd.problems).toEqual([
    ': annotationFile.noImage',
    ': annotationFile.noImage',
    '{}: annotationFile.noImage',
    'annotations/default.json · a.png: annotationFile.second',
    'annotations/default.json · a.png: annotationFile.second',
  ]);
});

it('reads 100,000 annotations, and refuses more than an archive may have', async () => {
  const list = Array.from({ length: 20 }, (_, i) =>
    item(
      Array.from({ length: 5000 }, () => box),
      `${i}.png`,
    ),
  );
  const images = list.map(({ image }) => image.path);
  const { classes, problems } = await read(document(list), images);
  expect([classes, problems]).toEqual([{ open: 100_000, dent: 0 }, []]);
  const tooMany = document([item(Array.from({ length: limits.archiveAnnotations }, () => 0))]);
  await expect(read(tooMany)).rejects.toMatchObject({ key: 'cause.import.tooManyAnnotations' });
});
