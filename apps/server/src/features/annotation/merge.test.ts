/** The merge alone, without database: each rule once, and thousands of random histories. */
import type { Shape } from '@loupe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnRect } from '../../testing/shapes.ts';
import { mergeOp, imageStateOf, type Applied, type MergeOp, type MergeState, type Refused } from './merge.ts';

const empty = (): MergeState => ({
  revision: 0,
  empty: false,
  liveShapes: 0,
  live: new Map(),
  gone: new Map(),
  known: new Map(),
  proposed: null,
  refusedBases: new Map(),
});
const copyId = (opId: string) => `copy of ${opId}`;
const content = (id: string, z: number): Shape => drawnRect(1, { id, z });

let number = 0;
/** One op on a shape; `z` is its content. */
function make(state: MergeState, kind: MergeOp['kind'], shapeId: string | null, base: MergeOp['base'], z?: number) {
  const shape = z === undefined || shapeId === null ? null : content(shapeId, z);
  const op: MergeOp = { opId: `op${++number}`, kind, shapeId, base, shape, authorId: 1 };
  return { opId: op.opId, ...mergeOp(state, op, copyId) };
}
const shown = (state: MergeState) => [...state.live.values()].map((one) => one.z).sort((a, b) => a - b);

it('a proposal that one accepts while another turns it down stays a shape, and is turned down once that is gone', () => {
  const state = { ...empty(), proposed: { ids: new Set(['s']), rejected: new Set<string>() } };
  make(state, 'put', 's', null, 1);
  expect(make(state, 'reject', 's', null)).toMatchObject({ status: 'applied', after: { z: 1, rev: 1 } });
  expect(imageStateOf(state)).toBe('annotated');
  make(state, 'delete', 's', 1);
  expect(imageStateOf(state)).toBe('unannotated');
  make(state, 'unreject', 's', null);
  expect(imageStateOf(state)).toBe('preLabeled');
});

it.each(['reject', 'unreject'] as const)('%s of what is not proposed (any more) has no effect', (kind) => {
  const state = { ...empty(), proposed: { ids: new Set(['s']), rejected: new Set<string>() } };
  expect(make(state, kind, 'gone', null)).toMatchObject({ status: 'lived', before: null, after: null });
  expect(make(empty(), kind, 'gone', null)).toMatchObject({ status: 'lived' });
  expect(imageStateOf(state)).toBe('preLabeled');
  expect([...state.proposed.rejected]).toEqual([]);
});

describe('a delete that is undone', () => {
  it('brings back the shape as it was', () => {
    const state = empty();
    make(state, 'put', 's', null, 1);
    const gone = make(state, 'delete', 's', 1);
    expect(make(state, 'restore', 's', gone.opId)).toMatchObject({ status: 'applied', after: { z: 1, rev: 3 } });
  });

  it('leaves the other’s edit alone where it had no effect, and so does what is chained to it', () => {
    const state = empty();
    make(state, 'put', 's', null, 1);
    make(state, 'put', 's', 1, 2);
    const gone = make(state, 'delete', 's', 1);
    expect(gone).toMatchObject({ status: 'lived', rev: 2 });
    const back = make(state, 'restore', 's', gone.opId, 1);
    expect(back).toMatchObject({ status: 'lived', rev: 2, shapeId: 's' });
    expect(make(state, 'put', 's', back.opId, 3)).toMatchObject({ status: 'conflict' });
    expect(shown(state)).toEqual([2, 3]);
  });

  it('stands beside what somebody made of the shape meanwhile', () => {
    const state = empty();
    make(state, 'put', 's', null, 1);
    const mine = make(state, 'put', 's', 1, 2);
    const gone = make(state, 'delete', 's', mine.opId);
    expect(make(state, 'put', 's', 1, 5)).toMatchObject({ status: 'applied', shapeId: 's' });
    expect(make(state, 'restore', 's', gone.opId, 2)).toMatchObject({ status: 'conflict', after: { conflictOf: 's' } });
    expect(shown(state)).toEqual([2, 5]);
  });
});

