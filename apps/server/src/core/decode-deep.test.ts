/** Images of 16 bits a channel and TIFF: what a window shows of them, what is kept, and what is refused. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { autoWindow, countValues, fullWindow, windowTable } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyTiff, tiffOf } from '../testing/tiff.ts';
import { secondsFor } from './decode/lanes.ts';
import { decodeImage, inspectImage, inspectUpload, makePng, makeThumbnail } from './decode.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');
const fixture = (file: string) => path.join(fixtures, file);
interface Case {
  file: string;
  auto: { low: number; high: number };
  low: number;
  high: number;
  sha256: string;
}
const cases = JSON.parse(await readFile(fixture('windows.json'), 'utf8')) as Case[];
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { key?: string }) => error.key,
  );
async function samplesOf(source: string | Buffer): Promise<Uint16Array> {
  const { deep } = await inspectImage(source);
  const raw = await sharp(source).removeAlpha().toColourspace(deep!).raw({ depth: 'ushort' }).toBuffer();
  return new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loupe-deep-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a window', () => {
  it.each(cases)('$low to $high of $file shows what numpy computed', async ({ file, auto, low, high, sha256 }) => {
    const samples = await samplesOf(fixture(file));
    expect(autoWindow(countValues(samples))).toEqual(auto);
    const table = windowTable({ low, high });
    expect(hash(Uint8Array.from(samples, (value) => table[value]!))).toBe(sha256);
  });

  it('of the full range is what a model sees', async () => {
    const table = windowTable(fullWindow);
    expect(table.every((shown, value) => shown === value >> 8)).toBe(true);
    const { data } = await decodeImage(fixture('rgb16.png'));
    expect(hash(Uint8Array.from(await samplesOf(fixture('rgb16.png')), (value) => table[value]!))).toBe(hash(data));
  });

  it('is one step wide at least: an image of one value has an automatic one too', () => {
    expect(autoWindow(countValues(new Uint16Array(9).fill(65_535)))).toEqual({ low: 65_534, high: 65_535 });
    expect(autoWindow(countValues(new Uint16Array(9)))).toEqual({ low: 0, high: 1 });
    expect(windowTable(autoWindow(countValues(new Uint16Array(9).fill(30_000))))[30_000]).toBe(128);
  });
});

describe('16 bits', () => {
  it.each(['grey12.tif', 'rgba16.png', 'grey-alpha16.png'])('stay in the PNG of %s', async (file) => {
    const png = path.join(folder, `${file}.png`);
    await makePng(fixture(file), png);
    const info = await inspectImage(png);
    expect(info).toMatchObject({ format: 'png', bits: 16, needsPng: false });
    expect(await samplesOf(png)).toEqual(await samplesOf(fixture(file)));
    expect(hash((await decodeImage(png)).data)).toBe(hash((await decodeImage(fixture(file))).data));
  });

  it('of a 12-bit camera are seen on the thumbnail, of which the high byte would be black', async () => {
    const out = path.join(folder, 'dark.webp');
    await makeThumbnail(fixture('grey12.tif'), out);
    const { channels } = await sharp(out).stats();
    expect([channels[0]!.min < 30, channels[0]!.max > 225]).toEqual([true, true]);
    const { data } = await decodeImage(fixture('grey12.tif'));
    expect(Math.max(...data)).toBe(15);
  });
});

describe('a TIFF', () => {
  const [width, height] = [16, 8];
  const count = width * height;
  const size = { width, height };

  it.each([
    ['floating point', greyTiff(Buffer.alloc(4 * count), { ...size, bits: 32, format: 3 })],
    ['32 bits', greyTiff(Buffer.alloc(4 * count), { ...size, bits: 32 })],
    ['signed', greyTiff(Buffer.alloc(2 * count), { ...size, bits: 16, format: 2 })],
    ['12 bits packed', greyTiff(Buffer.alloc(1.5 * count), { ...size, bits: 12 })],
    ['a header alone', Buffer.from('49492a0008000000000000000000', 'hex')],
  ])('of %s is refused in words of its own', async (_, bytes) => {
    expect(await keyOf(inspectImage(bytes))).toBe('image.tiff');
    expect(await keyOf(makeThumbnail(bytes, path.join(folder, 'refused.webp')))).toBe('image.tiff');
  });

  it('of several pages too', async () => {
    const pages = Buffer.alloc(3 * 2 * count, 90);
    const tiff = await sharp(pages, { raw: { width, height: 2 * height, channels: 3, pageHeight: height } })
      .tiff()
      .toBuffer();
    expect((await sharp(tiff).metadata()).pages).toBe(2);
    expect(await keyOf(inspectImage(tiff))).toBe('image.tiff');
  });

  it('that was cut off is damaged', async () => {
    const whole = await sharp(fixture('rgb8.png')).tiff({ compression: 'none' }).toBuffer();
    const cut = Buffer.from(whole);
    // its directory is whole, its pixels begin behind the end
    cut.writeUInt32LE(whole.length * 2, cut.indexOf(Buffer.from('11010400', 'hex')) + 8);
    expect(await keyOf(makeThumbnail(cut, path.join(folder, 'cut.webp')))).not.toBe('taken');
    const small = greyTiff(Buffer.alloc(2 * count), { width, height: 5 * height, bits: 16 });
    expect(await keyOf(makeThumbnail(small, path.join(folder, 'cut.webp')))).toBe('image.corrupt');
  });

  const packedAs = (packing: number, more: Parameters<typeof tiffOf>[1], data = deflateSync(Buffer.alloc(count))) =>
    tiffOf(data, [[258, 8], [259, packing], [262, 1], [277, 1], ...more].toSorted((a, b) => a[0] - b[0]) as never);
  const whole = (length: number, [wide, high] = [width, height]) =>
    [
      [256, wide],
      [257, high],
      [273, 8],
      [278, high],
      [279, length],
    ] as const;

  it.each([
    ['Zstandard', 50_000],
    ['JPEG 2000', 34_712],
    ['LZMA', 34_925],
    ['LERC', 34_887],
    ['JPEG XL', 50_002],
  ])('packed with %s is refused by that name, and is not called damaged', async (_, packing) => {
    expect(await keyOf(inspectImage(packedAs(packing, whole(40))))).toBe('image.tiffPacking');
    const file = path.join(folder, `${packing}.tif`);
    await writeFile(file, packedAs(packing, whole(40)));
    expect(await keyOf(inspectImage(file))).toBe('image.tiffPacking');
  });

  it('whose strips end behind the file, or are the same ones again and again, is refused by its header', async () => {
    const data = deflateSync(Buffer.alloc(count));
    const taken = packedAs(8, whole(data.length));
    expect(await inspectImage(taken)).toMatchObject({ format: 'tif', width, height });
    expect(await keyOf(inspectImage(packedAs(8, whole(data.length + 9999))))).toBe('image.corrupt');
    const far = packedAs(8, [
      [256, width],
      [257, height],
      [273, 4_000_000_000],
      [278, height],
      [279, 20],
    ]);
    expect(await keyOf(inspectImage(far))).toBe('image.corrupt');
    const rows = 4000;
    const again = packedAs(8, [
      [256, width],
      [257, rows],
      [273, Array.from({ length: rows }, () => 8)],
      [278, 1],
      [279, Array.from({ length: rows }, () => data.length)],
    ]);
    expect(await keyOf(inspectImage(again))).toBe('image.corrupt');
    const endless = Buffer.from(taken);
    // a count of strips that no image has
    endless.writeUInt32LE(0xffffffff, endless.indexOf(Buffer.from('11010400', 'hex')) + 4);
    expect(await keyOf(inspectImage(endless))).toBe('image.corrupt');
  });

  it('of a hundred megapixels in a few kilobytes is refused before a process is started', async () => {
    const [wide, high] = [18_000, 18_000];
    const data = Buffer.alloc(20_000, 1);
    expect(await keyOf(inspectUpload(packedAs(8, whole(data.length, [wide, high]), data)))).toBe('image.heavy');
    expect(await keyOf(inspectImage(packedAs(1, whole(data.length, [wide, high]), data)))).toBe('image.corrupt');
    // what a camera takes is not
    const camera = Buffer.alloc((wide * high) / 100, 1);
    expect(await keyOf(inspectUpload(packedAs(8, whole(camera.length, [wide, high]), camera)))).toBe('taken');
    const header = Buffer.alloc(13);
    header.writeUInt32BE(wide, 0);
    header.writeUInt32BE(high, 4);
    header.set([8, 0, 0, 0, 0], 8);
    const png = (idat: Buffer) =>
      Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', idat), chunk('IEND', Buffer.alloc(0))]);
    expect(await keyOf(inspectUpload(png(Buffer.alloc(1000))))).toBe('image.corrupt');
    expect(await keyOf(inspectUpload(png(Buffer.alloc(1_000_000))))).toBe('image.heavy');
    expect(await keyOf(inspectUpload(png(camera)))).toBe('taken');
    // what is there already, and masks, which are nearly all ground
    expect(await keyOf(inspectImage(png(Buffer.alloc(1_000_000))))).toBe('taken');
  });

  it('as a progressive JPEG of a hundred megapixels in a few kilobytes is refused as well, and one with as much in it as a camera gives is not', async () => {
    const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } }).toColourspace('b-w');
    /** With a size of 18,000 × 18,000 in its header, and so many bytes. */
    const sized = async (progressive: boolean, marker: number, bytes: number) => {
      const jpeg = await grey.clone().jpeg({ progressive }).toBuffer();
      const at = jpeg.indexOf(Buffer.from([0xff, marker]));
      jpeg.writeUInt16BE(18_000, at + 5);
      jpeg.writeUInt16BE(18_000, at + 7);
      return keyOf(inspectUpload(Buffer.concat([jpeg, Buffer.alloc(bytes)])));
    };
    expect(await sized(true, 0xc2, 3000)).toBe('image.corrupt');
    expect(await sized(true, 0xc2, 1_000_000)).toBe('image.heavy');
    expect(await sized(true, 0xc2, 4_000_000)).toBe('taken');
    // read row by row, it takes no longer than its pixels
    expect(await sized(false, 0xc0, 3000)).toBe('taken');
  });

  it('of one colour is taken, as a palette and as it is, up to what counts as large', async () => {
    const [wide, high] = [5000, 4000];
    const plain = sharp({ create: { width: wide, height: high, channels: 3, background: '#203040' } });
    const files = [
      await plain.clone().png({ palette: true, compressionLevel: 9 }).toBuffer(),
      await plain.clone().toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer(),
      await plain.clone().tiff({ compression: 'deflate', tile: true }).toBuffer(),
      await plain.clone().tiff({ compression: 'lzw' }).toBuffer(),
    ];
    for (const file of files) expect(await keyOf(inspectImage(file))).toBe('taken'); // oxlint-disable-line no-await-in-loop
  });

  it('has so much time as its pixels need, and no large one waits ten minutes for a small one', () => {
    expect(secondsFor({ width: 350_000, height: 1000 })).toBe(600);
    expect(secondsFor({ width: 6000, height: 6000 })).toBeLessThan(120);
  });

  it('of 16 bits is read in either byte order, packed or not', async () => {
    const samples = Uint16Array.from({ length: count }, (_, i) => i * 31);
    const plain = greyTiff(Buffer.from(samples.buffer), { ...size, bits: 16 });
    expect(await inspectImage(plain)).toMatchObject({ format: 'tif', bits: 16, deep: 'grey16', needsPng: true });
    expect(await samplesOf(plain)).toEqual(samples);
    const packed = await sharp(plain).toColourspace('grey16').tiff({ compression: 'lzw' }).toBuffer();
    expect(await samplesOf(packed)).toEqual(samples);
  });
});
