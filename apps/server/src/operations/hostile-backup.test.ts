/** A backup that somebody else wrote: it names nothing outside of itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listedBlobs } from './files.ts';
import { backupFormat, manifestFile, readManifest } from './manifest.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-backup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = 'a'.repeat(64);

it.each([
  ['rows/2026-11-23T13-00-00-000Z/blob.copy.gz', true],
  ['../../etc/passwd', false],
  ['rows/x/../../../y.copy.gz', false],
  ['/etc/passwd', false],
])('rows in %s: %s', async (file, isTaken) => {
  const rows = { file, sha256, rows: 0 };
  const manifest = {
    format: backupFormat,
    product: '1.0.0',
    createdAt: '',
    migrations: [{ tag: 'a', at: 1 }],
    tables: [{ ...rows, name: 'blob', columns: ['sha256'] }],
    sequences: [],
    blobs: { ...rows, included: true, bytes: 0 },
  };
  writeFileSync(manifestFile(folder), JSON.stringify(manifest));
  const read = readManifest(folder).then(
    () => true,
    () => false,
  );
  expect(await read).toBe(isTaken);
});

it('a file is named by its hash and nothing else', async () => {
  const list = async (line: string) => {
    const file = path.join(folder, 'list.copy.gz');
    writeFileSync(file, gzipSync(`${line}\t5\n`));
    const found = [];
    for await (const group of listedBlobs(file)) found.push(...group);
    return found;
  };
  expect(await list(sha256)).toEqual([{ sha256, bytes: 5 }]);
  await expect(list('../../../../etc/passwd')).rejects.toThrow('Loupe does not write');
});