describe('what is in conflict', () => {
  const dispute = () => {
    const state = empty();
    make(state, 'put', 's', null, 1);
    make(state, 'put', 's', 1, 2);
    const mine = make(state, 'put', 's', 1, 3) as Applied & { opId: string };
    return { state, mine, copyId: mine.shapeId! };
  };

  it('is one shape again once both sides are undone, whoever is first', () => {
    const first = dispute();
    make(first.state, 'put', first.copyId, first.mine.opId, 1);
    expect(make(first.state, 'put', 's', 2, 1)).toMatchObject({ status: 'applied', rev: null, after: null });
    expect(shown(first.state)).toEqual([1]);
    const last = dispute();
    make(last.state, 'put', 's', 2, 1);
    const undone = make(last.state, 'put', last.copyId, last.mine.opId, 1);
    expect(undone).toMatchObject({ status: 'applied', rev: null, after: null });
    expect(last.state.liveShapes).toBe(1);
    // what is done to it before that is known lives
    make(last.state, 'put', last.copyId, undone.opId, 4);
    expect(shown(last.state)).toEqual([1, 4]);
  });

  it('is never two that are alike: the same edit of two people is one', () => {
    const { state } = dispute();
    expect(make(state, 'put', 's', 1, 2)).toMatchObject({ status: 'lived', shapeId: 's' });
    expect(make(state, 'put', 's', 1, 3)).toMatchObject({ status: 'lived', shapeId: 's' });
    expect(shown(state)).toEqual([2, 3]);
  });
});

it('a state follows from the shapes, and from the mark where there are none', () => {
  const state = empty();
  expect(imageStateOf(state)).toBe('unannotated');
  make(state, 'checkEmpty', null, null);
  expect(imageStateOf(state)).toBe('empty');
  make(state, 'put', 's', null, 1);
  expect(imageStateOf(state)).toBe('annotated');
  expect(make(state, 'checkEmpty', null, null)).toMatchObject({ status: 'refused', key: 'annotation.notEmpty' });
  make(state, 'delete', 's', state.live.get('s')!.rev);
  expect(imageStateOf(state)).toBe('unannotated');
});

const step = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom('put', 'put', 'put', 'delete', 'restore', 'look'),
  shape: fc.constantFrom('s', 't'),
});

/** What a client believes of a shape: the revision it has seen, or its own last op on it. */
interface Belief {
  base: MergeOp['base'];
  z: number | undefined;
}

it('no history drops what its maker had not seen, and a chain makes at most one copy', () => {
  const histories = fc.array(step, { maxLength: 60 });
  fc.assert(
    fc.property(histories, (steps) => {
      const state = empty();
      const beliefs = [0, 1, 2].map(() => new Map<string, Belief>());
      let z = 0;
      for (const { who, kind, shape } of steps) {
        const mine = beliefs[who]!;
        const held = state.live.get(shape);
        const belief = mine.get(shape) ?? { base: null, z: undefined };
        if (kind === 'look') {
          if (held) mine.set(shape, { base: held.rev, z: held.z });
          continue;
        }
        const before = new Map([...state.live].map(([id, one]) => [id, { ...one }]));
        const had = state.known.get(String(belief.base));
        const result: (Applied | Refused) & { opId: string } = make(
          state,
          kind,
          shape,
          belief.base,
          kind === 'delete' ? undefined : kind === 'put' ? ++z : belief.z,
        );
        expect(state.liveShapes).toBe(state.live.size);
        if (result.status === 'refused') continue;
        mine.set(shape, { base: result.opId, z: kind === 'put' ? z : belief.z });
        if (kind === 'put') expect(shown(state)).toContain(z);
        for (const [id, one] of before) {
          const now = state.live.get(id);
          if (now && now.z === one.z) continue;
          // replaced or removed: only by an op that stands on this very revision
          expect(result.shapeId).toBe(id);
          const ground = typeof belief.base === 'string' ? (had?.status === 'lived' ? null : had?.rev) : belief.base;
          expect(ground).toBe(one.rev);
        }
        const chained = typeof belief.base === 'string' && had && had.status !== 'lived';
        const untouched = chained && had.rev === before.get(had.shapeId ?? '')?.rev;
        if (untouched && kind === 'put') expect(result).toMatchObject({ status: 'applied', shapeId: had.shapeId });
      }
    }),
    { numRuns: 3000 },
  );
});
