/** The run folder of an attempt: its place, what lies in it, and what is left when its task has ended. */
import { createReadStream } from 'node:fs';
import { access, lstat, open, readdir, readFile, realpath, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const runsFolder = (data: string): string => path.join(data, 'runs');
export const taskFolder = (data: string, taskId: number): string => path.join(runsFolder(data), String(taskId));
export const runFolder = (data: string, taskId: number, n: number): string =>
  path.join(taskFolder(data, taskId), String(n));

/** What stays when the task has ended: what happened, the weights that a person asked for, and nothing secret. */
const weightsFolder = 'weights';
const keptFiles = new Set(['events.jsonl', 'job.json', 'stderr.log', weightsFolder]);

/**
 * Weights of an epoch that an engine kept in its folder and told of by that path (the data folder may have moved since) with
 * that size. Undefined where there is nothing so, or something else than a file that lies there itself.
 */
export async function openWeights(folder: string, reported: string, bytes: number): Promise<FileHandle | undefined> {
  try {
    const place = path.join(await realpath(folder), weightsFolder, path.posix.basename(reported));
    const there = await lstat(place);
    if (!there.isFile() || there.size !== bytes || (await realpath(place)) !== place) return undefined;
    return await open(place);
  } catch {
    return undefined;
  }
}

/** A path that the engine named, as a path of this machine; undefined when it leads out of the runs. */
export async function engineFile(data: string, folder: string, named: string): Promise<string | undefined> {
  const root = runsFolder(data);
  const full = path.resolve(folder, named.startsWith('file:') ? fileURLToPath(named) : named);
  // an engine names files without symbolic links
  const real = await realpath(root).catch(() => root);
  return [root, real].some((one) => full.startsWith(one + path.sep)) ? full : undefined;
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const Identity = z.object({ pid: z.int().min(1), start: z.string() });
export type Identity = z.infer<typeof Identity>;
export const pidFile = (folder: string): string => path.join(folder, 'pid');

/** The engine that was started in this folder, as its starter noted it; undefined where nothing (whole) is noted. */
export async function notedProcess(folder: string): Promise<Identity | undefined> {
  try {
    return Identity.parse(JSON.parse(await readFile(pidFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Events after number `ack` in an engine's file, in batches. A torn last line ends it. */
export async function* eventsAfter(folder: string, ack: number, batch: number): AsyncGenerator<unknown[]> {
  const file = path.join(folder, 'events.jsonl');
  if (!(await isThere(file))) return;
  let events: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    let event: { seq?: unknown };
    try {
      event = JSON.parse(line) as { seq?: unknown };
    } catch {
      break;
    }
    if (typeof event.seq !== 'number' || event.seq <= ack) continue;
    events.push(event);
    if (events.length === batch) {
      yield events;
      events = [];
    }
  }
  if (events.length > 0) yield events;
}

/** Removes checkpoints, artefacts and the token of an ended attempt; logs and events stay. */
export async function emptyRunFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => !keptFiles.has(name))
      .map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}
