/** What a server says of images reaches the desk: of the shown one at once, of those that are held ready when they are opened. */
import { api, socketPaths, type ImageAnnotation, type SocketEvent } from '@loupe/contract';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawnShape } from '../../../canvas/shape.ts';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { call } from '../../../core/call.ts';
import { connectSockets } from '../../../core/sockets.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { FakeSocket, fakeSockets } from '../../../testing/fake-socket.ts';
import { connectOutbox, currentOutbox } from '../outbox-link.ts';
import { makeAnnotations } from './annotations.ts';
import { follow } from './desk-follow.ts';
import type { DeskState } from './desk-state.ts';
import { makeDeskStores } from './desk-stores.ts';

const progress = () => FakeSocket.all.find(({ url }) => url.endsWith(socketPaths.progress));
const say = (event: SocketEvent) => progress()!.say(event);

let end: () => void = () => {};
beforeEach(fakeSockets);
afterEach(() => {
  end();
  connectSockets(null);
  vi.unstubAllGlobals();
});

const candidate = { kind: 'rect', labelId: LABELS[0]!.id, points: [1, 1, 20, 1, 20, 20, 1, 20], score: 0.9, parts: [] };
const annotation = { labels: LABELS, shapes: [], revision: 0, isPreLabeling: false } as unknown as ImageAnnotation;
const proposed = (at: string) =>
  ({
    source: 'similar',
    versionId: null,
    version: null,
    at,
    from: { common: 0.5, byLabel: [] },
    rejected: [],
    found: 1,
    leftOut: [],
    items: [{ ...candidate, id: '0190a000-0000-7000-8000-000000000001' }],
  }) as never;

const ready = { type: 'ready' } as const;
async function begin() {
  const server = fakeApi({
    socketTicket: { ticket: 'x' },
    socketMissed: { lastSeq: 0, frames: [] },
    imageOpsAfter: { ops: [], revision: 0 },
    imageShapes: { ...annotation, proposals: [proposed('2026-01-02T00:00:00.000Z')] } as never,
  });
  const annotations = makeAnnotations((imageId) => call(api.imageShapes, { imageId }));
  const state = {
    stores: makeDeskStores(),
    annotations,
    stage: { editor: createBench({ shapes: [] }) },
    shown: { imageId: 1, sync: { catchUp: () => {} } },
    ring: [1, 2, 3],
  } as unknown as DeskState;
  end = follow(state);
  connectSockets(7);
  await waitFor(() => expect(progress()).toBeDefined());
  await annotations.get(2);
  await annotations.get(3);
  const proposedNow = () => waitFor(() => expect(state.stores.proposals.get()[0]?.items).toHaveLength(1));
  /** Images that are asked for again when they are opened. */
  const askedAgain = async () => {
    await annotations.get(2);
    await annotations.get(3);
    return server
      .asked('imageShapes')
      .slice(2)
      .map(({ imageId }) => imageId);
  };
  return { proposedNow, askedAgain };
}

it('one event of several images renews what is proposed for the shown one, and forgets what is held of the others', async () => {
  const { proposedNow, askedAgain } = await begin();
  say({ type: 'proposals', imageIds: [2, 1] });
  await proposedNow();
  expect(await askedAgain()).toEqual([1, 2]);
});

it('all of them are read again when a pre-annotation has ended, and not while it is at work', async () => {
  const { proposedNow, askedAgain } = await begin();
  const task = { type: 'task', taskId: 5, kind: 'preannotate', modelId: null, progress: null, length: null } as const;
  say({ ...task, state: 'running' });
  expect(await askedAgain()).toEqual([]);
  say({ ...task, state: 'completed' });
  await proposedNow();
  expect(await askedAgain()).toEqual([1, 2, 3]);
});

it('and when the connection was away, for news of proposals are not kept', async () => {
  const { proposedNow, askedAgain } = await begin();
  say(ready);
  expect(await askedAgain()).toEqual([]);
  progress()!.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  say(ready);
  await proposedNow();
  expect(await askedAgain()).toEqual([1, 2, 3]);
});

it('a label that was refused is gone here too, with what is proposed with it', async () => {
  const bench = createBench({ shapes: [] });
  const stores = makeDeskStores();
  stores.labels.set(LABELS as never);
  const [gone, ...left] = LABELS;
  const now = { ...annotation, labels: left, shapeKinds: ['rect'], proposals: [], image: { state: 'preLabeled' } };
  const [opId, shapeId] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];
  const refused = {
    opId,
    shapeId,
    seq: null,
    rev: null,
    status: 'refused',
    key: 'annotation.unknownLabel',
    msg: '',
    en_msg: '',
  };
  fakeApi({ imageShapes: now as never, imageOps: { revision: 0, results: [refused] } as never });
  bench.setPredictions([drawnShape(shapeId, 'rect', gone!.id, [1, 1, 20, 20])]);
  const annotations = makeAnnotations((imageId) => call(api.imageShapes, { imageId }));
  const sync = { answered: () => {}, catchUp: () => {} };
  end = follow({
    stores,
    annotations,
    stage: { editor: bench },
    shown: { imageId: 1, sync },
    ring: [1],
  } as unknown as DeskState);
  connectOutbox(7);
  await currentOutbox()!.add(1, [{ opId, kind: 'put', shapeId, base: null, shape: null }]);
  await waitFor(() => expect(stores.labels.get().map(({ id }) => id)).toEqual(left.map(({ id }) => id)));
  expect(bench.predictions()).toEqual([]);
  connectOutbox(null);
});
