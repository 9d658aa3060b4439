/**
 * The work of a pre-annotation: each image that waits, in the order of their ids, so that one that was killed goes on. An
 * image that cannot be predicted is named in the log, and the others are done.
 */
import { families, limits, messageText, setSubjectIn, type FamilyId, type Locale } from '@loupe/contract';
import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { Inference } from '../../inference/index.ts';
import { dataset, image, label } from '../../tables/datasets.ts';
import { preannotationImage as row, proposal } from '../../tables/preannotation.ts';
import { project } from '../../tables/projects.ts';
import { task } from '../../tables/tasks.ts';
import { saveProgress } from '../../tasks-runner/announce.ts';
import type { JobControl, WorkerKind } from '../../tasks-runner/kind.ts';
import { addLines, type Line } from '../../tasks-runner/lines.ts';
import type { TaskRow } from '../../tasks-runner/state.ts';
import { inLiveFolder } from '../datasets/index.ts';
import { inLanes, makeMeter, makeSteps } from '../tasks/index.ts';
import { makeBatches } from './batches.ts';
import { PreannotateParams } from './params.ts';
import type { Place } from './place.ts';
import { similarProposer, versionProposer, type Proposer, type Wanted } from './proposer.ts';
import type { Made } from './replace.ts';
import { tellProposals, writeProposals } from './store.ts';

/** The attempt at a task. */
interface Try {
  services: Services;
  task: TaskRow;
  control: JobControl;
  params: PreannotateParams;
}
interface Job extends Try {
  proposer: Proposer;
  place: Place;
}

/** Images that are asked for at a time. */
const shard = 200;
/**
 * What is written in one transaction: as many images, or what came within so long. A transaction costs more than a small
 * network; what a killed worker has not written is predicted again.
 */
const batch = { most: limits.proposalImagesAtOnce, ms: 500 };
/** Images in a row on which the model itself failed: then the model is at fault, and not they. */
const faultsInRow = 5;

/** Undefined where the data set was deleted meanwhile: then there are no images either. */
async function placeOf({ db }: Services, datasetId: number): Promise<Place | undefined> {
  const [found] = await db
    .select({ dataset, project })
    .from(dataset)
    .innerJoin(project, eq(project.id, dataset.projectId))
    .where(eq(dataset.id, datasetId));
  return found;
}

/** The next images that wait, by id; those that were deleted meanwhile are passed over. */
const nextShard = ({ services: { db }, task: { id } }: Job, after: number): Promise<Wanted[]> =>
  db
    .select({ imageId: image.id, sha256: image.sha256, name: image.name, width: image.width, height: image.height })
    .from(row)
    .innerJoin(image, eq(image.id, row.imageId))
    .where(
      and(eq(row.taskId, id), eq(row.status, 'waiting'), gt(row.imageId, after), isNull(image.deletedAt), inLiveFolder),
    )
    .orderBy(asc(row.imageId))
    .limit(shard);

/** The labels of the version, without those that were deleted meanwhile. */
async function labelsNow({ services: { db }, params }: Try) {
  const ids = params.labels.flatMap(({ labelId }) => labelId ?? []);
  const live = await db
    .select({ id: label.id })
    .from(label)
    .where(and(inArray(label.id, ids), isNull(label.deletedAt)));
  const known = new Set(live.map(({ id }) => id));
  return params.labels.map((one) => ({ ...one, labelId: known.has(one.labelId ?? 0) ? one.labelId : null }));
}

const setStatuses = (tx: Tx, { task: { id } }: Try, became: readonly { imageId: number; status: string }[]) =>
  tx.execute(sql`
    update preannotation_image set status = b.status
    from json_to_recordset(${JSON.stringify(became)}::json) as b("imageId" bigint, status text)
    where task_id = ${id} and image_id = b."imageId"`);

const warning = (code: string, file: string | null, args: object = {}): Line => ({
  seq: 0,
  kind: 'warning',
  body: { code, args, file },
});
const warn = (tx: Tx, { task: { id }, control }: Try, code: string, file: string | null, args = {}) =>
  addLines(tx, id, control.attempt, [warning(code, file, args)]);

