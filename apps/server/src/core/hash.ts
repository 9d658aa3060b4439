/** Hashes: of files, streamed, and of the secrets that are only kept hashed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Of a random token or key: with so many bits, no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Where a key stands in the random order of a seed: the same seed gives the same order of the same keys. */
export const seededRank = (seed: number, key: string): string =>
  createHash('sha256').update(`${seed}:${key}`).digest('hex');
