/** What the history says in one line: neighbouring changes of one person that are alike. Pure. */
import type { HistoryChange, HistoryKind } from '@loupe/contract';

export interface HistoryEntry {
  /** The image's revision after the newest of them. */
  seq: number;
  what: HistoryKind;
  actor: string | null;
  labelId: number | null;
  fromLabelId: number | null;
  remark: string | null;
  /** Of the newest. */
  at: string;
  /** Each of them, newest first. */
  steps: readonly HistoryChange[];
}

/** Changes further apart than this are told apart, though alike. */
const gapMs = 60_000;

/** Done in one go, whatever labels it brings: a file of annotations is one line, not one for each shape. */
const isOneGo = ({ what }: HistoryChange): boolean => what === 'imported';

const isAlike = (a: HistoryChange, b: HistoryChange): boolean =>
  a.what === b.what &&
  a.actorId === b.actorId &&
  a.clientId === b.clientId &&
  (isOneGo(a) || a.labelId === b.labelId) &&
  a.fromLabelId === b.fromLabelId &&
  a.remark === b.remark &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= gapMs;

export const entryOf = (
  { seq, what, actor, labelId, fromLabelId, remark, at }: HistoryChange,
  steps: readonly HistoryChange[] = [],
): HistoryEntry => ({ seq, what, actor, labelId, fromLabelId, remark, at, steps });

/** `changes` newest first. */
export function entriesOf(changes: readonly HistoryChange[]): HistoryEntry[] {
  const alike: HistoryChange[][] = [];
  for (const change of changes) {
    const last = alike.at(-1);
    if (last && isAlike(last.at(-1)!, change)) last.push(change);
    else alike.push([change]);
  }
  return alike.map((steps) => {
    const entry = entryOf(steps[0]!, steps);
    // of several labels it names none
    return steps.every(({ labelId }) => labelId === entry.labelId) ? entry : { ...entry, labelId: null };
  });
}