/** What a model has made of an image, or the line that says why it made nothing. */
type Outcome = { of: Wanted } & ({ made: Made } | { code: string; args: object });

/** The images are done with: what the model proposes is kept, or why not is said. */
async function conclude(job: Job, outcomes: readonly Outcome[]): Promise<void> {
  const { services, task: of, control, proposer, place, params } = job;
  const { versionId, searched } = proposer;
  const made = outcomes.flatMap((one) => ('made' in one ? { imageId: one.of.imageId, made: one.made } : []));
  const onlyOpen = params.scope === 'open';
  const write = { place, taskId: of.id, versionId, ...(searched && { searched }), createdBy: of.createdBy, onlyOpen };
  const done = await inTransaction(services.db, async (tx) => {
    await control.fence(tx);
    const became = made.length === 0 ? [] : await writeProposals(tx, made, write);
    const statuses = new Map(made.map(({ imageId }, i) => [imageId, became[i]!]));
    const lines = outcomes.flatMap((one) => {
      if ('code' in one) return warning(one.code, one.of.name, one.args);
      return statuses.get(one.of.imageId) === 'edited' ? warning('preannotate.edited', one.of.name) : [];
    });
    await addLines(tx, of.id, control.attempt, lines);
    await setStatuses(
      tx,
      job,
      outcomes.map((one) => ({ imageId: one.of.imageId, status: statuses.get(one.of.imageId) ?? 'failed' })),
    );
    return made.flatMap(({ imageId }, i) => (became[i] === 'done' ? imageId : []));
  });
  await tellProposals(services, of.projectId, done);
}

const causeCode = (error: unknown): string | undefined =>
  error instanceof AppError && /^cause\.(?:data|inference)\./.test(error.key)
    ? error.key.slice('cause.'.length)
    : undefined;

/** Rejects where not even the reason can be written down. */
async function predictOne({ proposer }: Job, one: Wanted, labels: PreannotateParams['labels']): Promise<Outcome> {
  try {
    return { of: one, made: await proposer.propose(one, labels) };
  } catch (error) {
    const code = causeCode(error);
    if (code === undefined) throw error;
    return { of: one, code, args: (error as AppError).args };
  }
}

/** The model failed on it, rather than its file. */
const isFault = (outcome: Outcome): boolean => 'code' in outcome && !outcome.code.startsWith('data.');

/** Images that were deleted before it was their turn, and labels that are gone, each in one line. */
async function concludeRest(job: Try): Promise<void> {
  const { services, task: of, control, params } = job;
  const now = await labelsNow(job);
  const gone = params.labels.filter(({ labelId }, i) => labelId !== null && now[i]!.labelId === null);
  await inTransaction(services.db, async (tx) => {
    await control.fence(tx);
    const left = await tx
      .update(row)
      .set({ status: 'gone' })
      .where(and(eq(row.taskId, of.id), eq(row.status, 'waiting')))
      .returning({ imageId: row.imageId });
    if (left.length > 0) await warn(tx, job, 'preannotate.gone', null, { count: left.length });
    const labels = gone.map(({ name }) => name).join(', ');
    if (gone.length > 0) await warn(tx, job, 'preannotate.labelGone', null, { labels });
  });
  const total = await services.db.$count(row, eq(row.taskId, of.id));
  const ended = { phase: 'predict', done: total, total, unit: 'image', etaSeconds: 0 };
  await saveProgress(services, of.id, { ...ended, proposals: await proposalsOf(services, of.id) });
}

async function proposalsOf({ db }: Services, taskId: number): Promise<number> {
  const open = sql`array(select unnest(${proposal.ids}) except select unnest(${proposal.rejected}))`;
  const [sum] = await db
    .select({ n: sql<number>`coalesce(sum(cardinality(${open})), 0)`.mapWith(Number) })
    .from(proposal)
    .where(eq(proposal.taskId, taskId));
  return sum!.n;
}

