/** Places in the queue: people take turns, and a person may give a waiting task another place. */
import { liveStates } from '@loupe/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { AppError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { task } from '../tables/tasks.ts';
import { wakeWorkers } from './announce.ts';
import { endOfQueue, lockTask, type TaskRow } from './state.ts';

interface Place {
  id: number;
  ordinal: number;
  createdBy: number;
}

/**
 * A place between two others. Halves of halves end at the precision of a double: then all waiting tasks get whole
 * places again, which all lie before now, where new tasks queue.
 */
async function placeBefore(tx: Tx, waiting: readonly Place[], at: number): Promise<number> {
  const after = waiting[at]!.ordinal;
  const before = waiting[at - 1]?.ordinal ?? after - 2;
  const middle = (before + after) / 2;
  if (middle > before && middle < after) return middle;
  const last = waiting.at(-1)!.ordinal;
  const placeOf = (index: number) => last - (waiting.length - 1 - index);
  const places = JSON.stringify(waiting.map(({ id }, index) => ({ id, ordinal: placeOf(index) })));
  await tx.execute(sql`
    update ${task} set ordinal = p.ordinal
    from json_to_recordset(${places}::json) as p(id bigint, ordinal double precision) where ${task.id} = p.id`);
  return placeOf(at) - 0.5;
}

/** What waits of a kind, in order. One reordering of a queue at a time: held until the transaction ends. */
async function lockQueue(tx: Tx, kind: string): Promise<Place[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reorder ${kind}`}))`);
  return tx
    .select({ id: task.id, ordinal: task.ordinal, createdBy: task.createdBy })
    .from(task)
    .where(and(eq(task.kind, kind), eq(task.state, 'queued')))
    .orderBy(asc(task.ordinal), asc(task.id));
}

const setPlace = (tx: Tx, id: number, ordinal: number) => tx.update(task).set({ ordinal }).where(eq(task.id, id));

export async function movePlace(tx: Tx, row: TaskRow, beforeId: number | null): Promise<void> {
  const places = await lockQueue(tx, row.kind);
  if (beforeId === null) {
    await setPlace(tx, row.id, endOfQueue as unknown as number);
    return;
  }
  const others = places.filter(({ id }) => id !== row.id);
  const at = others.findIndex(({ id }) => id === beforeId);
  // it began meanwhile
  if (at < 0) throw new AppError('task.notAllowed');
  await setPlace(tx, row.id, await placeBefore(tx, others, at));
}

/**
 * Where a person's new task goes among `others`, by rounds: what runs counts, then of each person the first that waits, the
 * second, and so on. Before the first of a later round, but never before another one of the same person. -1: at the end.
 */
export function turnOf(
  others: readonly Pick<Place, 'createdBy'>[],
  running: ReadonlyMap<number, number>,
  person: number,
): number {
  const rounds = new Map(running);
  const next = (who: number): number => {
    const round = (rounds.get(who) ?? 0) + 1;
    rounds.set(who, round);
    return round;
  };
  const roundOf = others.map(({ createdBy }) => next(createdBy));
  const own = next(person);
  const after = others.findLastIndex(({ createdBy }) => createdBy === person);
  return roundOf.findIndex((round, index) => index > after && round > own);
}

/** People take turns, so that nobody waits for all that somebody else has queued: a new task is given its place. */
export async function takeTurn({ db }: Pick<Services, 'db'>, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTask(tx, id);
    if (row?.state !== 'queued') return;
    const others = (await lockQueue(tx, row.kind)).filter((one) => one.id !== id);
    const rows = await tx.execute<{ createdBy: number; n: number }>(sql`
      select created_by as "createdBy", count(*)::int as n from ${task}
      where ${task.kind} = ${row.kind} and ${task.state} in ${[...liveStates]} group by 1`);
    const running = new Map(rows.rows.map(({ createdBy, n }) => [createdBy, n]));
    const at = turnOf(others, running, row.createdBy);
    if (at < 0) return;
    await setPlace(tx, id, await placeBefore(tx, others, at));
    await wakeWorkers(tx);
  });
}
