/** Blobs, stored under their content hash. Seven calls, so that another storage can stand behind them. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
export interface StoredBlob {
  sha256: string;
  bytes: number;
}
/** Bytes that are written and durable, but not yet a blob; one of the two is called, once. */
export interface StagedBlob extends StoredBlob {
  /** Moves them into place; what is there already is kept. */
  keep: () => Promise<void>;
  drop: () => Promise<void>;
}
export interface BlobStore {
  /** Writes, hashes, fsyncs and renames into place; what is there already is kept. Throws `TooManyBytes` past `maxBytes`. */
  put: (source: Source, maxBytes?: number) => Promise<StoredBlob>;
  /** The first half of `put`, for what is worth keeping only if something else comes out well. */
  stage: (source: Source, maxBytes?: number) => Promise<StagedBlob>;
  /** Takes a durable file of this machine whose hash is known: it is moved into place, and not read again. */
  adopt: (file: string, sha256: string) => Promise<void>;
  read: (sha256: string) => Readable;
  /** Path of a blob on this machine. */
  path: (sha256: string) => string;
  has: (sha256: string) => Promise<boolean>;
  remove: (sha256: string) => Promise<void>;
}

export class TooManyBytes extends Error {}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder; its rename is journalled
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

/** Where a blob lies below a folder of blobs. */
export const blobPlace = (root: string, sha256: string): string =>
  join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Blobs under `<root>/ab/cd/<sha256>`; unfinished ones under `<root>/tmp`. */
export function localBlobs(root: string): BlobStore {
  const path = (sha256: string) => blobPlace(root, sha256);
  const has = (sha256: string) =>
    access(path(sha256)).then(
      () => true,
      () => false,
    );
  /** True when it is there; its time then says that somebody wants it, which keeps the sweeper away. */
  const renew = (file: string) =>
    utimes(file, new Date(), new Date()).then(
      () => true,
      () => false,
    );
  const place = async (file: string, sha256: string) => {
    const target = path(sha256);
    const now = new Date();
    await utimes(file, now, now);
    if (await renew(target)) {
      await rm(file);
      return;
    }
    await mkdir(dirname(target), { recursive: true });
    await rename(file, target);
    await syncFolder(dirname(target));
  };
  const stage: BlobStore['stage'] = async (source, maxBytes = Infinity) => {
    const temporary = join(root, 'tmp', randomUUID());
    await mkdir(dirname(temporary), { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    const file = await open(temporary, 'wx');
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new TooManyBytes();
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
      await file.close();
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
      throw error;
    }
    const sha256 = hash.digest('hex');
    const drop = () => rm(temporary, { force: true });
    const keep = () =>
      place(temporary, sha256).catch(async (error: unknown) => {
        await drop();
        throw error;
      });
    return { sha256, bytes, keep, drop };
  };
  const put: BlobStore['put'] = async (source, maxBytes) => {
    const { sha256, bytes, keep } = await stage(source, maxBytes);
    await keep();
    return { sha256, bytes };
  };
  return {
    put,
    stage,
    adopt: place,
    path,
    has,
    read: (sha256) => createReadStream(path(sha256)),
    remove: (sha256) => rm(path(sha256), { force: true }),
  };
}
