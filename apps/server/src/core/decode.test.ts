/** The decode table, file by file, against hashes made by another decoder; and what must be refused. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeImage, formatOf, inspectImage, makePng, makeThumbnail, imageRefusal } from './decode.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../../packages/contract/fixtures/decode');
interface Expected {
  file: string;
  width: number;
  height: number;
  sha256?: string;
  needsPng?: boolean;
}
const expected = JSON.parse(await readFile(path.join(fixtures, 'expected.json'), 'utf8')) as Expected[];
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const fixture = (file: string) => path.join(fixtures, file);
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { key?: string }) => error.key,
  );

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loupe-decode-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const chunk = (kind: string, body: Buffer): Buffer => {
  const rest = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(rest), 4);
  return Buffer.concat([frame.subarray(0, 4), rest, frame.subarray(4)]);
};
const hugePng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
};

describe('the decode table', () => {
  it.each(expected)('$file', async ({ file, width, height, sha256, needsPng }) => {
    const info = await inspectImage(fixture(file));
    expect(info).toMatchObject({
      width,
      height,
      needsPng: needsPng ?? false,
      format: formatOf(await readFile(fixture(file))),
    });
    const decoded = await decodeImage(fixture(file));
    expect([decoded.width, decoded.height, decoded.data.length]).toEqual([width, height, width * height * 3]);
    if (sha256) expect(hash(decoded.data)).toBe(sha256);
    expect(hash((await decodeImage(await readFile(fixture(file)))).data)).toBe(hash(decoded.data));
  });

  it('says bits and orientation as they are in the file', async () => {
    expect((await inspectImage(fixture('rgb16.png'))).bits).toBe(16);
    expect((await inspectImage(fixture('grey1.png'))).bits).toBeLessThanOrEqual(8);
    expect((await inspectImage(fixture('exif-6.jpg'))).orientation).toBe(6);
    expect((await inspectImage(fixture('baseline.jpg'))).orientation).toBe(1);
  });

  it('says how much of it a decoder holds at once: nothing where it goes row by row', async () => {
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } });
    const heldOf = async (bytes: Buffer) => (await inspectImage(bytes)).held / (40 * 30);
    expect(await heldOf(await plain.png().toBuffer())).toBe(0);
    expect(await heldOf(await plain.png({ progressive: true }).toBuffer())).toBe(3);
    const deep = plain.clone().ensureAlpha().toColourspace('rgb16');
    expect(await heldOf(await deep.png({ progressive: true }).toBuffer())).toBe(8);
    expect(await heldOf(await plain.jpeg().toBuffer())).toBe(0);
    expect(await heldOf(await plain.jpeg({ progressive: true }).toBuffer())).toBe(3);
    const full = { progressive: true, chromaSubsampling: '4:4:4' };
    expect(await heldOf(await plain.jpeg(full).toBuffer())).toBe(6);
    expect(await heldOf(await plain.withMetadata({ orientation: 6 }).jpeg(full).toBuffer())).toBe(9);
  });

  it.each(['cmyk.jpg', 'rgba16.png', 'exif-5.jpg', 'rgb24.bmp'])(
    'makes a PNG with the same pixels of %s',
    async (file) => {
      const png = path.join(folder, `${file}.png`);
      await makePng(fixture(file), png);
      expect((await inspectImage(png)).needsPng).toBe(false);
      expect(hash((await decodeImage(png)).data)).toBe(hash((await decodeImage(fixture(file))).data));
    },
  );

  it('converts CMYK to the colours that were drawn, roughly', async () => {
    const [cmyk, rgb] = await Promise.all([decodeImage(fixture('cmyk.jpg')), decodeImage(fixture('baseline.jpg'))]);
    const mean = cmyk.data.reduce((sum, v, i) => sum + Math.abs(v - (rgb.data[i] as number)), 0) / rgb.data.length;
    expect(mean).toBeLessThan(45);
  });

  it.each(['exif-6.jpg', 'rgba8.png', 'palette8.bmp', 'grey16.png', 'cmyk.jpg'])(
    'draws a thumbnail of %s',
    async (file) => {
      const out = path.join(folder, `${file}.webp`);
      await makeThumbnail(fixture(file), out);
      const meta = await sharp(out).metadata();
      const { width, height } = await inspectImage(fixture(file));
      expect([meta.format, meta.width, meta.height]).toEqual(['webp', width, height]);
    },
  );

  it('shrinks a large image to 320 px', async () => {
    const out = path.join(folder, 'large.webp');
    const large = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();
    await makeThumbnail(large, out);
    expect(await sharp(out).metadata()).toMatchObject({ width: 320, height: 160 });
  });
});

describe('what comes along with the pixels (S80)', () => {
  const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });

  it('as 10 MB of EXIF changes none of them', async () => {
    const jpeg = await plain().jpeg().toBuffer();
    const segment = Buffer.concat([
      Buffer.from('ffe1ffff', 'hex'),
      Buffer.from('Exif\0\0', 'latin1'),
      Buffer.alloc(65_527, 7),
    ]);
    const heavy = Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 160 }, () => segment), jpeg.subarray(2)]);
    expect(await decodeImage(heavy)).toEqual(await decodeImage(jpeg));
  });

  it('as a colour profile that unpacks to 400 MB is passed over', async () => {
    const png = await plain().png().toBuffer();
    const profile = Buffer.concat([
      Buffer.from('bomb\0\0', 'latin1'),
      deflateSync(Buffer.alloc(400 * 1024 ** 2), { level: 1 }),
    ]);
    const at = 33;
    const bomb = Buffer.concat([png.subarray(0, at), chunk('iCCP', profile), png.subarray(at)]);
    expect(await decodeImage(bomb)).toEqual(await decodeImage(png));
  });
});

describe('what is refused', () => {
  it.each([
    ['a text', Buffer.from('not an image at all'), 'image.type'],
    ['nothing', Buffer.alloc(0), 'image.empty'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image.type'],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'image.type'],
    ['a page', Buffer.from('<!DOCTYPE html><html><body><img src="x"></body></html>'), 'image.type'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'), 'image.type'],
    ['a WebP', Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10', 'latin1'), 'image.type'],
    ['900 Mpx', hugePng(30_000, 30_000), 'image.tooLarge'],
    ['a side beyond the limit', hugePng(32_769, 10), 'image.tooLarge'],
    ['a JPEG of three bytes', Buffer.from([0xff, 0xd8, 0xff]), 'image.corrupt'],
    ['a BMP of two bytes', Buffer.from('BM'), 'image.corrupt'],
  ])('%s', async (_, bytes, key) => {
    expect(await keyOf(inspectImage(bytes))).toBe(key);
    const file = path.join(folder, 'refused.jpg');
    await writeFile(file, bytes);
    expect(await keyOf(inspectImage(file))).toBe(key);
    expect(await keyOf(decodeImage(file))).toBe(key);
    expect(await keyOf(makeThumbnail(file, `${file}.webp`))).toBe(key);
  });

  it.each(['baseline-420.jpg', 'progressive.jpg', 'rgb8.png', 'rgb16.png', 'rgb24.bmp', 'palette8.bmp'])(
    'a cut-off %s',
    async (file) => {
      const whole = await readFile(fixture(file));
      for (const kept of [Math.floor(whole.length / 2), Math.floor(whole.length * 0.9), whole.length - 20]) {
        const cut = whole.subarray(0, kept);
        expect(await keyOf(makeThumbnail(cut, path.join(folder, 'cut.webp')))).toBe('image.corrupt');
        expect(await keyOf(decodeImage(cut))).toBe('image.corrupt');
      }
    },
  );

  it('BMP kinds that are not read, in words of their own', async () => {
    const bmp = await readFile(fixture('rgb24.bmp'));
    const changed = (edit: (b: Buffer) => unknown) => {
      const copy = Buffer.from(bmp);
      edit(copy);
      return copy;
    };
    expect(await keyOf(inspectImage(changed((b) => b.writeUInt16LE(16, 28))))).toBe('image.bmp');
    expect(await keyOf(inspectImage(changed((b) => b.writeUInt16LE(4, 28))))).toBe('image.bmp');
    expect(await keyOf(inspectImage(changed((b) => b.writeUInt32LE(1, 30))))).toBe('image.bmp');
    expect(await keyOf(inspectImage(changed((b) => b.writeUInt32LE(12, 14))))).toBe('image.bmp');
    expect(await keyOf(inspectImage(changed((b) => b.writeInt32LE(40_000, 18))))).toBe('image.tooLarge');
    expect(await keyOf(inspectImage(changed((b) => b.writeInt32LE(-5, 18))))).toBe('image.corrupt');
    expect(await keyOf(inspectImage(changed((b) => b.writeInt32LE(3000, 18))))).toBe('image.corrupt');
  });

  it('names the file', async () => {
    const error = await decodeImage(Buffer.from('x')).catch((e: unknown) => e);
    expect(imageRefusal(error, 'a.jpg')).toMatchObject({ key: 'image.type', args: { file: 'a.jpg' } });
    expect(imageRefusal(new Error('odd'), 'b.jpg')).toMatchObject({ key: 'image.corrupt' });
  });
});
