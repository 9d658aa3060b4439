/**
 * Two people at one image, each with a real editor document and a real outbox, against the real server: whatever the
 * order, and whatever is lost, repeated or made offline, both end with what the server has, and no edit disappears.
 */
import 'fake-indexeddb/auto';
import { api, type OpResult, type ShapeOp } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commit, createHistory, redo, renameInHistory, undo } from '../../../../web/src/canvas/history.ts';
import {
  acknowledge,
  applyRemote,
  createDocument,
  loadDocument,
  setRemoteCheckedEmpty,
  subscribe,
  type Edit,
} from '../../../../web/src/canvas/model.ts';
import { drawnShape } from '../../../../web/src/canvas/shape.ts';
import { createOutbox, type Outbox, type SendInput } from '../../../../web/src/features/annotation/outbox/index.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { image } from '../../tables/datasets.ts';
import { unpackShape } from './shape-rows.ts';
import { op as opTable } from '../../tables/annotation.ts';

let server: TestServer;
let template: typeof image.$inferSelect;
let labelId: number;
beforeAll(async () => {
  server = await testServer();
  const a = server.as(server.a);
  const { id: projectId } = await a(api.projectAdd, { family: 'detection', name: 'p' });
  const set = await a(api.datasetAdd, { projectId, name: 's', labels: [{ name: 'open', color: '#f2545b' }] });
  labelId = set.labels[0]!.id;
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'f' });
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = [{ name: 'a.png', data: new Blob([bytes as never]) }];
  const { added } = await a(api.imageUpload, { folderId: folder.id }, { files });
  [template] = (await server.database.db.select().from(image).where(eq(image.id, added[0]!.id))) as [typeof template];
});
afterAll(() => server.close());

async function freshImage(): Promise<number> {
  const { id: _, ...fields } = template;
  const [made] = await server.database.db
    .insert(image)
    .values({ ...fields, name: uuid() })
    .returning();
  await server.database.db.execute(sql`update folder set n_images = n_images + 1 where id = ${template.folderId}`);
  return made!.id;
}

/** How the network treats requests: the answer of `lost` never arrives, `first` n ops are taken and answered, then nothing. */
type Network = 'offline' | 'online' | 'lost' | { first: number };

async function makeClient(imageId: number, name: string) {
  // one account, two browsers
  const call = server.as(server.a);
  const doc = createDocument();
  let history = createHistory();
  subscribe(doc, (event) => {
    if (event.kind === 'renamed') renameInHistory(history, event.from, event.to);
  });
  let network: Network = 'offline';
  let waits = 0;
  let seen = 0;
  let stale = false;
  const made = new Map<string, ShapeOp>();

  async function send(input: SendInput) {
    const now = network;
    if (now === 'offline') throw new TypeError('no network');
    if (now !== 'online') network = 'offline';
    const ops = typeof now === 'object' ? input.ops.slice(0, now.first) : input.ops;
    const answer = await call(api.imageOps, { ...input, ops });
    if (now === 'lost') throw new TypeError('the answer was lost');
    return answer;
  }
  function answered(opId: string, result: OpResult) {
    const noEffect = result.status === 'lived' || result.status === 'refused';
    stale ||= result.status === 'refused';
    acknowledge(doc, opId, noEffect ? null : result.rev, result.shapeId);
  }
  const open = (): Outbox =>
    createOutbox({
      userId: 1,
      name,
      send,
      onResult: ({ opId, result }) => answered(opId, result),
      wait: (_, signal) => {
        waits++;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    });
  let outbox = open();

  async function load() {
    const there = await call(api.imageShapes, { imageId });
    const pending = await outbox.pending(imageId);
    const isCheckedEmpty = there.image.state === 'empty';
    loadDocument(doc, { imageId, width: 400, height: 300, shapes: there.shapes, isCheckedEmpty, pending });
    seen = there.revision;
    stale = false;
  }
  async function pull() {
    const { ops } = await call(api.imageOpsAfter, { imageId, seq: seen });
    for (const one of ops) {
      if (one.shapeId !== null) applyRemote(doc, [{ shapeId: one.shapeId, shape: one.after }]);
      else setRemoteCheckedEmpty(doc, one.kind === 'checkEmpty');
      seen = one.seq;
    }
  }
  async function edit(ops: ShapeOp[]) {
    for (const one of ops) made.set(one.opId, one);
    await outbox.add(imageId, ops);
  }
  async function sync(as: Network) {
    if ((await outbox.pending(imageId)).length > 0) {
      network = as;
      let before = waits;
      outbox.retryNow();
      while (outbox.state().pending > 0) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (waits === before) continue;
        if (network !== as) break;
        // The attempt that has just failed had begun offline: this spell was not used yet.
        before = waits;
        outbox.retryNow();
      }
      network = 'offline';
    }
  }
  /** The tab is closed and opened again: what was not answered is still in the outbox, undo is empty. */
  async function reload() {
    await outbox.close();
    outbox = open();
    history = createHistory();
    await load();
  }
  await load();
  return {
    doc,
    made,
    pull,
    sync,
    reload,
    change: (edits: Edit[]) => edit(commit(history, doc, edits)),
    undo: () => edit(undo(history, doc)),
    redo: () => edit(redo(history, doc)),
    finish: async () => {
      await sync('online');
      await pull();
    },
    /** A refused op leaves the document different from the server until the image is read again. */
    catchUp: async () => {
      await pull();
      if (stale) await load();
    },
    close: () => outbox.close(),
  };
}
type Client = Awaited<ReturnType<typeof makeClient>>;

