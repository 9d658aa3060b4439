/** An import task: reads the list, waits for the mapping where there are classes, then adds the images batch by batch. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatasetRole, FolderPlan, TaskProgress } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import type { Services } from '../../../core/services.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { announceTask } from '../../../tasks-runner/announce.ts';
import type { JobControl, WorkerJob } from '../../../tasks-runner/kind.ts';
import type { TaskRow } from '../../../tasks-runner/state.ts';
import { maskBudget, tellOthers } from '../../annotation/index.ts';
import { labelsOf } from '../../datasets/index.ts';
import { dataset, folder } from '../../../tables/datasets.ts';
import { project } from '../../../tables/projects.ts';
import { openArchive, type Archive } from '../archive/index.ts';
import { archivePath, receivedBytes, removeArchive, unpackedPath } from '../uploads/files.ts';
import { upload } from '../../../tables/uploads.ts';
import { formatOf, resultOf } from '../uploads/view.ts';
import { begin } from './begin.ts';
import { mappingToOne, readContents, type Contents } from './contents.ts';
import { earlierTargets } from './earlier.ts';
import { withEmbedded } from './embedded.ts';
import { otherPurposes } from './folders-there.ts';
import { inspectionOf } from './inspect.ts';
import { knownIn } from './known.ts';
import { prepareAll, type Prepared, type Source } from './prepare.ts';
import type { ImportResult } from './result.ts';
import { setWithRole, writeBatch, type Target } from './write-batch.ts';
import { addNotes, writeResult } from './write-result.ts';

/** Images whose rows are written together. */
const batchSize = 64;
const announceEveryMs = 1000;

const gone = (): AppError => new AppError('cause.import.gone');

async function ownRow({ db, config }: Services, taskId: number) {
  const [own] = await db
    .select({ upload, folder, dataset, family: project.family })
    .from(upload)
    .innerJoin(folder, eq(folder.id, upload.folderId))
    .innerJoin(dataset, eq(dataset.id, upload.datasetId))
    .innerJoin(project, eq(project.id, upload.projectId))
    .where(eq(upload.taskId, taskId));
  if (!own || (await receivedBytes(config.data, own.upload.id)) === undefined) throw gone();
  return own;
}
type Own = Awaited<ReturnType<typeof ownRow>>;

/** Time left by the speed of this attempt. */
function makeMeter(from: number, total: number) {
  const started = performance.now();
  return (done: number): TaskProgress => {
    const seconds = (performance.now() - started) / 1000;
    const etaSeconds = done > from ? Math.round((seconds / (done - from)) * (total - done)) : null;
    return { phase: 'import', done, total, unit: 'images', etaSeconds };
  };
}

interface Work {
  services: Services;
  row: TaskRow;
  control: JobControl;
  own: Own;
}

/** Adds what the result says is left. Two batches are read and decoded at a time, so that no lane waits for the end of one. */
async function addAll({ services, row, control, own }: Work, source: Source, begun: ImportResult): Promise<void> {
  const { images } = source;
  const progressAt = makeMeter(begun.next, images.length);
  const target: Target = {
    taskId: row.id,
    userId: own.upload.userId,
    family: own.family,
    setType: own.dataset.setType,
    role: own.dataset.role as DatasetRole,
    modelId: own.dataset.modelId,
    folder: own.folder,
    masks: maskBudget(),
    marksEmpty: own.upload.marksEmpty,
  };
  let next = begun.next;
  const prepare = (): Promise<Prepared[]> => {
    const batch = prepareAll(services, source, images.slice(next, (next += batchSize)));
    batch.catch(() => undefined);
    return batch;
  };
  const write = async (result: ImportResult, prepared: Prepared[]): Promise<ImportResult> => {
    const { written, edited } = await inTransaction(services.db, async (tx) => {
      await control.fence(tx);
      const batch = await writeBatch(tx, target, result, prepared);
      const after = await addNotes(tx, row.id, batch.result, batch);
      return { written: await writeResult(tx, row.id, after, progressAt(after.next)), edited: batch.edited };
    });
    const { projectId } = own.upload;
    for (const { id, revision, clientId } of edited) void tellOthers(services, { id, projectId }, revision, clientId);
    return written;
  };
  const coming = [prepare(), prepare()];
  try {
    let announcedAt = 0;
    for (let result = begun; result.next < images.length;) {
      /* oxlint-disable no-await-in-loop -- batches are written in their order */
      const prepared = await coming.shift()!;
      coming.push(prepare());
      result = await write(result, prepared);
      control.signal.throwIfAborted();
      if (performance.now() - announcedAt < announceEveryMs) continue;
      announcedAt = performance.now();
      await announceTask(services, row.id, false);
      /* oxlint-enable no-await-in-loop */
    }
  } finally {
    // nothing of this attempt writes any more when the next one begins
    await Promise.allSettled(coming);
  }
}

