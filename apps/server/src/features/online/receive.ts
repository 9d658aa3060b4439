/** The image of a request: exactly one JPG or PNG of a bounded size, within a bounded time. */
import { limits } from '@loupe/contract';
import type { Http } from '../../core/bind.ts';
import { formatOf } from '../../core/decode.ts';
import { AppError } from '../../core/errors.ts';
import type { UploadedFile } from '../../core/form.ts';
import { shortName } from '../datasets/index.ts';

export interface OnlineImage {
  name: string;
  bytes: Buffer;
  mime: 'image/jpeg' | 'image/png';
}

/** Who reads holds one of few places: ten megabytes take this long at 5 Mbit/s, and who waits for a place waits longer. */
export const readMs = 16_000;

/** The bytes of a file, or undefined where there are too many; read to its end either way, so that the next can come. */
async function bytesOf(file: UploadedFile): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limits.onlineImageBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > limits.onlineImageBytes ? undefined : Buffer.concat(chunks);
}

async function readFiles(files: Http['files']): Promise<OnlineImage> {
  let image: OnlineImage | undefined;
  let count = 0;
  for await (const file of files) {
    count++;
    const bytes = await bytesOf(file);
    const format = bytes && formatOf(bytes);
    if (!bytes || (format !== 'jpg' && format !== 'png')) continue;
    const mime = format === 'jpg' ? 'image/jpeg' : 'image/png';
    image = { name: shortName(file.name) ?? `image.${format}`, bytes, mime };
  }
  if (!image || count !== 1) throw new AppError('online.imageRule');
  return image;
}

/** A body that crawls is refused, however steadily it crawls: others wait for its place. */
export async function readImage(files: Http['files']): Promise<OnlineImage> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('input.slow', { code: 408 })), readMs);
  try {
    return await Promise.race([readFiles(files), late]);
  } finally {
    clearTimeout(timer);
  }
}
