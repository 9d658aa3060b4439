/** Where all data lie. Known without loading anything, for the code cache lies there too and is wanted first of all. */
import path from 'node:path';

export const defaultDataFolder = './data';

export function dataFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.resolve(env['LOUPE_DATA']?.trim() || defaultDataFolder);
}
