/** Numbers of pixels come back as they were written, and as other programs wrote them. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readIndexPng, writeIndexPng } from './index-png.ts';

const [width, height] = [37, 11];
const data = new Uint8Array(width * height).map((_, i) => (i * 7 + (i % 5) * 50) % 256);

it('gives back what it wrote, with the palette, and other programs read its colours', async () => {
  const palette = new Uint8Array(768).map((_, i) => (i * 31) % 256);
  const png = writeIndexPng({ width, height, data, palette });
  expect(readIndexPng(png)).toEqual({ width, height, data, palette: Buffer.from(palette) });
  const rgb = await sharp(png).removeAlpha().raw().toBuffer();
  expect([...rgb.subarray(0, 6)]).toEqual(
    [data[0]!, data[1]!].flatMap((one) => [...palette.subarray(3 * one, 3 * one + 3)]),
  );
});

it('reads shades of grey as numbers, whatever filters the rows have', async () => {
  const smooth = data.map((_, i) => (i % width) * 5 + Math.floor(i / width) * 3);
  for (const values of [data, smooth]) {
    const grey = sharp(values, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
    const png = await grey.png({ adaptiveFiltering: true }).toBuffer();
    expect(readIndexPng(png)).toEqual({ width, height, data: values, palette: null });
  }
});

it.each([
  [2, 1],
  [4, 2],
  [16, 4],
  [200, 8],
])('reads palettes of %i colours, of which each pixel has %i bits', async (colours, bits) => {
  const rgb = Buffer.from(data.map((one) => one % colours))
    .toString('hex')
    .match(/../g)!;
  const raw = Buffer.from(rgb.flatMap((one) => [parseInt(one, 16) * (255 / colours), 0, 255 - parseInt(one, 16)]));
  const image = sharp(raw, { raw: { width, height, channels: 3 } });
  const png = await image.png({ palette: true, colours, dither: 0 }).toBuffer();
  expect(png[24]).toBe(bits);
  const { palette, data: numbers } = readIndexPng(png)!;
  const colors = [...numbers].flatMap((one) => [...palette!.subarray(3 * one, 3 * one + 3)]);
  expect(colors).toEqual([...(await sharp(png).removeAlpha().raw().toBuffer())]);
});

it('takes no colours, nothing interlaced, and nothing that is damaged or longer than it says', async () => {
  const rgb = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const laced = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ progressive: true })
    .toBuffer();
  const good = writeIndexPng({ width, height, data, palette: null });
  const short = Buffer.from(good);
  short.writeUInt32BE(height * 1000, 20);
  const long = writeIndexPng({ width, height: 9000, data: new Uint8Array(width * 9000), palette: null });
  long.writeUInt32BE(1, 20);
  for (const one of [rgb, laced, good.subarray(0, 60), Buffer.from('text'), short, long])
    expect(readIndexPng(one)).toBeUndefined();
});