const setOfShapes = (tx: Tx, { dataset }: Own, { shapesTo }: Contents): Promise<{ id: number }> =>
  shapesTo ? setWithRole(tx, dataset, shapesTo.role) : Promise.resolve(dataset);

/** In data sets of a model the part of each image says what it is for. */
const foldersOf = async (db: Db | Tx, { dataset: { id, modelId } }: Own) =>
  modelId === null ? db.select().from(folder).where(eq(folder.datasetId, id)) : [];

/** The labels are made, and what is wrong with the archive itself is noted: once. */
async function beginOnce({ services, row, control, own }: Work, archive: Archive, contents: Contents) {
  const result = resultOf(row);
  if (result.labels !== null) return result;
  const { annotations, shapesTo } = contents;
  return inTransaction(services.db, async (tx) => {
    await control.fence(tx);
    const set = await setOfShapes(tx, own, contents);
    const isKept = own.upload.folders === 'keep';
    const others = isKept ? otherPurposes(contents.places('keep'), await foldersOf(tx, own)) : [];
    const beginning = {
      taskId: row.id,
      datasetId: set.id,
      mapping: shapesTo
        ? mappingToOne(annotations.classes.keys(), shapesTo.label, await labelsOf(tx, [set.id], 'bounded'))
        : own.upload.mapping,
      problems: [...archive.problems, ...others, ...annotations.problems],
      skipped: archive.skipped,
    };
    return begin(tx, beginning, result);
  });
}

/** Inspects, begins and adds. `paused`: the classes wait for a person. */
async function importFrom(work: Work, archive: Archive): Promise<'paused' | void> {
  const { services, control, own } = work;
  const { signal } = control;
  const contents = await readContents(archive, { family: own.family, ...own.dataset }, signal);
  const { images, annotations, shapesTo } = contents;
  const isAsked = annotations.classes.size > 0 && own.upload.mapping === null && shapesTo === null;
  if (own.upload.inspection === null) {
    const labels = await labelsOf(services.db, [own.upload.datasetId], 'bounded');
    const known = isAsked ? await knownIn(services.db, own.upload, { archive, contents, signal }) : null;
    const earlier = await earlierTargets(services.db, own.upload.datasetId, labels);
    const targets = { labels, earlier, folderType: own.folder.type, folders: await foldersOf(services.db, own) };
    const inspection = inspectionOf(archive, contents, targets, known);
    await services.db.update(upload).set({ inspection }).where(eq(upload.id, own.upload.id));
  }
  if (images.length === 0) throw new AppError('cause.import.empty');
  if (isAsked) return 'paused';
  const result = await beginOnce(work, archive, contents);
  const uploads = path.join(services.config.data, 'uploads', randomUUID());
  await mkdir(uploads, { recursive: true });
  try {
    const places = contents.places(own.upload.folders as FolderPlan);
    await addAll(work, { archive, images, annotations, places, folder: uploads, signal }, result);
  } finally {
    await rm(uploads, { recursive: true, force: true });
  }
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.key === 'notFound';

export const runImport: WorkerJob = async (services, row, control) => {
  const own = await ownRow(services, row.id);
  const { data } = services.config;
  const { id } = own.upload;
  const archive = await openArchive(archivePath(data, id), formatOf(own.upload), {
    folder: unpackedPath(data, id),
    signal: control.signal,
  });
  try {
    const whole = await withEmbedded(archive, control.signal);
    const left = await importFrom({ services, row, control, own }, whole);
    if (left === 'paused') return left;
  } catch (error) {
    throw isGone(error) ? gone() : error;
  } finally {
    await archive.close();
  }
  return undefined;
};

/** Not before the end is written: an attempt that is lost just then begins again, and finds that nothing is left to do. */
export async function forgetArchive({ db, config }: Services, { id }: TaskRow): Promise<void> {
  const [own] = await db.select({ id: upload.id }).from(upload).where(eq(upload.taskId, id));
  if (own) await removeArchive(config.data, own.id);
}
