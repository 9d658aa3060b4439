// Reads the tiles of images with 16 bits a channel: browsers give only eight of them.

export type DeepPixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Row by row, channel by channel. */
  readonly samples: Uint16Array;
};

const unreadable = (): Error => new Error('no tile of 16 bits');
const typeOf = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8));

async function inflate(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  const stream = new Blob([...parts]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** PNG of 16 bits, grey or colour, whose rows have no filter, as the server writes tiles. */
export async function readDeepPng(file: ArrayBuffer): Promise<DeepPixels> {
  const bytes = new Uint8Array(file);
  const view = new DataView(file);
  const packed: Uint8Array<ArrayBuffer>[] = [];
  let at = 8;
  for (; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (typeOf(bytes, at) === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  if (bytes.length < 33 || typeOf(bytes, 8) !== 'IHDR' || packed.length === 0) throw unreadable();
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [bits, color, , , interlaced] = bytes.subarray(24, 29) as unknown as [number, number, number, number, number];
  if (bits !== 16 || (color !== 0 && color !== 2) || interlaced !== 0) throw unreadable();
  const channels = color === 0 ? 1 : 3;
  const rows = await inflate(packed);
  const count = width * channels;
  if (rows.length !== height * (1 + 2 * count)) throw unreadable();
  const samples = new Uint16Array(height * count);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    if (rows[from++] !== 0) throw unreadable();
    for (const end = to + count; to < end; to++, from += 2) samples[to] = (rows[from]! << 8) | rows[from + 1]!;
  }
  return { width, height, channels, samples };
}
