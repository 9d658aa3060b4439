// The link to the worker that outlines. It is started when it is first asked, and sent the pixels once.

import type { Region } from '../region.ts';
import type { FromOutliner, OutlineJob, ToOutliner } from './jobs.ts';
import type { Pixels } from './pixels.ts';

export type Outliner = {
  readonly outline: (pixels: Pixels, job: OutlineJob) => Promise<Region>;
  readonly dispose: () => void;
};

type Open = { readonly resolve: (region: Region) => void; readonly reject: (error: Error) => void };

export function createOutliner(): Outliner {
  let worker: Worker | null = null;
  let sent: Pixels | null = null;
  let last = 0;
  const open = new Map<number, Open>();

  const end = (why: string): void => {
    worker?.terminate();
    [worker, sent] = [null, null];
    for (const { reject } of open.values()) reject(new Error(why));
    open.clear();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<FromOutliner>) => {
      const waiting = open.get(data.turn);
      open.delete(data.turn);
      if ('region' in data) waiting?.resolve(data.region);
      else waiting?.reject(new Error(data.why));
    });
    // the next question starts another one
    started.addEventListener('error', ({ message }) => end(message));
    return started;
  };

  return {
    outline: (pixels, job) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const turn = ++last;
        open.set(turn, { resolve, reject });
        const message: ToOutliner = pixels === sent ? { turn, job } : { turn, job, pixels };
        sent = pixels;
        worker.postMessage(message, []);
      }),
    dispose: () => end('the editor is closed'),
  };
}
