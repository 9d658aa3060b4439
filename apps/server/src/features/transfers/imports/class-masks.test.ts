/** Masks of classes in an archive: palette, greys, colours, a file a label; what is wrong is named, and the good ones are used. */
import { api, type Call } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeIndexPng } from '../../../core/index-png.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { paletteOf } from '../label-map.ts';
import { importKind } from './index.ts';
import { maskLayoutOf } from './mask-layout.ts';

let server: TestServer;
let a: Call;
let projectId: number;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  projectId = (await a(api.projectAdd, { family: 'detection', name: 'p' })).id;
});
afterAll(() => server.close());

const [width, height] = [40, 30];
let shade = 0;
const picture = async (name: string): Promise<ZipEntry> => {
  const background = { r: ++shade % 250, g: 9, b: 30 };
  return {
    name,
    data: await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  };
};
type Spot = [value: number, x: number, y: number, size: number];
const paint = (spots: readonly Spot[], w = width, h = height): Uint8Array => {
  const data = new Uint8Array(w * h);
  for (const [value, x, y, size] of spots)
    for (let i = 0; i < size * size; i++) data[(y + Math.floor(i / size)) * w + x + (i % size)] = value;
  return data;
};
const index = (name: string, spots: readonly Spot[], palette: Uint8Array | null = paletteOf(3)): ZipEntry => ({
  name,
  data: writeIndexPng({ width, height, data: paint(spots), palette }),
});

async function add(entries: readonly ZipEntry[], setType: 'segmentation' | 'detection' = 'segmentation') {
  const set = await a(api.datasetAdd, { projectId, name: `s${++shade}`, setType });
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'f' });
  const id = await sendArchive(server, server.a, { folderId: folder.id, bytes: zipOf(entries) });
  const work = () => runNext(server.services, 'import', importKind);
  await work();
  const { inspection, state } = await a(api.uploadInfo, { id });
  if (state !== 'completed') {
    const mapping = inspection!.classes.map(({ name }) => ({
      name,
      target: { to: 'new', name: name.replace('#', 'c_') } as const,
    }));
    await a(api.uploadImport, { id, mapping });
    await work();
  }
  const report = await a(api.uploadReport, { id });
  const { labels } = await a(api.datasetInfo, { id: set.id });
  const nameOf = new Map(labels.map((one) => [one.id, one.name]));
  const { list } = await a(api.imageList, { folderId: folder.id });
  const images = await Promise.all(
    list.map(async (one) => {
      const { shapes } = await a(api.imageShapes, { imageId: one.id });
      return `${one.name} ${one.state} ${shapes
        .map(({ labelId, parts }) => `${nameOf.get(labelId!)}/${parts.length}`)
        .sort()
        .join(' ')}`;
    }),
  );
  return {
    inspection: inspection!,
    report,
    images,
    problems: report.problems.map(({ file, key }) => `${file} ${key}`),
  };
}

