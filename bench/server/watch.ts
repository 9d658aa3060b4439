/**
 * How long people wait while others keep the server busy, measured from a thread of its own: the one that sends 60 MB would
 * notice answers late, and call the server slow for it.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { api } from '@loupe/contract';
import sharp from 'sharp';
import { signIn } from './real.ts';

/** The longest times in ms: of an answer to /health, and of the upload of a small image. */
export interface Waits {
  healthMs: number;
  othersMs: number;
}

interface Job {
  address: string;
  folderId: number;
}

/** Begins to watch; what it returns ends that, and tells. */
export async function watch(job: Job): Promise<() => Promise<Waits>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: job });
  await once(thread, 'message');
  return async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage('end');
    const [waits] = (await once(thread, 'message')) as [Waits];
    return waits;
  };
}

/** Repeats until told to end; the longest time in ms. */
async function longest(until: AbortSignal, pauseMs: number, work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  while (!until.aborted) {
    const begun = performance.now();
    /* oxlint-disable no-await-in-loop -- one after another: how long a person waits */
    await work();
    worst = Math.max(worst, performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    /* oxlint-enable no-await-in-loop */
  }
  return worst;
}

/** Noise, so that none is a copy of another. */
const smallImage = () =>
  sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .resize(640, 480)
    .png()
    .toBuffer();

async function watchHere({ address, folderId }: Job): Promise<void> {
  const port = parentPort!;
  const { call } = await signIn(address);
  const images = await Promise.all(Array.from({ length: 16 }, smallImage));
  let sent = 0;
  const upload = async () => {
    // A few bytes behind the end make it another file without any work of ours.
    const bytes = Buffer.concat([images[sent % images.length]!, randomBytes(8)]);
    const data = new Blob([new Uint8Array(bytes)]);
    await call(api.imageUpload, { folderId }, { files: [{ name: `${(sent += 1)}.png`, data }] });
  };
  const over = new AbortController();
  port.on('message', () => over.abort());
  await upload();
  port.postMessage('ready');
  const [healthMs, othersMs] = await Promise.all([
    longest(over.signal, 50, () => fetch(`${address}/health`).then((one) => one.text())),
    longest(over.signal, 100, upload),
  ]);
  port.postMessage({ healthMs, othersMs } satisfies Waits);
  port.close();
}

if (parentPort) await watchHere(workerData as Job);
