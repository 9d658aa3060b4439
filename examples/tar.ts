/** A folder as one tar, as the browser sends it. */
import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { tarOf } from '../apps/web/src/features/transfers/parts/tar.ts';

/** All files below a folder; they are read while the archive is sent. */
export async function tarOfFolder(folder: string, takes: (name: string) => boolean): Promise<Blob> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile() && takes(one.name)).map((one) => join(one.parentPath, one.name));
  const content = async (file: string) => Object.assign(await openAsBlob(file), { lastModified: 0 });
  return tarOf(
    await Promise.all(
      files.map(async (file) => ({ path: relative(folder, file).split(sep).join('/'), file: await content(file) })),
    ),
  );
}