const action = fc.record({
  who: fc.nat(1),
  kind: fc.constantFrom(
    'new',
    'edit',
    'edit',
    'edit',
    'delete',
    'undo',
    'redo',
    'empty',
    'sync',
    'some',
    'lost',
    'pull',
    'reload',
  ),
  pick: fc.nat(9),
  x: fc.nat(200),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

let mark = 0;
async function act(client: Client, { kind, pick, x }: Action): Promise<void> {
  const ids = [...client.doc.shapes.keys()].sort();
  const id = kind === 'new' || ids.length === 0 ? newId() : ids[pick % ids.length]!;
  const drawn = { ...drawnShape(id, 'rect', labelId, [x, 0, x + 10, 10]), z: ++mark };
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
}

/** Every op that was made arrived once, and none replaced or removed what its maker had not seen. */
async function expectNothingLost(imageId: number, clients: readonly Client[]) {
  const rows = await server.database.db.select().from(opTable).where(eq(opTable.imageId, imageId)).orderBy(opTable.seq);
  const byOp = new Map(rows.map((row) => [row.opId, row]));
  const made = new Map(clients.flatMap((one) => [...one.made]));
  expect(byOp.size).toBe(rows.length);
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1));
  for (const op of made.values()) {
    const row = byOp.get(op.opId);
    // the only op here that the server may refuse: an image with shapes is not empty
    if (!row) expect(op.kind).toBe('checkEmpty');
    else if (op.kind === 'put')
      expect(unpackShape(row.after!)).toMatchObject({ z: op.shape!.z, points: op.shape!.points });
  }
  for (const row of rows.filter((one) => one.before !== null && one.status === 'applied')) {
    const before = unpackShape(row.before!);
    const base = byOp.get(row.base ?? '');
    expect(base ? base.seq : Number(row.base)).toBe(before.rev);
  }
}

it('two people end equal, and nothing is lost', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      const imageId = await freshImage();
      const seed = await makeClient(imageId, uuid());
      for (const z of [-1, -2]) {
        const id = newId();
        await seed.change([{ id, shape: { ...drawnShape(id, 'rect', labelId, [20, 20, 40, 40]), z } }]);
      }
      await seed.finish();
      const both = [await makeClient(imageId, uuid()), await makeClient(imageId, uuid())];
      const clients = [seed, ...both];
      try {
        for (const one of actions) await act(both[one.who]!, one);
        for (const one of both) await one.finish();
        for (const one of both) await one.catchUp();
        const { shapes, image } = await server.as(server.a)(api.imageShapes, { imageId });
        const want = shapes.map((one) => [one.id, one.z, ...one.points]).sort();
        for (const one of both) {
          expect([...one.doc.shapes].map(([id, shape]) => [id, shape.z, ...shape.points]).sort()).toEqual(want);
          expect(one.doc.isCheckedEmpty).toBe(image.state === 'empty');
        }
        expect(image.shapes).toBe(shapes.length);
        await expectNothingLost(imageId, clients);
      } finally {
        await Promise.all(clients.map((one) => one.close()));
      }
    }),
    { numRuns: 25 },
  );
});
