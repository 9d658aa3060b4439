// Two editors and the server's own merge: whatever they do, in whatever order, with answers lost and pages reloaded, all end equal.
// The one place of the web that looks into the server: the two halves of one protocol are worth little apart.

import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { mergeOp } from '../../../server/src/features/annotation/merge.ts';
import { clearHistory, commit, createHistory, redo, renameInHistory, undo } from './history.ts';
import { acknowledge, applyRemote, createDocument, loadDocument, subscribe } from './model.ts';
import { drawnShape } from './shape.ts';
import type { HeldShape, MergeState } from '../../../server/src/features/annotation/merge.ts';
import type { RemoteChange, ShapeOp, StoredShape } from './types.ts';

type Answer = { status: string; seq: number | null; rev: number | null; shapeId: string | null };

const storedShape = (shape: HeldShape): StoredShape => ({ ...shape, author: null });

function createServer() {
  const state: MergeState = {
    revision: 0,
    empty: false,
    liveShapes: 0,
    live: new Map(),
    gone: new Map(),
    known: new Map(),
    proposed: null,
    refusedBases: new Map(),
  };
  const log: (RemoteChange & { seq: number })[] = [];
  const send = (op: ShapeOp): Answer => {
    const known = state.known.get(op.opId);
    if (known) return known;
    const result = mergeOp(state, { ...op, authorId: 1 }, (opId) => `copy-${opId}`);
    if (result.status === 'refused') return { status: 'refused', seq: null, rev: null, shapeId: op.shapeId };
    const { seq, shapeId, after } = result;
    if (shapeId) log.push({ seq, shapeId, shape: after && storedShape(after) });
    return result;
  };
  return { state, log, send, shapes: () => [...state.live.values()].map(storedShape) };
}

type Server = ReturnType<typeof createServer>;

/** What the screen and its outbox do, in few words. */
function createClient(server: Server) {
  const doc = createDocument();
  const history = createHistory();
  const outbox: ShapeOp[] = [];
  let seen = 0;
  subscribe(doc, (event) => event.kind === 'renamed' && renameInHistory(history, event.from, event.to));
  const reload = (): void => {
    clearHistory(history);
    loadDocument(doc, { imageId: 1, width: 400, height: 300, shapes: server.shapes(), pending: outbox });
    seen = server.state.revision;
  };
  const pull = (): void => {
    applyRemote(
      doc,
      server.log.filter(({ seq }) => seq > seen),
    );
    seen = server.state.revision;
  };
  const take = (op: ShapeOp, answer: Answer): void => {
    const hasEffect = answer.status !== 'refused' && answer.status !== 'lived';
    const { seq, rev, shapeId } = answer;
    acknowledge(doc, op.opId, { rev: hasEffect ? rev : null, shapeId, seq, isGone: hasEffect && rev === null });
    if (answer.status !== 'refused' || !answer.shapeId) return;
    const live = server.state.live.get(answer.shapeId);
    applyRemote(doc, [{ shapeId: answer.shapeId, shape: live ? storedShape(live) : null }]);
  };
  const sync = (count: number, isAnswerLost: boolean): void => {
    const batch = outbox.slice(0, count).map((op) => ({ op, answer: server.send(op) }));
    if (isAnswerLost) return;
    outbox.splice(0, batch.length);
    for (const { op, answer } of batch) take(op, answer);
    pull();
  };
  reload();
  return { doc, history, outbox, reload, pull, sync };
}

const KINDS = [
  'new',
  'edit',
  'edit',
  'edit',
  'delete',
  'undo',
  'redo',
  'sync',
  'sync',
  'lost',
  'pull',
  'reload',
] as const;
const action = fc.record({ who: fc.nat(1), kind: fc.constantFrom(...KINDS), pick: fc.nat(9), x: fc.nat(200) });
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

function act(client: ReturnType<typeof createClient>, { kind, pick, x }: Action, mark: number): void {
  const { doc, history, outbox } = client;
  const ids = [...doc.shapes.keys()].sort();
  const id = kind === 'new' || ids.length === 0 ? uuidv7() : (ids[pick % ids.length] as string);
  // The mark makes every drawing one of its own.
  const shape = { ...drawnShape(id, 'rect', 1, [x, 0, x + 10, 10]), z: mark };
  if (kind === 'new' || kind === 'edit') outbox.push(...commit(history, doc, [{ id, shape }]));
  if (kind === 'delete') outbox.push(...commit(history, doc, [{ id, shape: null }]));
  if (kind === 'undo') outbox.push(...undo(history, doc));
  if (kind === 'redo') outbox.push(...redo(history, doc));
  if (kind === 'sync' || kind === 'lost') client.sync(1 + (pick % 5), kind === 'lost');
  if (kind === 'pull') client.pull();
  if (kind === 'reload') client.reload();
}

const contents = (shapes: Iterable<{ id: string; z: number; points: number[] }>): string[] =>
  Array.from(shapes, ({ id, z, points }) => JSON.stringify([id, z, points])).sort();

it('all end equal', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const server = createServer();
      const clients = [createClient(server), createClient(server)] as const;
      act(clients[0], { who: 0, kind: 'new', pick: 0, x: 0 }, 1);
      clients[0].sync(1, false);
      clients[1].pull();
      actions.forEach((one, i) => act(clients[one.who === 0 ? 0 : 1], one, i + 2));
      for (const client of clients) client.sync(client.outbox.length, false);
      for (const client of clients) client.pull();
      for (const { doc } of clients) {
        expect(contents(doc.shapes.values())).toEqual(contents(server.state.live.values()));
        expect([...doc.shapes].every(([id, shape]) => shape.id === id)).toBe(true);
        expect(doc.openOps.size).toBe(0);
      }
    }),
    { numRuns: Number(process.env['LOUPE_HISTORIES'] ?? 400) },
  );
});
