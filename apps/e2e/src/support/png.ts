/** Images drawn by the tests themselves: noise with bright rectangles and discs, as PNG, and what is on them. */
import { crc32, deflateSync } from 'node:zlib';

export const imageSide = 320;

/** One thing on an image: its box in pixels, and which sort it is. */
export interface Mark {
  sort: 'block' | 'disc';
  /** x1, y1, x2, y2. */
  box: [number, number, number, number];
}
export interface Drawn {
  name: string;
  png: Buffer;
  marks: Mark[];
}

/** A small random generator (mulberry32): the same seed draws the same image. */
export const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** Rows as they are, no filter, no interlace. */
const encode = (width: number, height: number, depth: 8 | 16, colour: 0 | 2, pixels: Uint8Array): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const line = pixels.length / height;
  const rows = Buffer.alloc(height * (1 + line));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * line, (y + 1) * line), y * (1 + line) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** 8 bit RGB. */
export const encodePng = (width: number, height: number, rgb: Uint8Array): Buffer => encode(width, height, 8, 2, rgb);

/** Grey of 16 bits, as industrial cameras and X-ray give. */
export const encodeDeepPng = (width: number, height: number, values: Uint16Array): Buffer => {
  const pixels = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => pixels.writeUInt16BE(value, 2 * i));
  return encode(width, height, 16, 0, pixels);
};

const colors = { block: [250, 215, 70], disc: [70, 200, 250] } as const;

const isInside = ({ sort, box: [x1, y1, x2, y2] }: Mark, x: number, y: number): boolean => {
  if (x < x1 || y < y1 || x >= x2 || y >= y2) return false;
  if (sort === 'block') return true;
  const [rx, ry] = [(x2 - x1) / 2, (y2 - y1) / 2];
  return ((x + 0.5 - x1 - rx) / rx) ** 2 + ((y + 0.5 - y1 - ry) / ry) ** 2 <= 1;
};

/** A mark in each wanted quarter of the image, so that none covers another. */
const placeMarks = (random: () => number, count: number): Mark[] => {
  const half = imageSide / 2;
  return Array.from({ length: count }, (_, i) => {
    const size = 48 + Math.floor(random() * 56);
    const x = (i % 2) * half + 8 + Math.floor(random() * (half - size - 16));
    const y = Math.floor(i / 2) * half + 8 + Math.floor(random() * (half - size - 16));
    return { sort: random() < 0.5 ? 'block' : 'disc', box: [x, y, x + size, y + size] };
  });
};

/** `marks` 0 draws a part without defects. */
export const drawImage = (name: string, seed: number, marks = 3): Drawn => {
  const random = randomFrom(seed);
  const placed = placeMarks(random, marks);
  const rgb = new Uint8Array(imageSide * imageSide * 3);
  for (let y = 0; y < imageSide; y++) {
    for (let x = 0; x < imageSide; x++) {
      const mark = placed.find((one) => isInside(one, x, y));
      const noise = random() * 50;
      const base = mark ? colors[mark.sort] : [50, 55, 60];
      for (let c = 0; c < 3; c++) rgb[(y * imageSide + x) * 3 + c] = Math.min(255, base[c]! - 25 + noise);
    }
  }
  return { name, png: encodePng(imageSide, imageSide, rgb), marks: placed };
};

/** `count` images `<prefix>_01.png` … with three marks each. */
export const drawImages = (prefix: string, count: number, firstSeed: number): Drawn[] =>
  Array.from({ length: count }, (_, i) => drawImage(`${prefix}_${String(i + 1).padStart(2, '0')}.png`, firstSeed + i));

/** As a file picker hands it over. */
export const asFile = ({ name, png }: Pick<Drawn, 'name' | 'png'>) => ({ name, mimeType: 'image/png', buffer: png });
