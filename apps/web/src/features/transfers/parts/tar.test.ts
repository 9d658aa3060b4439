import { describe, expect, it } from 'vitest';
import { tarOf, type TarFile } from './tar.ts';

const time = Date.UTC(2026, 10, 21);
const file = (path: string, text: string): TarFile => ({
  path,
  file: Object.assign(new Blob([text]), { lastModified: time }) as unknown as File,
});

/** As tar programs read: checksum, PAX header before its entry, two empty blocks at the end. */
const read = async (blob: Blob): Promise<Record<string, string>> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const found: Record<string, string> = {};
  let pax: Record<string, string> = {};
  for (let at = 0; bytes[at] !== 0;) {
    const head = bytes.subarray(at, at + 512);
    const text = (from: number, length: number) =>
      new TextDecoder().decode(head.subarray(from, from + length)).replace(/\0.*$/s, '');
    const blank = head.map((byte, i) => (i >= 148 && i < 156 ? 32 : byte));
    expect(parseInt(text(148, 8), 8)).toBe(blank.reduce((sum, byte) => sum + byte, 0));
    expect(text(257, 6)).toBe('ustar');
    const size = parseInt(text(124, 12), 8);
    const body = bytes.subarray(at + 512, at + 512 + size);
    if (text(156, 1) === 'x') {
      for (let from = 0; from < size;) {
        const length = parseInt(new TextDecoder().decode(body.subarray(from)), 10);
        const record = new TextDecoder().decode(body.subarray(from, from + length - 1));
        const [key, value] = record.slice(record.indexOf(' ') + 1).split(/=(.*)/s);
        pax[key!] = value!;
        from += length;
      }
    } else {
      found[pax['path'] ?? text(0, 100)] = new TextDecoder().decode(body);
      pax = {};
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  expect(bytes.length % 512).toBe(0);
  expect(bytes.subarray(-1024).every((byte) => byte === 0)).toBe(true);
  return found;
};

describe('tar of a folder', () => {
  it('holds each file under its path', async () => {
    const whole = 'x'.repeat(512);
    const files = [file('lot/a.png', 'one'), file('lot/deep/b.png', ''), file('lot/c.png', whole)];
    expect(await read(tarOf(files))).toEqual({ 'lot/a.png': 'one', 'lot/deep/b.png': '', 'lot/c.png': whole });
  });

  it('keeps long names and names in any language, whatever the length of the record', async () => {
    const long = Array.from({ length: 30 }, (_, i) => `${'d'.repeat(80 + i)}/${'f'.repeat(20)}.png`);
    const paths = ['批次-7/样品 01.png', 'größe=1.png', ...long];
    const found = await read(tarOf(paths.map((path) => file(path, path))));
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, path])));
  });

  it('is the same whatever order the files are named in', async () => {
    const files = ['b', 'a', 'ä', 'Z', 'a/1'].map((path) => file(path, path));
    const [one, other] = await Promise.all([tarOf(files).bytes(), tarOf(files.toReversed()).bytes()]);
    expect(one).toEqual(other);
  });
});
