/** LabelMe files with their image in them: it becomes an image like any other, and what is none is named. */
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { readFiles } from '../../../testing/annotation-files.ts';
import { drawPng } from '../../../testing/images.ts';

let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  png = await drawPng(100, 80);
  jpeg = await sharp(png).jpeg().toBuffer();
});

const shapes = [
  {
    label: 'open',
    shape_type: 'rectangle',
    points: [
      [1, 2],
      [30, 40],
    ],
  },
];
const labelme = (imageData: unknown, more: object = {}) =>
  JSON.stringify({ version: '5.5.0', flags: {}, shapes, imagePath: 'C:\\x\\part.jpg', imageData, ...more });
const alone = { images: [] as string[] };

it('gives the image the name of its file, with the ending of what it is', async () => {
  const entries = [
    { name: 'lot/1.json', data: labelme(png.toString('base64')) },
    { name: 'lot/2.json', data: labelme(`data:image/jpeg;base64,${jpeg.toString('base64')}`) },
  ];
  const { images, of, format, problems, bytes } = await readFiles(entries, alone);
  expect({ images, format, problems }).toEqual({ images: ['lot/1.png', 'lot/2.jpg'], format: 'labelme', problems: [] });
  expect(Object.values(of).map((own) => own?.length)).toEqual([1, 1]);
  expect(bytes('lot/1.png').equals(png)).toBe(true);
  expect(bytes('lot/2.jpg').equals(jpeg)).toBe(true);
});

it('leaves it alone where the image lies beside, by its name or by that of the file', async () => {
  const data = labelme(png.toString('base64'));
  const { images } = await readFiles([{ name: 'one.json', data }], { images: ['part.jpg'] });
  expect(images).toEqual(['part.jpg']);
  expect((await readFiles([{ name: 'one.json', data }], { images: ['one.bmp'] })).images).toEqual(['one.bmp']);
});

it('belongs to its own file, whatever image another file names', async () => {
  const data = (imagePath: string) => labelme(png.toString('base64'), { imagePath });
  const { of, problems } = await readFiles(
    [
      { name: 'a.json', data: data('b.png') },
      { name: 'b.json', data: data('a.png') },
    ],
    alone,
  );
  expect(problems).toEqual([]);
  expect(Object.keys(of)).toEqual(['a.png', 'b.png']);
  expect(Object.values(of).map((own) => own?.length)).toEqual([1, 1]);
});

it.each<[string, unknown]>([
  ['no base64', '<script>'],
  ['no image', Buffer.from('PK\u0003\u0004 an archive').toString('base64')],
  ['an image of another format', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['an image with other signs in it', 'iVBORw0KGgo=\u0000$$$$'],
])('names %s in both languages, and takes the other images', async (_, imageData) => {
  const { images, problems, texts } = await readFiles(
    [
      { name: 'bad.json', data: labelme(imageData) },
      { name: 'good.json', data: labelme(png.toString('base64')) },
    ],
    alone,
  );
  expect(images).toEqual(['good.png']);
  expect(problems).toEqual(['bad.json: annotationFile.imageData']);
  expect(texts[0]!.msg).toMatch(/内嵌/);
  expect(texts[0]!.en_msg).toMatch(/Save the file again/);
});

it('files without an image in them, or that cannot be read, are those of every import', async () => {
  const { images, problems } = await readFiles(
    [
      { name: 'none.json', data: labelme(null) },
      { name: 'number.json', data: labelme(7) },
      { name: 'cut.json', data: labelme(png.toString('base64')).slice(0, -5) },
      { name: 'deep.json', data: `{"imageData":"x","shapes":${'['.repeat(100)}` },
    ],
    alone,
  );
  expect(images).toEqual([]);
  expect(problems.sort()).toEqual([
    'cut.json: annotationFile.invalid',
    'deep.json: annotationFile.invalid',
    'none.json: annotationFile.noImage',
    'number.json: annotationFile.noImage',
  ]);
});
