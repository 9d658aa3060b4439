/** Newer data is refused; today's and unmarked data are opened. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDataVersion, dataVersion } from './data-version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-version-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('marks a new folder and opens it again', () => {
  checkDataVersion(folder);
  expect(readFileSync(path.join(folder, 'version'), 'utf8')).toBe(`${dataVersion}\n`);
  expect(() => checkDataVersion(folder)).not.toThrow();
});

it('refuses data of a newer program and leaves it alone', () => {
  writeFileSync(path.join(folder, 'version'), `${dataVersion + 1}\n`);
  expect(() => checkDataVersion(folder)).toThrow(/newer Loupe/);
  expect(readFileSync(path.join(folder, 'version'), 'utf8')).toBe(`${dataVersion + 1}\n`);
});

it('refuses a file that is none of ours', () => {
  writeFileSync(path.join(folder, 'version'), 'v3-beta\n');
  expect(() => checkDataVersion(folder)).toThrow(/should contain a version number/);
});
