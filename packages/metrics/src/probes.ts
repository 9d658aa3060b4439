// What a version may be trusted with, from how many test defects of each kind and size it found (docs/decisions/0052).

export type ProbeCount = {
  readonly kind: string;
  readonly px: number;
  readonly share: number;
  readonly found: number;
  readonly tried: number;
};
/** `finds`: from `px` on, `found` of `tried`; `some`: of all sizes; `misses`: hardly any. */
export type ProbeWord<Kind extends string = string> = {
  readonly kind: Kind;
  readonly word: 'finds' | 'some' | 'misses';
  readonly px: number;
  readonly found: number;
  readonly tried: number;
};

/** Share of a size from which on a person can rely on it, and from which on it is not missed altogether. */
const reliable = 0.9;
const partly = 0.5;

const isFrom = (limit: number) => (cell: ProbeCount) => cell.found >= limit * cell.tried;

/** Of each kind, in the order of the cells: found from which size on, where all larger ones are found too. */
export function probeWords<Cell extends ProbeCount>(cells: readonly Cell[]): ProbeWord<Cell['kind']>[] {
  const kinds = [...new Set(cells.map(({ kind }) => kind))] as Cell['kind'][];
  return kinds.map((kind) => {
    const rising = cells.filter((cell) => cell.kind === kind).toSorted((a, b) => a.share - b.share);
    const lastMissed = rising.findLastIndex((cell) => !isFrom(reliable)(cell));
    const sure = rising.slice(lastMissed + 1);
    const word = sure.length > 0 ? 'finds' : rising.some(isFrom(partly)) ? 'some' : 'misses';
    const counted = word === 'finds' ? sure : rising;
    const sum = (key: 'found' | 'tried') => counted.reduce((total, cell) => total + cell[key], 0);
    return { kind, word, px: counted[0]!.px, found: sum('found'), tried: sum('tried') };
  });
}
