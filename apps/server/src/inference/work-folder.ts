/** The empty folder that inference processes run in. What a killed server left behind goes when the next one starts. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../core/process-identity.ts';

const prefix = 'loupe-inference-';

export function makeWorkFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d{1,10})-`).exec(name)?.[1];
    // API and workers have one each, so only that of a process that is gone is nobody's
    if (pid && !isAlive(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
}