describe('masks of classes', () => {
  it('by a palette with names: each region is an object, holes stay, black masks say that nothing is there', async () => {
    const map = {
      name: 'set/labelmap.txt',
      data: '# label:color_rgb:parts:actions\nbackground:0,0,0::\ndent:128,0,0::\nscratch:0,128,0::',
    };
    const { inspection, images, report } = await add([
      await picture('set/JPEGImages/a.png'),
      await picture('set/JPEGImages/b.png'),
      await picture('set/JPEGImages/c.png'),
      map,
      index('set/SegmentationClass/a.png', [
        [2, 5, 5, 9],
        [0, 8, 8, 3],
        [1, 20, 20, 4],
        [1, 30, 3, 2],
        [255, 0, 0, 2],
      ]),
      index('set/SegmentationClass/b.png', []),
    ]);
    expect(inspection).toMatchObject({ images: 3, annotations: 'masks', annotationFiles: 2, emptyImages: 1 });
    expect(inspection.classes.map(({ name, shapes }) => [name, shapes]).sort()).toEqual([
      ['dent', 2],
      ['scratch', 1],
    ]);
    expect(report).toMatchObject({ images: 3, shapes: 3 });
    expect(images).toEqual(['a.png annotated dent/1 dent/1 scratch/2', 'b.png empty ', 'c.png unannotated ']);
    expect(report.problems.map((one) => one.en_msg)).toEqual([
      expect.stringMatching(/^1 mask has pixels .+ \(such as “set\/SegmentationClass\/a.png”, 4 in all\)\./),
    ]);
  });

  it('without names are told by their numbers or colours, and so it is said', async () => {
    const rgb = await sharp(Buffer.from([...paint([[1, 4, 4, 5]])].flatMap((one) => [one * 200, 0, one * 16])), {
      raw: { width, height, channels: 3 },
    })
      .png()
      .toBuffer();
    const { images, problems } = await add([
      await picture('images/a.png'),
      await picture('images/b.png'),
      await picture('images/c.png'),
      index('masks/a.png', [[3, 5, 5, 4]], null),
      { name: 'masks/b.png', data: rgb },
      index('masks/c_mask.png', [[255, 5, 5, 4]], null),
    ]);
    expect(images).toEqual(['a.png annotated class_3/1', 'b.png annotated c_c80010/1', 'c.png annotated object/1']);
    expect(problems).toEqual(['masks/a.png mask.noNames']);
  });

  it('what they call void or ignored is counted, and no image is called empty for it', async () => {
    const rgb = (color: readonly number[]) =>
      sharp(Buffer.from([...paint([[1, 4, 4, 5]])].flatMap((one) => color.map((channel) => one * channel))), {
        raw: { width, height, channels: 3 },
      })
        .png()
        .toBuffer();
    const names = 'background:255,255,255::\ndent:0,0,255::\nignored:9,9,200::\nvoid\n';
    const { images, problems, inspection } = await add([
      ...(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((one) => picture(`images/${one}.png`)))),
      { name: 'labelmap.txt', data: names },
      { name: 'masks/a.png', data: await rgb([9, 9, 200]) },
      { name: 'masks/b.png', data: await rgb([0, 0, 255]) },
      index('masks/c.png', [[255, 5, 5, 9]], null),
      index('masks/d.png', [[3, 5, 5, 4]], null),
      index('masks/e.png', [], null),
    ]);
    expect(images).toEqual([
      'a.png unannotated ',
      'b.png annotated dent/1',
      ...['c.png', 'd.png'].map((one) => `${one} unannotated `),
      'e.png empty ',
    ]);
    expect(inspection.emptyImages).toBe(1);
    expect(problems).toEqual(['masks/a.png mask.void']);
  });

  it('one file a label: in directories of labels, or of images', async () => {
    const { images, problems } = await add([
      await picture('images/f/a.png'),
      await picture('images/f/b.png'),
      index('masks/dent/f/a.png', [[255, 5, 5, 9]], null),
      index('masks/划痕/f/a.png', [[255, 5, 5, 4]], null),
      index('masks/f/b/dent.png', [[255, 5, 5, 4]], null),
    ]);
    expect(images).toEqual(['a.png annotated dent/1 划痕/1', 'b.png annotated dent/1']);
    expect(problems).toEqual([]);
  });

  it('that are wrong are named one by one, and the good ones are used', async () => {
    const noise = Buffer.from(
      Array.from({ length: width * height * 3 }, (_, i) => (i * i * 31 + (i % 97) * 13 + (i >> 5)) % 256),
    );
    const raw = { raw: { width, height, channels: 3 as const } };
    const deep = await sharp(noise, raw).toColourspace('grey16').png().toBuffer();
    const small = {
      name: 'masks/a.png',
      data: writeIndexPng({ width: 8, height: 8, data: new Uint8Array(64), palette: null }),
    };
    const { images, problems } = await add([
      ...(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((one) => picture(`images/${one}.png`)))),
      { name: 'classes.txt', data: 'dent\n' },
      small,
      { name: 'masks/b.png', data: await sharp(noise, raw).png().toBuffer() },
      { name: 'masks/c.jpg', data: await sharp(noise, raw).jpeg().toBuffer() },
      { name: 'masks/d.png', data: Buffer.from('none') },
      { name: 'masks/e.png', data: deep },
      index('masks/f.png', [[1, 5, 5, 4]], null),
      index('masks/x.png', [[1, 5, 5, 4]], null),
    ]);
    expect(problems.sort()).toEqual([
      'masks/a.png mask.size',
      'masks/b.png mask.colours',
      'masks/c.jpg mask.lossy',
      'masks/d.png mask.corrupt',
      'masks/e.png mask.deep',
      'masks/x.png mask.noImage',
    ]);
    expect(images.filter((one) => !one.includes('unannotated'))).toEqual(['f.png annotated dent/1']);
    expect(images).toHaveLength(6);
  });

  it('boxes of another format are counted as such, and are no problem', async () => {
    const entries = [await picture('images/a.png'), await picture('images/b.png')];
    const labels = ['a', 'b'].map((name) => ({ name: `labels/${name}.txt`, data: '0 0.5 0.5 0.2 0.2' }));
    const { images, problems, report } = await add([...entries, ...labels]);
    expect(images).toEqual(['a.png annotated class_0/1', 'b.png annotated class_0/1']);
    expect(problems).toEqual([]);
    expect(report).toMatchObject({ shapes: 2, boxes: 2 });
    expect((await add([...entries, ...labels], 'detection')).report).toMatchObject({ shapes: 2, boxes: 0 });
  });

  it('beside annotations of another format are not used, which is said; a set of boxes takes them as images', async () => {
    const entries = [
      await picture('images/a.png'),
      index('masks/a.png', [[1, 5, 5, 4]], null),
      { name: 'labels/a.txt', data: '0 0.1 0.1 0.5 0.1 0.5 0.5' },
    ];
    const { images, problems } = await add(entries);
    expect(images).toEqual(['a.png annotated class_0/1']);
    expect(problems).toEqual(['… mask.besides']);
    expect((await add(entries, 'detection')).images).toHaveLength(2);
  });
});

it('a directory is only called masks where no image beside it has the name of one', () => {
  expect(maskLayoutOf(['masks/a.png', 'masks/b.png', 'other/c.png']).masks.size).toBe(0);
  const layout = maskLayoutOf(['images/1/a.jpg', 'images/2/a.jpg', 'masks/1/a.png', 'masks/a.png', 'masks/c.png']);
  expect([...layout.of]).toEqual([['images/1/a.jpg', [{ path: 'masks/1/a.png', className: undefined }]]]);
  expect(layout.problems.map(({ key }) => key)).toEqual(['annotationFile.ambiguous', 'mask.noImage']);
});

it('finds the images of very many masks that all have one name, each in a directory of its own', () => {
  const numbers = Array.from({ length: 50_000 }, (_, i) => i);
  const layout = maskLayoutOf(numbers.flatMap((i) => [`images/${i}/image.png`, `masks/${i}/image.png`]));
  expect(layout).toMatchObject({ problems: [] });
  expect(layout.of.size).toBe(numbers.length);
  expect(layout.of.get('images/49999/image.png')).toMatchObject([{ path: 'masks/49999/image.png' }]);
});
