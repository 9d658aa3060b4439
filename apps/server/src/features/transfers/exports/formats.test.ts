/** The pure parts of exports: records of the formats, what they lose, names inside the zip. */
import type { ExportFormat, ShapeKind } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { cocoCounts, isCocoMask } from '@loupe/geometry';
import { cocoAnnotation, maskAnnotation } from './coco.ts';
import { meetingsOf } from './filled.ts';
import { formats } from '../formats/registry.ts';
import { asPng, directoriesOf, fileName, safeName, uniqueNames } from './names.ts';
import { lossesOf, shortFloat, type ExportShape } from './shapes.ts';
import { boxRows, dataYaml, labelPath, polygonRows, yoloLines } from './yolo.ts';

const f32 = (points: readonly number[]): number[] => points.map(Math.fround);
const shapeOf = (kind: ShapeKind, points: number[], more: Partial<ExportShape> = {}): ExportShape => ({
  labelId: 7,
  kind,
  points: f32(points),
  parts: [0],
  text: null,
  ignore: false,
  score: null,
  ...more,
});
const rect = shapeOf('rect', [10.1, 20.2, 30.3, 60.7]);
const square = [0, 0, 40, 0, 40, 40, 0, 40];
const holed = shapeOf('polygon', [...square, 10, 10, 20, 10, 20, 20], { parts: [0, 4] });
const pieces = shapeOf('polygon', [...square, 60, 60, 80, 60, 80, 80], { parts: [0, 4] });
const quad = shapeOf('quad', square);
const size = { width: 100, height: 200 };

describe('coco', () => {
  it('writes boxes that give back every float32', () => {
    for (let i = 0; i < 2000; i++) {
      const [x, y] = f32([Math.random() * 32_000, (i * 7.77) % 511]) as [number, number];
      const points = f32([x, y, x + 0.1 + Math.random() * 700, y + 0.3 + i / 7]);
      const { bbox } = cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, shapeOf('rect', points));
      const [left, top, width, height] = bbox as [number, number, number, number];
      expect(f32([left, top, left + width, top + height])).toEqual(points);
    }
  });
  it('writes short numbers where they are enough', () => {
    expect(shortFloat(Math.fround(10.1))).toBe(10.1);
    expect(cocoAnnotation({ id: 3, imageId: 2, categoryId: 1 }, rect)).toEqual({
      id: 3,
      image_id: 2,
      category_id: 1,
      bbox: [10.1, 20.2, 20.2, 40.5],
      area: expect.closeTo(818.1, 2),
      segmentation: [],
      iscrowd: 0,
    });
  });
  it('counts the area that readers fill: holes are, pieces add up', () => {
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, holed)).toMatchObject({
      area: 1600,
      bbox: [0, 0, 40, 40],
    });
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, holed).segmentation).toEqual([
      square,
      [10, 10, 20, 10, 20, 20],
    ]);
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, pieces)).toMatchObject({
      area: 1800,
      bbox: [0, 0, 80, 80],
    });
  });
  it('counts the area that readers fill also where an outline crosses itself', () => {
    const crossed = shapeOf('polygon', [10, 10, 50, 50, 50, 10, 10, 50]);
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, crossed).area).toBeCloseTo(800, -1);
    // a scratch is thin and nothing else
    const scratch = shapeOf('polygon', [0, 0, 1000, 1000, 1001, 1000, 1, 0]);
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, scratch).area).toBe(1000);
  });
  it('writes masks of run lengths that keep holes, with the pixels that they cover as their area', () => {
    const image = { width: 50, height: 60 };
    const place = { id: 1, imageId: 1, categoryId: 1 };
    const { segmentation, area, bbox } = maskAnnotation(place, holed, image);
    expect(bbox).toEqual([0, 0, 40, 40]);
    expect(area).toBe(1600 - 55);
    const { size, counts } = segmentation as { size: number[]; counts: string };
    expect(size).toEqual([60, 50]);
    expect(isCocoMask({ ...image, counts: cocoCounts(counts)! })).toBe(true);
    expect(maskAnnotation(place, rect, image)).toEqual(cocoAnnotation(place, rect));
  });
  it('says crowd for what is ignored, and carries text and score beside', () => {
    const read = shapeOf('quad', square, { ignore: true, text: 'A7', score: 0.5 });
    expect(cocoAnnotation({ id: 1, imageId: 1, categoryId: 1 }, read)).toMatchObject({
      iscrowd: 1,
      attributes: { text: 'A7', score: 0.5 },
    });
  });
});

