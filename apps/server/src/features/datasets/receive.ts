/** Takes the files of an upload from the wire into temporary files: at most 20, each within its bytes, nothing visible yet. */
import { limits } from '@loupe/contract';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import type { UploadedFile } from '../../core/form.ts';
import { keepReserve } from '../../core/room.ts';

export interface ReceivedFile {
  /** As the client sent it. */
  rawName: string;
  path: string;
  /** The same bytes, where they came in one piece: they are at hand already, and need not be read again. */
  content?: Buffer;
  sha256: string;
  bytes: number;
  /** It had more bytes than an image may have; only the first of them are here. */
  tooLong: boolean;
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');

/** A file on its way: `truncated` says that it had more bytes than are given. */
interface Arriving {
  name: string;
  stream: AsyncIterable<Buffer> & { truncated?: boolean };
}

/** Writes one file into the folder, durable, with its hash. Throws `storage.reserve` where there is no room for it. */
export async function receiveOne(file: Arriving, folder: string): Promise<ReceivedFile> {
  const spend = await keepReserve(folder);
  const path = join(folder, randomUUID());
  const out = await open(path, 'wx');
  const hash = createHash('sha256');
  let content: Buffer | undefined;
  let bytes = 0;
  let tooLong = false;
  try {
    for await (const chunk of file.stream) {
      content = bytes === 0 ? chunk : undefined;
      bytes += chunk.length;
      // what is too long is read to its end, so that the next file can come, but not kept
      tooLong ||= bytes > limits.imageBytes;
      if (tooLong) continue;
      // oxlint-disable-next-line no-await-in-loop
      await spend(chunk.length);
      hash.update(chunk);
      await out.writeFile(chunk);
    }
    await out.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await out.close();
  }
  tooLong ||= file.stream.truncated === true;
  return { rawName: file.name, path, ...(content && { content }), sha256: hash.digest('hex'), bytes, tooLong };
}

/** Calls `work` with all files of a request, or throws before anything is kept. Temporary files are gone afterwards. */
export async function withReceived<T>(
  files: AsyncIterable<UploadedFile>,
  uploads: string,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const folder = join(uploads, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    const received: ReceivedFile[] = [];
    let count = 0;
    for await (const file of files) {
      count++;
      // the rest is read and dropped: an answer in the middle of a request would reach nobody
      if (count > limits.uploadImages) file.stream.resume();
      else received.push(await receiveOne(file, folder));
    }
    if (count > limits.uploadImages) throw new AppError('image.tooMany', { args: { max: limits.uploadImages, count } });
    if (count === 0) throw new AppError('image.none');
    return await work(received);
  } catch (error) {
    throw isDiskFull(error) ? new AppError('storage.full', { code: 507 }) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const leftAfterMs = 24 * 3_600_000;

/** Removes what uploads left behind when the server was killed in the middle: temporary files a day old. */
export async function sweepUploads(dataFolder: string): Promise<void> {
  for (const folder of [join(dataFolder, 'uploads'), join(dataFolder, 'blobs', 'tmp')]) {
    // oxlint-disable-next-line no-await-in-loop
    const names = await readdir(folder).catch(() => []);
    const sweepOne = async (path: string) => {
      const age = Date.now() - (await stat(path)).mtimeMs;
      if (age > leftAfterMs) await rm(path, { recursive: true, force: true });
    };
    // one that vanishes meanwhile was finished by its upload
    // oxlint-disable-next-line no-await-in-loop
    await Promise.allSettled(names.map((name) => sweepOne(join(folder, name))));
  }
}
