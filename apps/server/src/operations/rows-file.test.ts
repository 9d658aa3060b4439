/** What a damaged file of rows looks like, also one whose manifest was written after the damage. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultOfRows, readRows, type RowsFacts } from './rows-file.ts';

const fields = 3;
const rows = Array.from({ length: 50_000 }, (_, n) => `${n}\t缺陷 ${n}\tput\\t${'x'.repeat(n % 50)}\n`);
const good = Buffer.from(rows.join(''));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-rows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(content: Buffer): { file: string; facts: RowsFacts } {
  const file = path.join(folder, 'rows.copy.gz');
  const packed = gzipSync(content);
  writeFileSync(file, packed);
  return { file, facts: { rows: rows.length, sha256: sha256(packed), content: sha256(good) } };
}

it('counts and hashes rows in pieces as it would whole', async () => {
  const { file, facts } = write(good);
  expect(await readRows(file, fields)).toEqual(facts);
  expect(await faultOfRows(file, fields, facts)).toBeUndefined();
  const empty = write(Buffer.alloc(0));
  expect(await readRows(empty.file, fields)).toMatchObject({ rows: 0 });
});

const at = good.indexOf('put', 400_000);
it.each([
  ['raw bytes of the protocol', (bytes: Buffer) => void bytes.write('d\0\0\0J', at)],
  ['a zero byte', (bytes: Buffer) => void bytes.writeUInt8(0, at)],
  ['a tab too many', (bytes: Buffer) => void bytes.write('\t', at)],
  ['a tab too few', (bytes: Buffer) => void bytes.write('-', bytes.lastIndexOf('\t', at))],
  ['a row too many', (bytes: Buffer) => void bytes.write('a\tb\tc\n', at - 20)],
  ['half a character', (bytes: Buffer) => void bytes.writeUInt8(0xe7, at)],
])('%s in the middle is found without a hash of the rows, as in older backups', async (_, spoil) => {
  const bytes = Buffer.from(good);
  spoil(bytes);
  const { file, facts } = write(bytes);
  const { content, ...older } = facts;
  expect(content).not.toBe(sha256(bytes));
  expect(await faultOfRows(file, fields, older)).toBe('damaged');
});

it('a byte that leaves every row in shape is found by the hash of what was sent', async () => {
  const bytes = Buffer.from(good);
  bytes.write('pat', at);
  const { file, facts } = write(bytes);
  expect(await faultOfRows(file, fields, facts)).toBe('damaged');
});

it('a file that changed, was cut or is gone', async () => {
  const { file, facts } = write(good);
  expect(await faultOfRows(file, fields, { ...facts, sha256: sha256(good) })).toBe('changed');
  truncateSync(file, 1000);
  expect(await faultOfRows(file, fields, facts)).toBe('damaged');
  rmSync(file);
  expect(await faultOfRows(file, fields, facts)).toBe('missing');
  const { file: cut, facts: whole } = write(good.subarray(0, -1));
  expect(await faultOfRows(cut, fields, whole)).toBe('damaged');
});
