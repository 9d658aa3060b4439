// The worker that outlines: it keeps the pixels that it was sent last.

import { createOutlines } from './jobs.ts';
import type { FromOutliner, ToOutliner } from './jobs.ts';
import type { Pixels } from './pixels.ts';

async function weights(): Promise<ArrayBuffer> {
  const answer = await fetch(new URL('assist/weights.bin', import.meta.url));
  if (!answer.ok) throw new Error(`the weights of Assist are not there: ${answer.status}`);
  return answer.arrayBuffer();
}

const outlines = createOutlines(weights);
let held: Pixels | null = null;
const post = (message: FromOutliner): void => self.postMessage(message, { transfer: [] });

self.addEventListener('message', ({ data: { turn, job, pixels } }: MessageEvent<ToOutliner>) => {
  held = pixels ?? held;
  (held ? outlines(held, job) : Promise.resolve([])).then(
    (region) => post({ turn, region }),
    (error: unknown) => post({ turn, why: error instanceof Error ? error.message : String(error) }),
  );
});
