// `npm ci` accepts the lock on every platform.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missingEntries, platformEntry } from './complete-lock.mjs';

it('package-lock.json names every platform package (else: node scripts/complete-lock.mjs)', () => {
  const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(missingEntries(lock)).toEqual([]);
});

it('finds what is missing, and reads system, processor and C library from the name', () => {
  const lock = {
    packages: {
      'node_modules/a': { dev: true, optionalDependencies: { '@a/linux-x64-musl': '1.2.3', b: '1.0.0' } },
      'node_modules/b': {},
    },
  };
  const missing = missingEntries(lock);
  expect(missing).toEqual([{ place: 'node_modules/@a/linux-x64-musl', version: '1.2.3', dev: true }]);
  expect(platformEntry(missing[0])).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
  expect(() => platformEntry({ place: 'node_modules/fsevents', version: '2.3.3', dev: false })).toThrow(/by hand/);
});
