/** Draws one large image in a process of its own. */
import { serveApart } from '../apart-child.ts';
import { drawings, type Drawing } from './draw.ts';
import { ImageError, type ImageErrorKey } from './error.ts';
import type { ImageInfo } from './inspect.ts';

export interface DrawJob {
  drawing: Drawing;
  source: string;
  info: ImageInfo;
  out: string;
}
/** What is wrong with the image. */
export interface DrawAnswer {
  fault: ImageErrorKey | null;
}

await serveApart(async ({ drawing, source, info, out }: DrawJob): Promise<DrawAnswer> => {
  try {
    await drawings[drawing](source, info, out);
    return { fault: null };
  } catch (error) {
    // a disk that is full, say, is no fault of the image
    if (!(error instanceof ImageError)) throw error;
    return { fault: error.key };
  }
});
