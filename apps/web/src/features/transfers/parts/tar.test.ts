import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { tarOf, type TarFile } from './tar.ts';

const time = Date.UTC(2026, 10, 21);
const file = (path: string, text: string): TarFile => ({
  path,
  file: Object.assign(new Blob([text]), { lastModified: time }) as unknown as File,
});

/** As tar-stream reads it. */
const read = async (blob: Blob): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for await (const entry of Readable.from([Buffer.from(await blob.arrayBuffer())]).pipe(extract())) {
    expect(entry.header).toMatchObject({ type: 'file', mtime: new Date(time) });
    found[entry.header.name] = await text(entry);
  }
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
