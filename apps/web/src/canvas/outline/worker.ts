// The worker that outlines: it keeps the pixels that it was sent last.

import { outlineOf } from './jobs.ts';
import type { FromOutliner, ToOutliner } from './jobs.ts';
import type { Pixels } from './pixels.ts';

let held: Pixels | null = null;
const post = (message: FromOutliner): void => self.postMessage(message, { transfer: [] });

self.addEventListener('message', ({ data: { turn, job, pixels } }: MessageEvent<ToOutliner>) => {
  held = pixels ?? held;
  try {
    post({ turn, region: held ? outlineOf(held, job) : [] });
  } catch (error) {
    post({ turn, why: error instanceof Error ? error.message : String(error) });
  }
});
