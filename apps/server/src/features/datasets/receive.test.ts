/** Files from the wire: what is too long, what stops in the middle, a full disk, and what a killed server left. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UploadedFile } from '../../core/form.ts';
import { sweepUploads, withReceived } from './receive.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-receive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string, truncated = false): UploadedFile => ({
  name,
  stream: Object.assign(Readable.from([Buffer.from(text)]), { truncated }),
});
async function* from(...files: UploadedFile[]) {
  yield* files;
}
const failing = (code: string): UploadedFile => ({
  name: 'x',
  stream: Readable.from(
    (async function* () {
      yield Buffer.from('begin');
      throw Object.assign(new Error(code), { code, syscall: 'write' });
    })(),
  ),
});

it('keeps files only while they are worked on, and says which was cut because it is too long', async () => {
  const seen = await withReceived(from(file('a', 'abc'), file('b', 'too', true)), folder, async (files) =>
    files.map((one) => [one.rawName, readFileSync(one.path, 'utf8'), one.bytes, one.tooLong, one.sha256.slice(0, 8)]),
  );
  expect(seen).toEqual([
    ['a', 'abc', 3, false, 'ba7816bf'],
    ['b', 'too', 3, true, expect.any(String)],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['ENOSPC', 'storage.full'],
  ['ECONNRESET', 'ECONNRESET'],
])('leaves nothing behind when it ends with %s', async (code, message) => {
  const work = () => Promise.resolve('not reached');
  await expect(withReceived(from(file('a', 'abc'), failing(code)), folder, work)).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
});

it('sweeps what is a day old and leaves what may be under way', async () => {
  const paths = ['uploads/old', 'uploads/new', 'blobs/tmp/old', 'blobs/ab'].map((path) => join(folder, path));
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'part'), 'x');
  }
  const before = new Date(Date.now() - 25 * 3_600_000);
  for (const path of [paths[0]!, paths[2]!, paths[3]!]) utimesSync(path, before, before);
  await sweepUploads(folder);
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, false, true]);
});