describe('yolo', () => {
  it('writes shares of the image: boxes, or one polygon a ring', () => {
    expect(yoloLines(2, boxRows(shapeOf('rect', [10, 20, 30, 60]), size))).toBe('2 0.2 0.2 0.2 0.2\n');
    expect(yoloLines(0, boxRows(pieces, size))).toBe('0 0.4 0.2 0.8 0.4\n');
    expect(yoloLines(0, polygonRows(shapeOf('rect', [10, 20, 30, 60]), size))).toBe(
      '0 0.1 0.1 0.3 0.1 0.3 0.3 0.1 0.3\n',
    );
    expect(yoloLines(1, polygonRows(holed, size))).toBe('1 0 0 0.4 0 0.4 0.2 0 0.2\n');
    expect(yoloLines(1, polygonRows(pieces, size)).split('\n')).toHaveLength(3);
  });
  it('has a data.yaml that says which folders train, validate and test', () => {
    const folders = [
      { path: 'a', type: 'general' },
      { path: 'b', type: 'validation' },
      { path: 'c', type: 'test' },
    ] as const;
    expect(dataYaml('set', folders, ['划痕', 'on'])).toBe(
      '# set\npath: .\ntrain:\n  - "images/a"\nval:\n  - "images/b"\ntest:\n  - "images/c"\nnames:\n  0: "划痕"\n  1: "on"\n',
    );
    expect(dataYaml('set', folders.slice(0, 1), ['x'])).toContain('val:\n  - "images/a"');
  });
});

describe('losses', () => {
  const all = shapeOf('rrect', square, { text: 'x', score: 1 });
  it.each<[ExportFormat, ExportShape, string[]]>([
    ['coco', rect, []],
    ['coco', holed, ['holes']],
    ['coco', pieces, []],
    ['coco', all, ['quadsToPolygons']],
    ['coco', { ...rect, ignore: true }, []],
    ['coco', { ...all, labelId: null }, ['unlabelled']],
    ['cocoMasks', rect, []],
    ['cocoMasks', holed, ['wholePixels']],
    ['cocoMasks', { ...holed, ignore: true }, ['wholePixels']],
    ['maskIndex', holed, ['wholePixels']],
    ['maskIndex', { ...pieces, text: 'x' }, ['wholePixels', 'separateParts', 'texts']],
    ['maskPerLabel', rect, ['boxesToMasks']],
    ['maskPerLabel', { ...rect, ignore: true }, ['ignored']],
    ['yoloDetect', rect, []],
    ['yoloDetect', all, ['polygonsToBoxes', 'texts', 'scores']],
    ['yoloDetect', { ...all, ignore: true }, ['ignored']],
    ['yoloSegment', rect, ['boxesToPolygons']],
    ['yoloSegment', holed, ['holes']],
    ['yoloSegment', pieces, ['separateParts']],
    ['yoloSegment', quad, ['quadsToPolygons']],
    ['cvat', { ...all, ignore: true }, []],
    ['cvat', holed, ['wholePixels']],
    ['cvat', pieces, ['wholePixels']],
    ['cvat', quad, ['quadrilaterals']],
    ['datumaro', { ...all, ignore: true }, []],
    ['datumaro', holed, ['wholePixels']],
    ['datumaro', pieces, []],
    ['datumaro', quad, ['quadrilaterals']],
    ['ppocr', { ...all, kind: 'quad' }, ['scores']],
    ['ppocr', { ...quad, kind: 'polygon', ignore: true, text: 'x' }, ['polygonsToQuads']],
    ['ppocr', pieces, ['separateParts']],
    ['ppocr', { ...quad, labelId: null }, []],
    ['icdar', quad, ['wholePixels']],
    ['icdar', { ...holed, ignore: true, text: 'x' }, ['wholePixels', 'polygonsToQuads', 'ignoredTexts']],
    ['cocoText', { ...all, kind: 'quad' }, []],
    ['cocoText', holed, ['holes']],
    ['textCrops', { ...quad, text: 'x' }, ['places']],
    ['textCrops', quad, ['untyped']],
    ['textCrops', { ...quad, text: 'x', ignore: true }, ['untyped']],
    ['mvtec', holed, []],
    ['mvtec', pieces, []],
    ['mvtec', { ...rect, ignore: true }, ['ignored']],
    ['mvtec', { ...all, labelId: null }, ['unlabelled']],
  ])('of %s', (format, shape, lost) => {
    expect(lossesOf(formats[format], shape)).toEqual(lost);
  });
});

describe('where shapes of an image meet', () => {
  const at = (x: number, y: number, labelId: number) => shapeOf('rect', [x, y, x + 10, y + 10], { labelId });
  const all = [at(0, 0, 1), at(5, 5, 2), at(30, 0, 1), at(40, 10, 1), at(60, 0, 1), at(71, 0, 1), at(90, 90, 2)];
  it.each([size, { width: 9000, height: 9000 }])('in an image of %o', (own) => {
    // the windows of a very large image say no more than that they are near each other
    const isExact = own === size;
    expect(
      meetingsOf(
        all.filter((_, i) => i !== 4 || isExact),
        own,
      ),
    ).toEqual({ covered: 1, merged: 2 });
  });
  it('is lost as far as the format cannot say it', () => {
    expect(formats.maskIndex.lossesAmong!(all, size)).toEqual({ covered: 1, merged: 2 });
    expect(formats.maskPerLabel.lossesAmong!(all, size)).toEqual({ merged: 2 });
  });
});

