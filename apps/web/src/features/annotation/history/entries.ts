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
  count: number;
  /** Of the newest. */
  at: string;
}

/** Changes further apart than this are told apart, though alike. */
const gapMs = 60_000;

const isAlike = (a: HistoryChange, b: HistoryChange): boolean =>
  a.what === b.what &&
  a.actorId === b.actorId &&
  a.clientId === b.clientId &&
  a.labelId === b.labelId &&
  a.fromLabelId === b.fromLabelId &&
  a.remark === b.remark &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= gapMs;

/** `changes` newest first. */
export function entriesOf(changes: readonly HistoryChange[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  changes.forEach((change, i) => {
    const before = changes[i - 1];
    const last = entries.at(-1);
    if (last && before && isAlike(before, change)) last.count += 1;
    else {
      const { seq, what, actor, labelId, fromLabelId, remark, at } = change;
      entries.push({ seq, what, actor, labelId, fromLabelId, remark, count: 1, at });
    }
  });
  return entries;
}
