/** A folder with long and Chinese names, read back by another program. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { tarOfFolder } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives every file back', async () => {
  const names = ['a/1.png', 'a/empty.png', `b/${'long_'.repeat(25)}.png`, `${'深'.repeat(40)}/缺陷.png`];
  const contents = names.map((name, i) => (i === 1 ? '' : name.repeat(100 * i + 1)));
  for (const [i, name] of names.entries()) {
    mkdirSync(join(folder, 'in', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'in', name), contents[i]!);
  }
  writeFileSync(join(folder, 'in', 'notes.txt'), 'not taken');
  const tar = await tarOfFolder(join(folder, 'in'), (name) => name.endsWith('.png'));
  expect(tar.size % 512).toBe(0);
  writeFileSync(join(folder, 'all.tar'), Buffer.from(await tar.arrayBuffer()));
  mkdirSync(join(folder, 'out'));
  execFileSync('tar', ['-xf', join(folder, 'all.tar'), '-C', join(folder, 'out')]);
  const listed = execFileSync('tar', ['-tf', join(folder, 'all.tar')])
    .toString()
    .trim()
    .split('\n');
  expect(listed).toHaveLength(names.length);
  for (const [i, name] of names.entries()) expect(readFileSync(join(folder, 'out', name), 'utf8')).toBe(contents[i]);
});
