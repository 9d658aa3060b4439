/** A picture that cannot be taken, as a message key; who knows the file's name makes the message of it. */
import type { MessageKey } from '@loupe/contract';

export type PictureErrorKey = Extract<
  MessageKey,
  'picture.type' | 'picture.corrupt' | 'picture.tooLarge' | 'picture.heavy' | 'picture.bmp'
>;

export class PictureError extends Error {
  readonly key: PictureErrorKey;
  constructor(key: PictureErrorKey, options?: ErrorOptions) {
    super(key, options);
    this.name = 'PictureError';
    this.key = key;
  }
}

/** A decoder's own words never reach a person: whatever fails in it means a damaged file. */
export async function orCorrupt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new PictureError('picture.corrupt', { cause });
  }
}
