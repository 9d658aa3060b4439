/** Random histories of two people at one image: whatever the order, both end with what the server has, and nothing is lost. */
import fc from 'fast-check';
import type { Shape } from '@loupe/contract';
import { v4 as uuid, v7 as newId } from 'uuid';
import { expect } from 'vitest';
import { conflictsOf } from '../../../../web/src/canvas/conflicts.ts';
import { drawnShape } from '../../../../web/src/canvas/shape.ts';
import { makeClient, type HistoryClient } from './client.ts';
import type { Place } from './place.ts';

/** Those that are drawn more often stand there more often. */
const kinds = [
  'new',
  'edit',
  'edit',
  'edit',
  'delete',
  'undo',
  'undo',
  'redo',
  'empty',
  'sync',
  'some',
  'lost',
  'pull',
  'reload',
  'propose',
  'look',
  'accept',
  'accept',
  'reject',
  'keep',
  'keepOne',
  'hold',
] as const;
const action = fc.record({ who: fc.nat(1), kind: fc.constantFrom(...kinds), pick: fc.nat(9), x: fc.nat(200) });
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
export const actions = fc.array(action, { minLength: 10, maxLength: 40 });

let mark = 0;

async function decide(client: HistoryClient, kind: 'accept' | 'reject', pick: number): Promise<void> {
  const items = client.proposed().flatMap(({ items: some, versionId }) => some.map((one) => ({ ...one, versionId })));
  const open = items.filter(({ id }) => !client.doc.shapes.has(id) && !client.doc.rejected.has(id));
  const one = open[pick % Math.max(1, open.length)];
  if (!one) return;
  if (kind === 'reject') return client.change([{ proposalId: one.id, isRejected: true }]);
  const { id, labelId, points, score, versionId } = one;
  return client.change([{ id, shape: { ...drawnShape(id, 'rect', labelId, points), score, versionId } }]);
}

/** Says of a shape in conflict that both are wanted. */
async function keep(client: HistoryClient, pick: number): Promise<void> {
  const open = conflictsOf(client.doc).flatMap(({ of, shapes }) =>
    shapes.flatMap(({ id }) => (id === of ? [] : [{ id, of }])),
  );
  const one = open[pick % Math.max(1, open.length)];
  if (one) await client.change([{ copyId: one.id, of: one.of, isKept: true }]);
}

/** Says of shapes in conflict which one stays. */
async function decideOne(client: HistoryClient, pick: number): Promise<void> {
  const open = conflictsOf(client.doc);
  const { shapes = [] } = open[pick % Math.max(1, open.length)] ?? {};
  const keeps = shapes[pick % Math.max(1, shapes.length)]?.id;
  if (keeps === undefined) return;
  await client.change(shapes.flatMap(({ id }) => (id === keeps ? [] : [{ id, shape: null, keeps }])));
}

async function act(place: Place, client: HistoryClient, { kind, pick, x }: Action): Promise<void> {
  const ids = [...client.doc.shapes.keys()].sort();
  const id = kind === 'new' || ids.length === 0 ? newId() : ids[pick % ids.length]!;
  const drawn = { ...drawnShape(id, 'rect', place.labelId, [x, 0, x + 10, 10]), z: ++mark % 1_000_000 };
  if (kind === 'new' || kind === 'edit') await client.change([{ id, shape: drawn }]);
  if (kind === 'delete' && client.doc.shapes.has(id)) await client.change([{ id, shape: null }]);
  if (kind === 'undo') await client.undo();
  if (kind === 'redo') await client.redo();
  if (kind === 'empty' && client.doc.shapes.size === 0) await client.change([{ isCheckedEmpty: pick % 2 === 0 }]);
  if (kind === 'sync') await client.sync('online');
  if (kind === 'some') await client.sync({ first: 1 + (pick % 3) });
  if (kind === 'lost') await client.sync('lost');
  if (kind === 'pull') await client.pull();
  if (kind === 'reload') await client.reload();
  if (kind === 'propose') await place.propose(pick % 2 === 0 ? 'version' : 'similar');
  if (kind === 'look') await client.look();
  if (kind === 'accept' || kind === 'reject') await decide(client, kind, pick);
  if (kind === 'keep') await keep(client, pick);
  if (kind === 'keepOne') await decideOne(client, pick);
  if (kind === 'hold') await place.hold(pick % 2 === 0);
}

