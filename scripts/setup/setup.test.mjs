// The set-up's own rules: what a failure is called, what counts as green, and that nothing is installed twice at once.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sum } from './report.mjs';
import { explain, tail } from './shell.mjs';
import { hashFiles, hashTree } from './stamps.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('failures', () => {
  it.each([
    ['npm error code ENOSPC', /disk is full/],
    ['ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device', /disk is full/],
    ['npm error network getaddrinfo ENOTFOUND packages.example', /cannot be reached/],
    ['The virtual environment was not created successfully because ensurepip is not available.', /venv/],
    ['ERROR: No matching distribution found for torch==2.13.0', /not offered/],
    ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when ... are in sync.', /does not agree/],
    ['something new', /ended with code 9/],
  ])('%s', (output, cause) => {
    const error = explain(output, 'it ended with code 9');
    expect(error.cause_).toMatch(cause);
    expect(error.cure).not.toBe('');
    expect(error.output).toContain(output.split('\n')[0]);
  });

  it('shows the start and the end of a long output', () => {
    const shown = tail(Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n'));
    expect(shown).toMatch(/^line 0\n/);
    expect(shown).toMatch(/line 99$/);
    expect(shown).toContain('… 65 lines …');
  });
});

describe('what counts as green', () => {
  const step = (ok, counts) => ({ name: 'x', ok, seconds: 1, counts });
  it('adds the counts', () => {
    const two = [step(true, { passed: 3, failed: 0, skipped: 1 }), step(false, { passed: 1, failed: 2, skipped: 0 })];
    expect(sum(two)).toEqual({ passed: 4, failed: 2, skipped: 1 });
  });
  it('counts a step that broke without a failed test as a failure', () => {
    expect(sum([step(false), step(false, { passed: 5, failed: 0, skipped: 0 })])).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
    });
  });
});

it('a stamp changes with the content and name of a file, and only then', () => {
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'one');
  const [before, tree] = [hashFiles([file]), hashTree([folder])];
  writeFileSync(file, 'one');
  expect([hashFiles([file]), hashTree([folder])]).toEqual([before, tree]);
  writeFileSync(file, 'two');
  expect(hashFiles([file])).not.toBe(before);
  expect(hashTree([folder])).not.toBe(tree);
});

it('two set-ups at once work one after the other, also when a killed one left its lock', async () => {
  const program = path.join(folder, 'one.mjs');
  const journal = path.join(folder, 'journal');
  const lockFile = path.join(folder, 'lock');
  writeFileSync(lockFile, '999999 1');
  writeFileSync(journal, '');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     import { withSetupLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.mjs'))};
     await withSetupLock(async () => {
       appendFileSync(${JSON.stringify(journal)}, 'in ');
       await new Promise((resolve) => setTimeout(resolve, 150));
       appendFileSync(${JSON.stringify(journal)}, 'out ');
     }, ${JSON.stringify(lockFile)});`,
  );
  const ended = () => new Promise((resolve) => fork(program, { silent: true }).once('exit', resolve));
  expect(await Promise.all([ended(), ended(), ended()])).toEqual([0, 0, 0]);
  expect(readFileSync(journal, 'utf8')).toBe('in out in out in out ');
});
