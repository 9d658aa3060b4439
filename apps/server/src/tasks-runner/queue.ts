/** The queue is the task table, in the order of its places (places.ts: people take turns); a claim makes the next attempt, whose number is the fence. */
import { randomBytes } from 'node:crypto';
import type { Desired, TaskState } from '@loupe/contract';
import { liveStates, nextState } from '@loupe/contract';
import { and, asc, eq, gt, inArray, isNull, lte, max, not, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { hashToken } from '../core/hash.ts';
import { startTimeOf } from '../core/process-identity.ts';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../tables/tasks.ts';
import { announceTask } from './announce.ts';
import { lease } from './apply.ts';
import { doneSoFar, longestPause } from './outcome.ts';
import { moveTask, now, type TaskRow, type TaskRun } from './state.ts';

export interface Slots {
  kind: string;
  /** This machine's name: the limit counts what runs here. */
  host: string;
  atOnce: number;
  /** How many of these one person may have; left out: all. */
  each?: number | undefined;
  executor: 'local' | 'worker';
  /** What all attempts of a task share; the first claim decides. */
  run: (taken: ReadonlySet<string>, requested: string | undefined) => { threads: number; device: string };
}
export interface Claimed {
  row: TaskRow;
  n: number;
  /** The attempt's secret; the database holds its hash only. */
  token: string;
}
interface Running {
  run: TaskRun | null;
  createdBy: number;
}
async function runningHere(tx: Tx, { kind, host }: Slots): Promise<Running[]> {
  const rows = await tx
    .select({ run: task.run, createdBy: task.createdBy })
    .from(task)
    .innerJoin(attempt, eq(attempt.taskId, task.id))
    .where(
      and(
        eq(task.kind, kind),
        inArray(task.state, [...liveStates]),
        eq(attempt.host, host),
        sql`${attempt.n} = (select max(n) from ${attempt} a where a.task_id = ${task.id})`,
      ),
    );
  return rows.map(({ run, createdBy }) => ({ run: run as TaskRun | null, createdBy }));
}

/** A pause that is longer than any was set before the clock was set back. */
const mayBegin = or(
  lte(task.notBefore, now),
  gt(task.notBefore, sql`clock_timestamp() + make_interval(secs => ${longestPause})`),
);

/** A task that asks for a graphics card waits until nobody uses that one; others may begin before it. */
const mayHave = (taken: readonly string[]) => {
  const cards = taken.filter((one) => one.startsWith('cuda:'));
  return cards.length === 0
    ? undefined
    : or(isNull(sql`${task.run} ->> 'requested'`), notInArray(sql`${task.run} ->> 'requested'`, cards));
};

/** One that learns nothing is over soon: it has a place beside those that learn, and leaves theirs alone. */
function freePlaces({ atOnce }: Slots, running: readonly Running[]) {
  const short = running.filter(({ run }) => run?.learnsNothing).length;
  return { long: running.length - short < atOnce, short: short === 0 };
}
const isShort = sql`coalesce((${task.run} ->> 'learnsNothing')::boolean, false)`;
function mayStart({ long, short }: ReturnType<typeof freePlaces>) {
  return long && short ? undefined : short ? isShort : not(isShort);
}

/** Who has as many as one person may have waits; others may begin before. */
function mayTake(running: readonly Running[], each: number | undefined) {
  const people = running.map(({ createdBy }) => createdBy);
  const full = people.filter((one) => each !== undefined && people.filter((other) => other === one).length >= each);
  return full.length === 0 ? undefined : notInArray(task.createdBy, full);
}

async function nextQueued(tx: Tx, slots: Slots, running: readonly Running[]): Promise<TaskRow | undefined> {
  const { kind, each } = slots;
  const places = freePlaces(slots, running);
  if (!places.long && !places.short) return undefined;
  const taken = running.flatMap(({ run }) => (run ? [run.device] : []));
  const [row] = await tx
    .select()
    .from(task)
    .where(
      and(
        eq(task.kind, kind),
        eq(task.state, 'queued'),
        or(isNull(task.notBefore), mayBegin),
        mayStart(places),
        mayHave(taken),
        mayTake(running, each),
      ),
    )
    .orderBy(asc(task.ordinal), asc(task.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

/** A task completed by hand while it waited begins again only to be completed. */
const desiredOf = (row: TaskRow): { desired: Desired; state: TaskState } =>
  row.desired === 'complete'
    ? { desired: 'complete', state: nextState('running', 'complete')! }
    : { desired: 'run', state: 'running' };

async function addAttempt(tx: Tx, row: TaskRow, slots: Slots): Promise<Claimed> {
  const [last] = await tx
    .select({ n: max(attempt.n) })
    .from(attempt)
    .where(eq(attempt.taskId, row.id));
  const n = (last?.n ?? 0) + 1;
  const token = randomBytes(32).toString('hex');
  const isEngine = slots.executor === 'local';
  await tx.insert(attempt).values({
    taskId: row.id,
    n,
    executor: slots.executor,
    host: slots.host,
    // until the engine has its own: a claim whose worker dies before the start is seen by it
    pid: process.pid,
    pidStart: startTimeOf(process.pid),
    tokenHash: isEngine ? hashToken(token) : null,
    leaseUntil: lease as unknown as Date,
    ackSeq: isEngine ? 0 : await doneSoFar(tx, row),
  });
  return { row, n, token };
}

/** Takes the next task for this machine, or nothing. Any number of workers may ask at the same time. */
export async function claimTask(services: Services, slots: Slots): Promise<Claimed | undefined> {
  const claimed = await services.db.transaction(async (tx) => {
    // one claim at a time for a machine, so that its limit holds
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`claim ${slots.kind} ${slots.host}`}))`);
    const running = await runningHere(tx, slots);
    const row = await nextQueued(tx, slots, running);
    if (!row) return undefined;
    const before = row.run as TaskRun | null;
    const taken = new Set(running.flatMap(({ run: of }) => (of ? [of.device] : [])));
    const fresh = slots.run(taken, before?.requested ?? (before?.learnsNothing ? 'cpu' : undefined));
    const threads = before?.threads || fresh.threads;
    const run: TaskRun = { ...before, seed: before?.seed ?? 0, threads, device: fresh.device };
    const { desired, state } = desiredOf(row);
    const moved = await moveTask(tx, row, 'claim', {
      desired,
      run,
      startedAt: sql`coalesce(${task.startedAt}, clock_timestamp())`,
    });
    if (!moved) return undefined;
    if (state !== moved) await moveTask(tx, { id: row.id, state: moved }, 'complete');
    return addAttempt(tx, { ...row, run, desired, state }, slots);
  });
  if (claimed) await announceTask(services, claimed.row.id, true);
  return claimed;
}
