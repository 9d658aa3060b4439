/**
 * Who decodes when. Images of common sizes are decoded in this process, a few at a time, each within a bound of memory.
 * A large one gets a process of its own, one at a time: no small one ever waits behind it, and it cannot take this process
 * with it.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@loupe/contract';
import { ApartLost, runApart } from '../apart.ts';
import { makeLane } from '../lane.ts';
import type { DrawAnswer, DrawJob } from './child.ts';
import { drawings, type Drawing } from './draw.ts';
import { ImageError } from './error.ts';
import type { ImageInfo, ImageSource } from './inspect.ts';

/** Pixels, and bytes that are held at once, up to which an image is decoded in this process. */
const commonPixels = 2 ** 25;
const commonHeld = 96 * 1024 ** 2;

export const isLarge = ({ width, height, held }: ImageInfo): boolean =>
  width * height > commonPixels || held > commonHeld;

/** Three, so that a processor is not idle between two. */
const common = makeLane(3);
const large = makeLane(1);
/** Somebody is looking at it: it does not wait behind minutes of tiles. */
const largeInSight = makeLane(1);
/** Of those whose pixels this process needs itself. */
const largeHere = makeLane(1);

/** A busy machine may need minutes for the tiles of the largest: so many for it, and a share of them for smaller ones. */
const childSeconds = { least: 60, largest: 600 };

/** By its pixels: what takes longer is made to, and all large ones wait behind it. */
export const secondsFor = ({ width, height }: Pick<ImageInfo, 'width' | 'height'>): number =>
  childSeconds.least + ((childSeconds.largest - childSeconds.least) * width * height) / limits.imagePixels;
/** The most that an image may hold (`limits.imageHeldBytes`), and as much again as the program itself takes. */
const childMemoryMb = 2560;
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** Nothing of our addresses and passwords reaches a process that decodes strangers' files. */
const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

async function drawApart(job: DrawJob): Promise<void> {
  const entry = path.join(import.meta.dirname, 'child.ts');
  const bounds = { seconds: secondsFor(job.info), memoryMb: childMemoryMb, env: bareEnvironment() };
  const { fault } = await runApart<DrawAnswer>(entry, job, bounds).catch((error: unknown): DrawAnswer => {
    const tooMuch = error instanceof ApartLost && (error.reason === 'memory' || error.reason === 'time');
    if (!tooMuch) throw error;
    return { fault: 'image.heavy' };
  });
  if (fault !== null) throw new ImageError(fault);
}

/** Draws it when its turn has come, and where it belongs. */
export async function drawInTurn(
  drawing: Drawing,
  source: ImageSource,
  info: ImageInfo,
  outPath: string,
): Promise<void> {
  if (!isLarge(info)) return common.run(() => drawings[drawing](source, info, outPath));
  const lane = drawing === 'preview' ? largeInSight : large;
  return lane.run(async () => {
    if (typeof source === 'string')
      return drawApart({ drawing, source: path.resolve(source), info, out: path.resolve(outPath) });
    const file = path.resolve(`${outPath}.source`);
    try {
      await writeFile(file, source);
      await drawApart({ drawing, source: file, info, out: path.resolve(outPath) });
    } finally {
      await rm(file, { force: true });
    }
  });
}

/** Pixels that this process needs itself are decoded in it; of large images one at a time. */
export const decodeInTurn = <T>(info: ImageInfo, work: () => Promise<T>): Promise<T> =>
  (isLarge(info) ? largeHere : common).run(work);
