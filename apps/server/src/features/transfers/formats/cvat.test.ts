/** CVAT for images 1.1: what its files say, what of it is left out, and files that no program would write. */
import { limits } from '@loupe/contract';
import { expect, it } from 'vitest';
import { readFiles } from '../../../testing/annotation-files.ts';

const label = (name: string, more = '') => `<label><name>${name}</name>${more}<attributes></attributes></label>`;
const document = (images: string, labels = label('open')) =>
  `<?xml version="1.0" encoding="utf-8"?><annotations><version>1.1</version><meta><task><name>t</name><labels>${labels}` +
  `</labels></task></meta>${images}</annotations>`;
const image = (shapes: string, name = 'a.png', size = 'width="100" height="80"') =>
  `<image id="0" name="${name}" ${size}>${shapes}</image>`;
const read = (data: string, images?: string[]) =>
  readFiles([{ name: 'whatever.xml', data }], images === undefined ? {} : { images });
const box = '<box label="open" occluded="0" xtl="1" ytl="2" xbr="30" ybr="40" z_order="0"></box>';

it('reads boxes, also at an angle, polygons, ellipses and masks, lower ones first', async () => {
  const shapes = [
    '<polygon label="dent" points="1.5,1;20,1;20,20" z_order="3"></polygon>',
    '<box label="open" xtl="20" ytl="20" xbr="60" ybr="40" rotation="90" z_order="1"></box>',
    '<box label="open" xtl="1" ytl="2" xbr="30" ybr="40" rotation="0.0" z_order="0"></box>',
    '<ellipse label="dent" cx="50" cy="40" rx="10" ry="5" rotation="0.0" z_order="4"></ellipse>',
    // two rows of four: the hole of the second row is one pixel
    '<mask label="dent" rle="0, 5, 1, 6" left="10" top="20" width="4" height="3" z_order="5"></mask>',
  ].join('');
  const { format, files, classes, of, problems } = await read(document(image(shapes)));
  expect({ format, files, classes, problems }).toEqual({
    format: 'cvat',
    files: 1,
    classes: { open: 2, dent: 3 },
    problems: [],
  });
  const [upright, turned, polygon, ellipse, mask] = of['a.png']!;
  expect(upright).toEqual({ label: 'open', kind: 'rect', points: [1, 2, 30, 40], parts: [0], ignore: false });
  expect(turned).toMatchObject({ label: 'open', kind: 'rrect' });
  // clockwise on the screen: what was at the left is at the top
  expect(turned!.points.map((one) => Math.round(one))).toEqual([50, 10, 50, 50, 30, 50, 30, 10]);
  expect(polygon).toMatchObject({ label: 'dent', kind: 'polygon', points: [1.5, 1, 20, 1, 20, 20] });
  expect(Math.max(...ellipse!.points)).toBeCloseTo(60, 1);
  expect(mask).toMatchObject({ kind: 'polygon', parts: [0, expect.any(Number)] });
  expect(Math.min(...mask!.points)).toBeGreaterThanOrEqual(10);
});

it('takes the labels of a task, a job or a project with their colours; the points of skeletons are none', async () => {
  const labels = [
    label('open', '<color>#FF0080</color><type>any</type>'),
    label('plain', '<color>no colour</color>'),
    label('pose', '<type>skeleton</type>'),
    label('1', '<type>points</type><parent>pose</parent>'),
    label('good', '<type>tag</type>'),
  ].join('');
  const inProject = document(image(box), labels).replaceAll('task>', 'project>');
  for (const data of [document(image(box), labels), inProject]) {
    // oxlint-disable-next-line no-await-in-loop
    const { classes, colors } = await read(data);
    expect({ classes, colors }).toEqual({ classes: { open: 1, plain: 0 }, colors: { open: '#ff0080' } });
  }
});

it('finds images by their names, also below the folder of their subset', async () => {
  const of = (subset: string, name: string) =>
    image(box, name).replace('<image', `<image subset="${subset}" task_id="1"`);
  const found = await read(document(of('train', 'lot/a.png') + of('val', 'lot/a.png')), [
    'images/train/lot/a.png',
    'images/val/lot/a.png',
  ]);
  expect(found.problems).toEqual([]);
  expect(Object.values(found.of).map((shapes) => shapes?.length)).toEqual([1, 1]);
});

