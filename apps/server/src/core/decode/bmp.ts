/** A BMP reader for what cameras and inspection machines write: 8-bit palette, 24 and 32 bit, uncompressed. */
import { ImageError } from './error.ts';

export interface BmpHeader {
  width: number;
  height: number;
  topDown: boolean;
  bits: 8 | 24 | 32;
  /** First byte of the pixels, and bytes of a row with its padding. */
  offset: number;
  stride: number;
  /** Byte of red, green and blue within a pixel (24 and 32 bit). */
  places: readonly [number, number, number];
  paletteAt: number;
  paletteColors: number;
}

/** Bytes that hold every header we read, with a whole palette. */
export const bmpHeaderBytes = 14 + 124 + 12 + 4 * 256;

const infoHeader = 40;
const uncompressed = 0;
const bitFields = 3;
/** The byte that an 8-bit mask selects; undefined for any other mask. */
const byteOfMask = (mask: number): number | undefined => {
  const place = [0xff, 0xff00, 0xff0000, 0xff000000].indexOf(mask);
  return place < 0 ? undefined : place;
};

const unread = (): ImageError => new ImageError('image.bmp');
const corrupt = (): ImageError => new ImageError('image.corrupt');

function placesOf(head: Buffer, compression: number): readonly [number, number, number] {
  if (compression === uncompressed) return [2, 1, 0];
  if (head.length < 66) throw corrupt();
  // the masks stand right behind the 40 bytes, inside a longer header or after a short one
  const [r, g, b] = [54, 58, 62].map((at) => byteOfMask(head.readUInt32LE(at)));
  if (r === undefined || g === undefined || b === undefined || new Set([r, g, b]).size < 3) throw unread();
  return [r, g, b];
}

/** Reads the header from the first `bmpHeaderBytes` of a file. */
export function readBmpHeader(head: Buffer): BmpHeader {
  if (head.length < 26) throw corrupt();
  const size = head.readUInt32LE(14);
  if (size < infoHeader) throw unread();
  if (head.length < 54 || size > 1024) throw corrupt();
  const offset = head.readUInt32LE(10);
  const width = head.readInt32LE(18);
  const signedHeight = head.readInt32LE(22);
  const bits = head.readUInt16LE(28);
  const compression = head.readUInt32LE(30);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0) throw corrupt();
  if (bits !== 8 && bits !== 24 && bits !== 32) throw unread();
  if (compression !== uncompressed && !(compression === bitFields && bits === 32)) throw unread();
  const stride = Math.floor((width * bits + 31) / 32) * 4;
  const paletteAt = 14 + size;
  const paletteColors = bits === 8 ? Math.min(head.readUInt32LE(46) || 256, 256) : 0;
  const headEnd = paletteAt + 4 * paletteColors;
  if (offset < headEnd || headEnd > head.length) throw corrupt();
  const places = placesOf(head, compression);
  return { width, height, topDown: signedHeight < 0, bits, offset, stride, places, paletteAt, paletteColors };
}

/** A file may lack the padding of its last row. */
export const bmpIsWhole = (header: BmpHeader, fileBytes: number): boolean =>
  fileBytes >= header.offset + header.stride * (header.height - 1) + Math.ceil((header.width * header.bits) / 8);

/** Decodes a whole file to RGB. A palette index beyond the palette is black. */
export function decodeBmp(file: Buffer, header: BmpHeader): Uint8Array<ArrayBuffer> {
  const { width, height, bits, stride, offset } = header;
  const rgb = new Uint8Array(width * height * 3);
  const [r, g, b] = header.places;
  const step = bits / 8;
  for (let y = 0; y < height; y++) {
    const row = offset + stride * (header.topDown ? y : height - 1 - y);
    let to = y * width * 3;
    for (let x = 0; x < width; x++, to += 3) {
      const from = row + x * step;
      if (bits === 8) {
        const index = file[from] as number;
        if (index >= header.paletteColors) continue;
        const color = header.paletteAt + 4 * index;
        rgb[to] = file[color + 2] as number;
        rgb[to + 1] = file[color + 1] as number;
        rgb[to + 2] = file[color] as number;
      } else {
        rgb[to] = file[from + r] as number;
        rgb[to + 1] = file[from + g] as number;
        rgb[to + 2] = file[from + b] as number;
      }
    }
  }
  return rgb;
}
