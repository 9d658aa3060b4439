/** An image that cannot be taken, as a message key; who knows the file's name makes the message of it. */
import type { MessageKey } from '@loupe/contract';

export type ImageErrorKey = Extract<
  MessageKey,
  | 'image.type'
  | 'image.empty'
  | 'image.corrupt'
  | 'image.tooLarge'
  | 'image.heavy'
  | 'image.bmp'
  | 'image.tiff'
  | 'image.tiffPacking'
>;

export class ImageError extends Error {
  readonly key: ImageErrorKey;
  constructor(key: ImageErrorKey, options?: ErrorOptions) {
    super(key, options);
    this.name = 'ImageError';
    this.key = key;
  }
}

/** A decoder's own words never reach a person: whatever fails in it means a damaged file. */
export async function orCorrupt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ImageError('image.corrupt', { cause });
  }
}
