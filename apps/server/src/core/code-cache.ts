/**
 * Keeps what Node made of our sources in the data folder: the next start neither strips types nor compiles again, which
 * saves a second of processor time and, in each process, the memory of the stripper.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** May be deleted at any time. */
export const codeCache = (dataFolder: string): string => path.join(dataFolder, 'run', 'code');

/** For this process, from the next import on. A data folder that is not there yet is not made for it. */
export function useCodeCache(dataFolder: string): void {
  if (existsSync(path.join(dataFolder, 'run'))) enableCompileCache(codeCache(dataFolder));
}
