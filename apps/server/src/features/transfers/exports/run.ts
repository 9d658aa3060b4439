/** The job of an export: writes the zip beside, and gives it its name when it is whole. A killed one starts over. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TaskProgress } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { AppError } from '../../../core/errors.ts';
import { keepReserve } from '../../../core/room.ts';
import type { Services } from '../../../core/services.ts';
import { zipBytes } from '../../../core/zip.ts';
import { saveProgress } from '../../../tasks-runner/announce.ts';
import type { WorkerJob } from '../../../tasks-runner/kind.ts';
import type { TaskRow } from '../../../tasks-runner/state.ts';
import { dataset } from '../../../tables/datasets.ts';
import { task } from '../../../tables/tasks.ts';
import { archiveEntries, type Archived, type Step } from './archive.ts';
import { exportPath, ExportParams, partPath, type ExportResult } from './params.ts';

/** Bytes that go to the disk at a time. */
const writeBytes = 1024 * 1024;
const reportMs = 500;

/** Writes and fsyncs; gives the number of bytes. Throws `storage.reserve` where there is no room for it. */
async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  const spend = await keepReserve(dirname(path));
  const file = await open(path, 'w');
  let [held, waiting, total] = [[] as Uint8Array[], 0, 0];
  const flush = async () => {
    await spend(waiting);
    await file.writev(held);
    [held, waiting] = [[], 0];
  };
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      held.push(chunk);
      waiting += chunk.length;
      total += chunk.length;
      if (waiting >= writeBytes) await flush();
    }
    if (waiting > 0) await flush();
    await file.sync();
    return total;
  } finally {
    await file.close();
  }
}

/** Reports how far the export is, now and then. */
function progressReporter(services: Services, { id }: TaskRow): (step: Step) => void {
  let last = -Infinity;
  return ({ phase, done, total }) => {
    if (performance.now() - last < reportMs) return;
    last = performance.now();
    const progress: TaskProgress = { phase, done, total, unit: 'images', etaSeconds: null };
    saveProgress(services, id, progress).catch((error: unknown) =>
      services.log.warn({ error, taskId: id }, 'the progress of an export was not saved'),
    );
  };
}

export const runExport: WorkerJob = async (services, row, { signal, attempt, fence }) => {
  const { db, config } = services;
  const params = ExportParams.parse(row.params);
  if ((await db.$count(dataset, eq(dataset.id, params.datasetId))) === 0) throw new AppError('cause.export.gone');
  const target = exportPath(config.data, row.id);
  const part = partPath(config.data, row.id, attempt);
  await mkdir(dirname(target), { recursive: true });
  try {
    const archived: Archived = { images: 0, shapes: 0, losses: {} };
    const input = { ...params, datasetName: params.subject };
    const entries = archiveEntries(services, input, archived, progressReporter(services, row));
    const bytes = await writeFile(part, zipBytes(entries, new Date()), signal);
    const result: ExportResult = { ...archived, bytes };
    await db.transaction(async (tx) => {
      await fence(tx);
      await tx.update(task).set({ result, progress: null }).where(eq(task.id, row.id));
      await rename(part, target);
    });
  } finally {
    await rm(part, { force: true });
  }
};
