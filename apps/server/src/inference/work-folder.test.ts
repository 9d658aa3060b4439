import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeWorkFolder } from './work-folder.ts';

it('sweeps what dead processes left, and nothing else', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'loupe-work-'));
  for (const name of ['loupe-inference-999999999-abc', 'loupe-inference-odd', 'server.json'])
    mkdirSync(path.join(parent, name));
  const first = makeWorkFolder(parent);
  const second = makeWorkFolder(parent);
  const names = [first, second].map((folder) => path.basename(folder));
  expect(readdirSync(parent).sort()).toEqual([...names, 'loupe-inference-odd', 'server.json'].sort());
  rmSync(parent, { recursive: true });
});