async function counted({ db }: Services, taskId: number): Promise<Record<string, number>> {
  const rows = await db
    .select({ status: row.status, n: count() })
    .from(row)
    .where(eq(row.taskId, taskId))
    .groupBy(row.status);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function predictAll(job: Job, lanes: () => number): Promise<void> {
  const { services, task: of, control } = job;
  const { waiting = 0, ...others } = await counted(services, of.id);
  const before = Object.values(others).reduce((sum, n) => sum + n, 0);
  const start = { done: before, total: before + waiting };
  const meter = makeMeter(start, (progress) => saveProgress(services, of.id, progress));
  await meter.report();
  let faults = 0;
  for (let after = 0; ;) {
    control.signal.throwIfAborted();
    const wanted = await nextShard(job, after);
    if (wanted.length === 0) break;
    after = wanted.at(-1)!.imageId;
    const labels = await labelsNow(job);
    const batches = makeBatches((some: Outcome[]) => conclude(job, some), batch);
    const predict = async (one: Wanted) => {
      control.signal.throwIfAborted();
      const outcome = await predictOne(job, one, labels);
      faults = isFault(outcome) ? faults + 1 : 0;
      await batches.add(outcome);
      if (faults >= faultsInRow) throw new AppError('cause.inference.failed', { args: { file: one.name, why: '' } });
      await meter.step();
    };
    // what was made is kept however it ends, unless a later attempt owns the task
    await inLanes(wanted, lanes(), predict).finally(batches.flush);
  }
}

/** What the examples come to; what is wrong with one is said once, by the first attempt. */
function similarFor(job: Try, inference: Inference, place: Place): Promise<Proposer> {
  const { services, task: of, control, params } = job;
  return similarProposer({
    services,
    inference,
    task: of,
    place,
    params,
    signal: control.signal,
    onLearning: makeSteps((progress) => saveProgress(services, of.id, progress), 'learn'),
    onLearned: async (learned) => {
      await inTransaction(services.db, async (tx) => {
        await control.fence(tx);
        await tx.update(task).set({ result: { learned } }).where(eq(task.id, of.id));
      });
    },
    warn: async (code, file, args = {}) => {
      if (control.attempt > 1) return;
      await inTransaction(services.db, async (tx) => {
        await control.fence(tx);
        await warn(tx, job, code, file, args);
      });
    },
  });
}

export const preannotateKind = (inference: Inference): WorkerKind => ({
  by: 'worker',
  atOnce: 1,
  async run(services, of, control) {
    // what failed before is tried again with the task
    if (control.attempt > 1)
      await services.db
        .update(row)
        .set({ status: 'waiting' })
        .where(and(eq(row.taskId, of.id), eq(row.status, 'failed')));
    const params = PreannotateParams.parse(of.params);
    const job = { services, task: of, control, params };
    // a version that is gone ends it, also where there is nothing left to do
    const byVersion = params.similar ? null : await versionProposer({ services, inference, task: of, params });
    const place = await placeOf(services, params.datasetId);
    if (place) {
      const proposer = byVersion?.(place) ?? (await similarFor(job, inference, place));
      await predictAll({ ...job, proposer, place }, () => inference.health().processes + 1);
    }
    await concludeRest(job);
  },
  async onCompleted(services, { id, createdBy, params }) {
    const { done = 0, ...others } = await counted(services, id);
    const skipped = Object.values(others).reduce((sum, n) => sum + n, 0);
    const { subject, similar, datasetId } = PreannotateParams.parse(params);
    const [place, found] = await Promise.all([placeOf(services, datasetId), proposalsOf(services, id)]);
    const family = place && families[place.project.family as FamilyId];
    const wordsIn = (locale: Locale) =>
      messageText(similar ? 'similar.completed' : 'preannotate.completed', locale, {
        subject: family ? setSubjectIn(locale, subject, family) : subject,
        done,
        skipped,
        found,
      });
    await services.publish(
      { userId: createdBy },
      { type: 'message', cn: wordsIn('zh'), en: wordsIn('en') },
      { keep: true },
    );
  },
});