it('an image without shapes was checked; where all shapes are of a kind that is left out it was not', async () => {
  const points = '<points label="open" points="3,4"></points>';
  const { of, problems } = await read(document(image(box) + image('', 'b.png') + image(points, 'c.png')), [
    'a.png',
    'b.png',
    'c.png',
  ]);
  expect(of).toMatchObject({ 'b.png': [], 'c.png': [] });
  expect(problems).toEqual(['…: importLoss.points']);
});

it('counts what no data set has a place for', async () => {
  const shapes = [
    '<box label="open" occluded="1" xtl="1" ytl="2" xbr="30" ybr="40"><attribute name="size">7</attribute>' +
      '<attribute name="rust">false</attribute><attribute name="ignore">true</attribute></box>',
    '<points label="open" points="1,1;2,2"></points>',
    '<polyline label="open" points="1,1;2,2"></polyline>'.repeat(2),
    '<cuboid label="open" xtl1="1"></cuboid>',
    '<skeleton label="open"><points label="1" points="1,1"></points></skeleton>',
    '<tag label="open"></tag>',
    '<hologram label="open"></hologram>',
  ].join('');
  const track = '<track id="0" label="open"><box frame="0" xtl="1" ytl="1" xbr="2" ybr="2"></box></track>';
  const { texts, of } = await read(document(image(shapes) + track));
  const counted = texts.map(({ key, en_msg }) => `${key.replace('importLoss.', '')} ${/\d+/.exec(en_msg)![0]}`);
  expect(counted.sort()).toEqual([
    'attributes 2',
    'cuboids 1',
    'imageLabels 1',
    'others 1',
    'points 1',
    'polylines 2',
    'skeletons 1',
    'tracks 1',
  ]);
  expect(of['a.png']).toMatchObject([{ kind: 'rect', ignore: true }]);
});

it('of a video only its tracks are counted', async () => {
  const { format, problems } = await read(document('<track id="0" label="open"></track>'));
  expect([format, problems]).toEqual(['none', ['…: importLoss.tracks']]);
});

it.each([
  ['DOCTYPE', '<!DOCTYPE annotations SYSTEM "file:///etc/passwd"><annotations/>', 'DOCTYPE'],
  [
    'entities that expand',
    `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><annotations>&b;</annotations>`,
    'DOCTYPE',
  ],
  ['deep nesting', `<annotations>${'<image>'.repeat(40)}${'</image>'.repeat(40)}</annotations>`, 'deep'],
  ['deep nesting in what is no image', `<annotations>${'<x>'.repeat(10_000)}`, 'deep'],
  ['a cut file', document(image(box)).slice(0, -60), 'not valid XML'],
  ['an entity of its own', '<annotations><image name="&x;"/></annotations>', 'not valid XML'],
  ['no image', '<annotations><version>1.1</version></annotations>', 'no “image”'],
])('refuses a file with %s in both languages, and uses the others', async (_, data, why) => {
  const good = document(image(box));
  const found = await readFiles([
    { name: 'bad.xml', data },
    { name: 'good.xml', data: good },
  ]);
  expect(found.problems).toEqual(['bad.xml: annotationFile.invalid']);
  expect(found.texts[0]!.en_msg).toContain(why);
  expect(found.texts[0]!.msg).toMatch(/[\u4e00-\u9fff]/);
  expect(found.of['a.png']).toHaveLength(1);
});

