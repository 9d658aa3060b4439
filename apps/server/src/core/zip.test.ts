/** Zips read back by another program: names, bytes, sizes, and where ZIP64 is needed. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unzip } from '../testing/unzip.ts';
import { zipBytes, type ZipEntry } from './zip.ts';

const at = new Date(2026, 10, 21, 13, 45, 30);

async function collect(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipBytes(entries, at)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* pieces(...parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield part;
}

describe('zipBytes', () => {
  it('keeps names, bytes and time, whole or in pieces, packed or not', async () => {
    const noise = randomBytes(100_000);
    const text = Buffer.from('0 0.5 0.5 0.1 0.1\n'.repeat(10_000));
    const list = await unzip(
      await collect([
        { name: 'images/零件/图 1.png', bytes: noise },
        { name: 'images/stream.png', bytes: pieces(noise.subarray(0, 7), noise.subarray(7)) },
        { name: 'annotations.json', bytes: pieces(text, text), deflate: true },
        { name: 'labels/empty.txt', bytes: Buffer.alloc(0) },
        { name: 'labels/none.txt', bytes: pieces() },
      ]),
    );
    expect(list.map(({ entry }) => entry.fileName)).toEqual([
      'images/零件/图 1.png',
      'images/stream.png',
      'annotations.json',
      'labels/empty.txt',
      'labels/none.txt',
    ]);
    expect(list.map(({ bytes }) => bytes.length)).toEqual([100_000, 100_000, 360_000, 0, 0]);
    expect(list[0]!.bytes.equals(noise) && list[1]!.bytes.equals(noise)).toBe(true);
    expect(list[2]!.bytes.equals(Buffer.concat([text, text]))).toBe(true);
    expect(list[2]!.entry.compressedSize).toBeLessThan(10_000);
    expect(list[0]!.entry.getLastModDate()).toEqual(at);
  });

  it('holds more entries than the old format counts', async () => {
    function* many(): Generator<ZipEntry> {
      for (let i = 0; i < 70_000; i++) yield { name: `${i}.txt`, bytes: Buffer.from(String(i)) };
    }
    const bytes = await collect(many());
    expect(bytes.readUInt16LE(bytes.length - 12)).toBe(0xffff);
    const list = await unzip(bytes, (name) => ['0.txt', '69999.txt'].includes(name));
    expect(list.map((one) => one.bytes.toString())).toEqual(['0', '69999']);
  });

  it('throws what the source of an entry throws, packed or not', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a');
      throw new Error('the disk is gone');
    }
    for (const deflate of [false, true]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect(collect([{ name: 'a', bytes: broken(), deflate }])).rejects.toThrow('the disk is gone');
    }
  });
});
