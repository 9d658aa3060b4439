/** Files of backups and blobs: copies that are whole or not there, and lists that are read line by line. */
import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Sha256 } from '@loupe/contract';
import { isOutOfRoom } from '../core/failure.ts';
import { startError, type StartFailure } from '../core/start-error.ts';

export const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size, mode }) => ((mode & constants.S_IFMT) === constants.S_IFREG ? size : undefined),
    () => undefined,
  );

/** A disk that gets full meanwhile is told as `failure` says, for a person at the terminal. */
export async function tellFull<T>(failure: StartFailure, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOutOfRoom(error) ? startError(failure) : error;
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}`;
  try {
    await copyFile(source, part, constants.COPYFILE_FICLONE);
    const handle = await open(part, 'r');
    await handle.sync();
    await handle.close();
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/** A second name for the file where both lie on one disk (blobs never change), else a copy. */
export async function linkOrCopy(source: string, target: string): Promise<'linked' | 'copied'> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    await link(source, target);
    return 'linked';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await copyWhole(source, target);
    return 'copied';
  }
}

export async function copyBlob(source: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await copyWhole(source, target);
}

export interface ListedBlob {
  readonly sha256: string;
  readonly bytes: number;
}

const strangeList = (file: string) =>
  startError({
    en: [`${file} lists files that Loupe does not write.`, 'Use another backup.'],
    zh: [`${file} 中列有并非由 Loupe 写入的文件。`, '请使用其他备份。'],
  });

/** The list of blobs of a backup, in groups. */
export async function* listedBlobs(file: string, group = 64): AsyncGenerator<ListedBlob[]> {
  let blobs: ListedBlob[] = [];
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) {
    const [sha256, bytes] = line.split('\t');
    // it becomes a path
    if (!Sha256.safeParse(sha256).success) throw strangeList(file);
    blobs.push({ sha256: sha256!, bytes: Number(bytes) });
    if (blobs.length < group) continue;
    yield blobs;
    blobs = [];
  }
  if (blobs.length > 0) yield blobs;
}

/** Every blob file below a root, by its name, folder by folder. */
export async function* storedBlobs(root: string): AsyncGenerator<string[]> {
  for (const first of (await readdir(root).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
    for (const second of (await readdir(path.join(root, first))).sort()) {
      const names = await readdir(path.join(root, first, second)).catch(() => []);
      if (names.length > 0) yield names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
    }
  }
}
