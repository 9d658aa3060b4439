/**
 * An accepted image that is edited waits for review again: nobody has to remember to submit it, and what was accepted is what a
 * person has seen. Where further edits bring it back to exactly that, the acceptance stands again.
 */
import { limits } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Db } from '../../core/db.ts';
import type { ImageFacts } from './facts.ts';
import type { HeldShape, MergeState } from './merge.ts';
import { liveShapes, wasEmpty } from './read-state.ts';
import { packPoints, unpackShape } from './shape-rows.ts';
import type { EditWord, LoggedChange } from './write.ts';

/** Words on a prediction leave the annotation as it is; what had no effect does too. */
const changesImage = ({ op, result }: LoggedChange): boolean =>
  op.kind !== 'reject' &&
  op.kind !== 'unreject' &&
  result.status !== 'lived' &&
  (op.shapeId === null || result.before !== null || result.after !== null);

/** The line that says so in the history, after the edits. */
function lineOf(word: EditWord, id: number, last: LoggedChange, state: Pick<MergeState, 'revision'>): LoggedChange {
  const seq = ++state.revision;
  return {
    imageId: id,
    clientId: last.clientId,
    op: { opId: newUuid(), kind: word, shapeId: null, base: null, shape: null, authorId: last.op.authorId },
    result: { seq, rev: null, status: 'applied', shapeId: null, before: null, after: null },
  };
}

/** None where the image was not accepted, or stays what it was. */
export function reopening(
  { id, review }: { id: number; review: string | null },
  changes: readonly LoggedChange[],
  state: Pick<MergeState, 'revision'>,
): LoggedChange[] {
  const last = changes.at(-1);
  if (review !== 'accepted' || last === undefined || !changes.some(changesImage)) return [];
  return [lineOf('reopen', id, last, state)];
}

/** All that a reviewer sees of a shape; not who drew it, or in how many steps. */
const seen = (held: HeldShape | null | undefined): string => {
  if (!held) return '';
  const { labelId, kind, parts, text, ignore, z, conflictOf } = held;
  return JSON.stringify([
    labelId,
    kind,
    packPoints(held.points).toString('base64'),
    parts,
    text,
    ignore,
    z,
    conflictOf,
  ]);
};

/** How each shape was at a revision that was changed since, by what the first change found. */
async function shapesBefore(db: Db, imageId: number, seq: number, changes: readonly LoggedChange[]) {
  const { rows } = await db.execute<{ shapeId: string; before: Buffer | null }>(sql`
    select distinct on (shape_id) shape_id as "shapeId", before from op
    where image_id = ${imageId} and seq > ${seq} and shape_id is not null and status <> 'lived'
      and kind not in ('reject', 'unreject')
    order by shape_id, seq`);
  const before = new Map(rows.map((row) => [row.shapeId, row.before && unpackShape(row.before)]));
  for (const { result } of changes.filter(changesImage))
    if (result.shapeId !== null && !before.has(result.shapeId)) before.set(result.shapeId, result.before);
  return before;
}

/** Whether the image is, after these changes, what a person has accepted: every shape, and that there are no others. */
async function isAsAccepted(db: Db, facts: ImageFacts, changes: readonly LoggedChange[], state: MergeState) {
  const { id, acceptedSeq } = facts;
  if (acceptedSeq === null || facts.revision - acceptedSeq > limits.reacceptEdits) return false;
  if (state.liveShapes === 0 && !(state.empty && (await wasEmpty(db, id, acceptedSeq)))) return false;
  const before = await shapesBefore(db, id, acceptedSeq, changes);
  const touched = new Set(changes.flatMap(({ result }) => result.shapeId ?? []));
  const stored = await liveShapes(db, id, new Set([...before.keys()].filter((one) => !touched.has(one))));
  const now = (shapeId: string) => (touched.has(shapeId) ? state.live : stored).get(shapeId);
  return [...before].every(([shapeId, held]) => seen(held) === seen(now(shapeId)));
}

/** What edits make of the review of an image. Decided by what is stored, and written only where that is still so. */
export async function wordAfter(
  db: Db,
  facts: ImageFacts,
  changes: readonly LoggedChange[],
  state: MergeState,
): Promise<{ word: EditWord | null; lines: LoggedChange[] }> {
  const { id, review } = facts;
  const none = { word: null, lines: [] };
  const last = changes.at(-1);
  const isWaiting = review === 'submitted' && facts.acceptedSeq !== null;
  if (last === undefined || !changes.some(changesImage) || !(review === 'accepted' || isWaiting)) return none;
  const isBack = await isAsAccepted(db, facts, changes, state);
  if (isBack !== isWaiting) return none;
  const word = isBack ? 'reaccept' : 'reopen';
  return { word, lines: [lineOf(word, id, last, state)] };
}
