/** Keeps brightness, contrast and window of images: sent when the hand rests, and again later when the server was away. */

import type { ImageWindow } from '@loupe/contract';

export interface ViewSetting {
  brightness: number;
  contrast: number;
  /** Only of an image with 16 bits a channel; null: the automatic one. */
  window?: ImageWindow | null;
}

export interface ViewSaver {
  set: (imageId: number, view: ViewSetting) => void;
  /** Sends now what waits: on change of the image, on leaving, when the network is back. */
  flush: () => void;
}

const restMs = 600;

/** `isLost`: trying again will not help. */
export function makeViewSaver(
  save: (imageId: number, view: ViewSetting) => Promise<unknown>,
  isLost: (error: unknown) => boolean,
): ViewSaver {
  const waiting = new Map<number, ViewSetting>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    for (const [imageId, view] of waiting) {
      waiting.delete(imageId);
      save(imageId, view).catch((error: unknown) => {
        // A newer request for the same image goes before the one that failed.
        if (!isLost(error) && !waiting.has(imageId)) waiting.set(imageId, view);
      });
    }
  };
  return {
    flush,
    set: (imageId, view) => {
      waiting.set(imageId, view);
      clearTimeout(timer);
      timer = setTimeout(flush, restMs);
    },
  };
}