it('exports of different formats are told apart by the names of their files', () => {
  const suffixes = Object.values(formats).map(({ suffix }) => suffix);
  expect(new Set(suffixes).size).toBe(suffixes.length);
});

describe('names', () => {
  it('are such as every system writes', () => {
    expect(['a:b?.png', 'con.png', 'COM1', 'x. ', '图 1.png'].map(safeName)).toEqual([
      'a_b_.png',
      '_con.png',
      '_COM1',
      'x__',
      '图 1.png',
    ]);
  });
  it('are none that a system keeps for itself, or an import skips', () => {
    const names = ['CON .png', 'COM¹.png', 'lpt³', 'CONIN$.png', 'conout$', '.png', '..png', '._a.png', '__MACOSX'];
    expect(names.map(safeName)).toEqual(names.map((name) => `_${name}`));
    const fit = ['console.png', 'COM.png', 'COM10.png', 'auxiliary', 'CON~2.png', 'a.con'];
    expect(fit.map(safeName)).toEqual(fit);
  });
  it('of directories are such too; one that can be written as it is stays so', () => {
    const names = ['CON', '_con', '_CON~2', 'lot'];
    const directories = directoriesOf(names.map((name, id) => ({ id, name })));
    expect([...directories.values()]).toEqual(['_CON~3', '_con', '_CON~2', 'lot']);
  });
  it.each([
    ['straße.png', 'STRASSE.png'],
    ['ẞ.png', 'ss.png'],
    ['ſ.png', 's.png'],
    ['ΟΔΟΣ.png', 'οδος.png'],
    ['ΐ.png', 'ΐ.png'],
    ['K.png', 'k.png'],
  ])('%s and %s are one where case does not count', (one, other) => {
    const name = uniqueNames(false);
    expect([name(one), name(other)]).toEqual([one, other.replace('.', '~2.')]);
  });
  it('without a dot on its i one is another everywhere', () => {
    const name = uniqueNames(false);
    expect(['ı.png', 'i.png'].map((one) => name(one))).toEqual(['ı.png', 'i.png']);
  });
  it('are not one for any system', () => {
    const name = uniqueNames(false);
    expect(['A.png', 'a.png', 'a~2.png', 'a.jpg', 'a?.png', 'a_.png'].map((one) => name(one))).toEqual([
      'A.png',
      'a~2.png',
      'a~2~2.png',
      'a.jpg',
      'a_.png',
      'a_~2.png',
    ]);
  });
  it('differ in their stem where a file of the same stem stands beside each', () => {
    const name = uniqueNames(true);
    const given = ['a.png', 'a.jpg', 'a.b.png'].map((one) => name(one));
    expect(given).toEqual(['a.png', 'a~2.jpg', 'a.b.png']);
    expect(given.map((one) => labelPath(`f/${one}`))).toEqual([
      'labels/f/a.txt',
      'labels/f/a~2.txt',
      'labels/f/a.b.txt',
    ]);
  });
  it('end with what the bytes are', () => {
    expect(['x.bmp', 'x.PNG', 'x', 'v1.2'].map(asPng)).toEqual(['x.png', 'x.PNG', 'x.png', 'v1.2.png']);
  });
  it('end as those of images do where the file goes with them', () => {
    const named = (name: string, mime: string) => fileName({ name, originalSha256: null, mime }, true);
    expect(named('ab', 'image/png')).toBe('ab.png');
    expect(named('gnp.exe', 'image/jpeg')).toBe('gnp.exe.jpg');
    expect(named('a.JPEG', 'image/png')).toBe('a.JPEG');
    expect(fileName({ name: 'ab', originalSha256: null, mime: 'image/png' }, false)).toBe('ab');
  });
  it.each([true, false])('are short enough for every system, cut between characters, and still differ', (byStem) => {
    const nameOf = uniqueNames(byStem);
    const long = ['中'.repeat(251), '🔧'.repeat(125), `${'中'.repeat(250)}2`, `x${'é'.repeat(250)}`].map(
      (one) => `${one}.png`,
    );
    const names = [...long, `a.${'b'.repeat(253)}`, `a.${'b'.repeat(252)}c`].map((one) => nameOf(one));
    expect(new Set(names.map((one) => (byStem ? one.replace(/\.[^.]*$/, '') : one))).size).toBe(names.length);
    for (const one of names) {
      // beside a name stand gt_, _mask or the number of a crop
      expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255 - '_crop_9999.png'.length);
      expect(one.isWellFormed()).toBe(true);
    }
    expect(names.slice(0, 4).every((one) => one.endsWith('.png'))).toBe(true);
    expect(names[2]).toMatch(/^中+~2\.png$/);
  });
  it('that begin alike are told apart by the thousand', () => {
    const nameOf = uniqueNames(true);
    const start = '中'.repeat(240);
    const names = Array.from({ length: 20_000 }, (_, i) => nameOf(`${start}${i}.png`));
    expect(new Set(names).size).toBe(names.length);
  });
});
