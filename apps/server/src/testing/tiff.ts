/** TIFF files byte by byte: kinds that no library here writes. */

interface TiffKind {
  width: number;
  height: number;
  bits: number;
  /** 1 unsigned, 2 signed, 3 floating point. */
  format?: 1 | 2 | 3;
}

/** One strip of grey, little endian, not packed. */
export function greyTiff(data: Buffer, { width, height, bits, format = 1 }: TiffKind): Buffer {
  const tags = [
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
  ] as const;
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(8 + data.length, 4);
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length);
  for (const [i, [tag, value]] of tags.entries()) {
    const at = 2 + 12 * i;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, data, directory]);
}
