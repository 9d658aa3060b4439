/** An accepted image that is edited waits for review again: nobody has to remember to submit it, and what was accepted is what a person has seen. */
import { v7 as newUuid } from 'uuid';
import type { MergeState } from './merge.ts';
import type { LoggedChange } from './write.ts';

/** Words on a prediction leave the annotation as it is; what had no effect does too. */
const changesImage = ({ op, result }: LoggedChange): boolean =>
  op.kind !== 'reject' &&
  op.kind !== 'unreject' &&
  result.status !== 'lived' &&
  (op.shapeId === null || result.before !== null || result.after !== null);

/** The line that says so in the history, after the edits; none where the image was not accepted, or stays what it was. */
export function reopening(
  { id, review }: { id: number; review: string | null },
  changes: readonly LoggedChange[],
  state: Pick<MergeState, 'revision'>,
): LoggedChange[] {
  const last = changes.at(-1);
  if (review !== 'accepted' || last === undefined || !changes.some(changesImage)) return [];
  const seq = ++state.revision;
  return [
    {
      imageId: id,
      clientId: last.clientId,
      op: { opId: newUuid(), kind: 'reopen', shapeId: null, base: null, shape: null, authorId: last.op.authorId },
      result: { seq, rev: null, status: 'applied', shapeId: null, before: null, after: null },
    },
  ];
}