/** Every op that was made arrived once, and none replaced or removed what its maker had not seen. */
async function expectNothingLost(place: Place, clients: readonly HistoryClient[]) {
  const rows = await place.log();
  const byOp = new Map(rows.map((row) => [row.opId, row]));
  const made = new Map(clients.flatMap((one) => [...one.made]));
  expect(byOp.size).toBe(rows.length);
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1));
  for (const op of made.values()) {
    const row = byOp.get(op.opId);
    // the only op here that the server may refuse: an image with shapes is not empty
    if (!row) expect(op.kind).toBe('checkEmpty');
    // two who accept one proposal make one shape: what became of it first stays
    else if (op.kind === 'put' && row.status === 'lived' && op.base === null) continue;
    // both did the same, or both took back what they did: one shape is there for both
    else if (op.kind === 'put' && (row.status === 'lived' || row.after === null))
      expect(rows.some(({ opId, after }) => opId !== op.opId && after && isAlike(after, op.shape!))).toBe(true);
    else if (op.kind === 'put') expect(row.after).toMatchObject({ z: op.shape!.z, points: op.shape!.points });
  }
  for (const row of rows.filter((one) => one.before !== null && one.status === 'applied')) {
    // a word on a proposal or on a conflict changes no shape, and stands on none
    if (row.after?.rev === row.before!.rev) continue;
    const base = byOp.get(row.base ?? '');
    expect(base ? base.seq : Number(row.base)).toBe(row.before!.rev);
  }
}

type Seen = Pick<Shape, 'z' | 'points'>;
const isAlike = (a: Seen, b: Seen): boolean => stateOf([{ ...a, id: '' }])[0] === stateOf([{ ...b, id: '' }])[0];

/** What there is, in words that both sides can be asked for. */
const stateOf = (shapes: Iterable<{ id: string; z: number; points: readonly number[] }>) =>
  Array.from(shapes, ({ id, z, points }) => [id, z, ...points].join()).sort();

async function expectAlike(place: Place, clients: readonly HistoryClient[]): Promise<void> {
  const { shapes, isCheckedEmpty, proposals, count } = await place.see();
  const proposed = proposals.flatMap(({ items }) => items.map(({ id }) => id));
  const rejected = new Set(proposals.flatMap((one) => one.rejected));
  const copies = shapes.flatMap(({ id, conflictOf }) => (conflictOf === null ? [] : [[id, conflictOf]])).sort();
  const copiesOf = ({ doc }: HistoryClient) => [...doc.copies].filter(([id]) => doc.shapes.has(id)).sort();
  for (const one of clients) {
    expect(stateOf(one.doc.shapes.values())).toEqual(stateOf(shapes));
    expect(copiesOf(one)).toEqual(copies);
    expect(one.doc.isCheckedEmpty).toBe(isCheckedEmpty);
    expect(proposed.filter((id) => one.doc.rejected.has(id))).toEqual(proposed.filter((id) => rejected.has(id)));
  }
  expect(count).toBe(shapes.length);
  // of what is in conflict no two are alike: nobody could choose between them
  const groups = Map.groupBy(shapes, ({ id, conflictOf }) => conflictOf ?? id);
  for (const group of groups.values())
    expect(new Set(stateOf(group.map((one) => ({ ...one, id: '' })))).size).toBe(group.length);
}

export async function runHistory(place: Place, list: readonly Action[]): Promise<void> {
  const seed = await makeClient(place, uuid());
  for (const z of [-1, -2]) {
    const id = newId();
    await seed.change([{ id, shape: { ...drawnShape(id, 'rect', place.labelId, [20, 20, 40, 40]), z } }]);
  }
  await seed.finish();
  const both = [await makeClient(place, uuid()), await makeClient(place, uuid())];
  const clients = [seed, ...both];
  try {
    for (const one of list) await act(place, both[one.who]!, one);
    await place.hold(false);
    for (const one of both) await one.finish();
    for (const one of both) await one.catchUp();
    await expectAlike(place, both);
    await expectNothingLost(place, clients);
  } finally {
    await Promise.all(clients.map((one) => one.close()));
  }
}
