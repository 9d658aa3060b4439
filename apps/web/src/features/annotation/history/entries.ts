/** What the history says in one line: one action, whatever many shapes it changed. Pure. */
import type { HistoryChange, HistoryKind } from '@loupe/contract';

/** Of changes of one line that are of several labels it names none. */
export type LabelOf = number | null | 'several';

export interface HistoryEntry {
  /** The image's revision after the newest of them. */
  seq: number;
  what: HistoryKind;
  actor: string | null;
  labelId: LabelOf;
  fromLabelId: LabelOf;
  remark: string | null;
  /** Of the newest. */
  at: string;
  /** Each of them, newest first. */
  steps: readonly HistoryChange[];
}

/** An action on many shapes is sent as one: its changes are no further apart than this. */
const oneGoMs = 500;

/** A file of annotations may take longer. */
const importMs = 60_000;

const isAlike = (a: HistoryChange, b: HistoryChange): boolean => {
  const gap = Math.abs(Date.parse(a.at) - Date.parse(b.at));
  return (
    a.what === b.what &&
    a.actorId === b.actorId &&
    a.clientId === b.clientId &&
    a.remark === b.remark &&
    gap <= (a.what === 'imported' ? importMs : oneGoMs)
  );
};

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
    const common = (key: 'labelId' | 'fromLabelId') =>
      steps.every((one) => one[key] === steps[0]![key]) ? steps[0]![key] : 'several';
    return { ...entryOf(steps[0]!, steps), labelId: common('labelId'), fromLabelId: common('fromLabelId') };
  });
}
