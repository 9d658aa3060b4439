/** The `version` file of the data folder: data written by a newer program is not opened by an older one. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startError } from './start-error.ts';

/** Raised when the layout of the data folder changes so that an older program would misread it. */
export const dataVersion = 1;

/** Checks the folder and marks it with this program's version. */
export function checkDataVersion(folder: string): void {
  const file = path.join(folder, 'version');
  const found = readVersion(file);
  if (found !== undefined && found > dataVersion) {
    throw startError(
      `The data folder ${folder} was written by a newer Loupe (layout ${found}; this program knows up to ${dataVersion}).`,
      'Install the newer Loupe again, or restore a backup that was made with this one.',
    );
  }
  if (found !== dataVersion) writeFileSync(file, `${dataVersion}\n`);
}

function readVersion(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // An empty file is one that a power cut left behind before its first line was written.
  if (text === '') return undefined;
  if (!/^\d+$/.test(text)) {
    throw startError(
      `${file} does not hold a version number but "${text.slice(0, 40)}".`,
      'Check that LOUPE_DATA names a folder of Loupe.',
    );
  }
  return Number(text);
}
