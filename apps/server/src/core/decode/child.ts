/** Draws one large picture in a process of its own. */
import { serveApart } from '../apart-child.ts';
import { drawings, type Drawing } from './draw.ts';
import { PictureError, type PictureErrorKey } from './error.ts';
import type { PictureInfo } from './inspect.ts';

export interface DrawJob {
  drawing: Drawing;
  source: string;
  info: PictureInfo;
  out: string;
}
/** What is wrong with the picture. */
export interface DrawAnswer {
  fault: PictureErrorKey | null;
}

await serveApart(async ({ drawing, source, info, out }: DrawJob): Promise<DrawAnswer> => {
  try {
    await drawings[drawing](source, info, out);
    return { fault: null };
  } catch (error) {
    // a disk that is full, say, is no fault of the picture
    if (!(error instanceof PictureError)) throw error;
    return { fault: error.key };
  }
});
