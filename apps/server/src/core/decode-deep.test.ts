/** Images of 16 bits a channel and TIFF: what a window shows of them, what is kept, and what is refused. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { autoWindow, countValues, fullWindow, windowTable } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greyTiff } from '../testing/tiff.ts';
import { decodeImage, inspectImage, makePng, makeThumbnail } from './decode.ts';

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

  it('of 16 bits is read in either byte order, packed or not', async () => {
    const samples = Uint16Array.from({ length: count }, (_, i) => i * 31);
    const plain = greyTiff(Buffer.from(samples.buffer), { ...size, bits: 16 });
    expect(await inspectImage(plain)).toMatchObject({ format: 'tif', bits: 16, deep: 'grey16', needsPng: true });
    expect(await samplesOf(plain)).toEqual(samples);
    const packed = await sharp(plain).toColourspace('grey16').tiff({ compression: 'lzw' }).toBuffer();
    expect(await samplesOf(packed)).toEqual(samples);
  });
});
