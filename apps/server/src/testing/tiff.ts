/** TIFF files byte by byte: kinds that no library here writes. */

interface TiffKind {
  width: number;
  height: number;
  bits: number;
  /** 1 unsigned, 2 signed, 3 floating point. */
  format?: 1 | 2 | 3;
}

type Tags = readonly (readonly [tag: number, value: number | readonly number[]])[];

/** A directory of longs behind the data, little endian; what does not fit into a tag lies behind the directory. */
export function tiffOf(data: Buffer, tags: Tags): Buffer {
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(8 + data.length, 4);
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length);
  const behind: Buffer[] = [];
  let end = 8 + data.length + directory.length;
  for (const [i, [tag, value]] of tags.entries()) {
    const at = 2 + 12 * i;
    const values = [value].flat();
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    directory.writeUInt32LE(values.length === 1 ? values[0]! : end, at + 8);
    if (values.length === 1) continue;
    behind.push(Buffer.from(new Uint32Array(values).buffer));
    end += 4 * values.length;
  }
  return Buffer.concat([head, data, directory, ...behind]);
}

/** One strip of grey, not packed. */
export const greyTiff = (data: Buffer, { width, height, bits, format = 1 }: TiffKind): Buffer =>
  tiffOf(data, [
    [256, width],
    [257, height],
    [258, bits],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, data.length],
    [339, format],
  ]);