it('names each shape that is none, and keeps the good ones', async () => {
  const at = (x1: string, y1: string, x2: string, y2: string, more = '') =>
    `<box label="open" xtl="${x1}" ytl="${y1}" xbr="${x2}" ybr="${y2}" ${more}></box>`;
  const mask = (rle: string, left: string, top: string, width: string, height: string) =>
    `<mask label="open" rle="${rle}" left="${left}" top="${top}" width="${width}" height="${height}"></mask>`;
  const cases: [string, string | undefined][] = [
    [at('NaN', '2', '30', '40'), 'coco.badNumber'],
    [at('1', '2', '1e308', '40'), 'coco.badNumber'],
    [at('1', '2', '-1e308', '40', 'rotation="45"'), 'coco.badNumber'],
    [at('1', '2', '30', '40', 'rotation="Infinity"'), 'coco.badNumber'],
    [at('1', '2', '1', '40'), 'coco.badBox'],
    [at('30', '2', '1', '40'), 'coco.badBox'],
    ['<box label="open"></box>', 'coco.badNumber'],
    ['<polygon label="open" points="1,1;2,2"></polygon>', 'coco.badPolygon'],
    ['<polygon label="open"></polygon>', 'coco.badPolygon'],
    ['<polygon label="open" points="1,1;x;3,3"></polygon>', 'coco.badNumber'],
    ['<polygon label="open" points="1e300,1;-1e300,1;3,-1e300"></polygon>', 'coco.badNumber'],
    ['<polygon label="open" points="900,900;990,900;990,990"></polygon>', 'coco.outside'],
    [`<polygon label="open" points="${'1,1;'.repeat(limits.pointsPerShape + 50)}9,9"></polygon>`, 'coco.manyPoints'],
    ['<ellipse label="open" cx="5" cy="5" rx="1e300" ry="NaN"></ellipse>', 'coco.badPolygon'],
    [mask('0, 13', '1', '1', '4', '3'), 'coco.maskLength'],
    [mask('0, -3', '1', '1', '4', '3'), 'coco.mask'],
    [mask('1, two', '1', '1', '4', '3'), 'coco.mask'],
    [mask('', '1', '1', '4', '3'), 'coco.mask'],
    [mask('0, 12', '98', '1', '4', '3'), 'coco.maskSize'],
    [mask('0, 12', '1', '1', '-4', '-3'), 'coco.maskLost'],
    [mask('0, 12', '1', '1', '1e9', '1e9'), 'coco.maskSize'],
    [mask('12', '1', '1', '4', '3'), 'coco.noArea'],
    [mask('1,'.repeat(700_000), '1', '1', '4', '3'), 'coco.manyPoints'],
    ['<polygon points="10,10;20,10;20,20"></polygon>', undefined],
    [box, undefined],
  ];
  for (const [shape, key] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const { problems, of } = await read(document(image(shape + box)));
    expect([shape.slice(0, 80), problems]).toEqual([shape.slice(0, 80), key ? [`a.png: ${key}`] : []]);
    const coordinates = of['a.png']!.flatMap(({ points }) => points);
    expect(coordinates.every((one) => one >= 0 && one <= 100)).toBe(true);
  }
});

it('names images that are not there, that stand twice or mean several, and paths that lead out', async () => {
  const names = ['a.png', 'a.png', 'b.png', '../../etc/a2.png', 'gone.png', ''];
  const { problems, of, texts } = await read(document(names.map((name) => image(box, name)).join('')), [
    'a.png',
    'x/b.png',
    'y/b.png',
    'a2.png',
  ]);
  expect(problems).toEqual([
    'whatever.xml · a.png: annotationFile.second',
    'b.png: annotationFile.ambiguous',
    'gone.png: annotationFile.noImage',
    ': annotationFile.noImage',
  ]);
  expect(of['a2.png']).toHaveLength(1);
  expect(texts.every(({ msg, en_msg }) => msg !== en_msg)).toBe(true);
});

it('reads 100,000 shapes, and refuses more than an archive may have', async () => {
  const many = Array.from({ length: 20 }, (_, i) => image(box.repeat(5000), `${i}.png`));
  const names = many.map((_, i) => `${i}.png`);
  const { classes, of, problems } = await read(document(many.join('')), names);
  expect([classes, problems]).toEqual([{ open: 100_000 }, []]);
  expect(names.every((name) => of[name]!.length === 5000)).toBe(true);
  const tooMany = document(image('<box/>'.repeat(limits.archiveAnnotations + 1)));
  await expect(read(tooMany)).rejects.toMatchObject({ key: 'cause.import.tooManyAnnotations' });
});
