/** The stage goes first, the screen follows; what a person asks for in between is about the image that they see. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../core/i18n.ts';
import { connectOutbox } from '../outbox-link.ts';
import { annotation, beginDesk } from '../testing/desk.ts';
import { arriveAt, askScreen, openAhead } from './desk-ahead.ts';
import { keep, onceKept } from './desk-keep.ts';
import type { DeskState } from './desk-state.ts';

beforeEach(async () => {
  await startI18n('en');
  connectOutbox(7);
});
afterEach(() => connectOutbox(null));

const hear = (state: DeskState) => {
  const heard: string[] = [];
  state.events = {
    onStep: (command) => heard.push(command),
    onModel: (command) => heard.push(command),
    onReview: (command) => heard.push(command),
  };
  return heard;
};

async function begin() {
  const desk = beginDesk();
  await desk.show(1);
  const follow = vi.fn();
  return { ...desk, heard: hear(desk.state), follow };
}

it('shows a held image before the screen is told to follow', async () => {
  const { state, stores, coming, follow } = await begin();
  coming.resolve(annotation(2));
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  try {
    openAhead(state, 2, follow);
    await vi.waitUntil(() => stores.image.get()?.image.id === 2, { interval: 1 });
    expect(follow).not.toHaveBeenCalled();
    for (const run of frames.splice(0)) run(0);
    await vi.waitUntil(() => follow.mock.calls.length > 0, { interval: 1, timeout: 50 });
  } finally {
    vi.unstubAllGlobals();
  }
});

it('tells the screen to follow also where the image is long in coming, and once', async () => {
  const { state, stores, coming, follow } = await begin();
  openAhead(state, 2, follow);
  await vi.waitUntil(() => follow.mock.calls.length > 0);
  expect(stores.phase.get()).toEqual({ kind: 'loading' });
  coming.resolve(annotation(2));
  await vi.waitUntil(() => stores.image.get()?.image.id === 2);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(follow).toHaveBeenCalledOnce();
});

it('keeps what is asked of the screen until the screen is there, in order', async () => {
  const { state, stores, coming, follow, heard } = await begin();
  coming.resolve(annotation(2));
  openAhead(state, 2, follow);
  askScreen(state, 'image.next');
  expect(follow).toHaveBeenCalledOnce();
  await vi.waitUntil(() => stores.image.get()?.image.id === 2 && stores.phase.get().kind === 'ready');
  askScreen(state, 'review.accept');
  askScreen(state, 'prediction.run');
  expect(heard).toEqual([]);
  // what the screen says of an image on the way is none of the stage's business any more
  arriveAt(state, 1);
  expect([state.wanted, heard]).toEqual([2, []]);
  arriveAt(state, 2);
  expect(heard).toEqual(['image.next', 'review.accept', 'prediction.run']);
  askScreen(state, 'image.previous');
  expect(heard.at(-1)).toBe('image.previous');
});

it('hands on what waits when a step that waited goes further', async () => {
  const { state, follow, heard } = await begin();
  openAhead(state, 2, follow);
  askScreen(state, 'image.next');
  askScreen(state, 'image.previous');
  state.events.onStep = (command) => {
    heard.push(command);
    openAhead(state, 3, follow);
  };
  arriveAt(state, 2);
  expect([heard, state.wanted, state.ahead?.waiting]).toEqual([['image.next'], 3, ['image.previous']]);
});

it('comes back to the image that the address still says, and has its keys again', async () => {
  const { state, follow, heard } = await begin();
  openAhead(state, 2, vi.fn());
  // a press on the strip, before the screen has followed: the address stays as it is and tells nobody
  openAhead(state, 1, follow);
  await vi.waitUntil(() => follow.mock.calls.length > 0);
  askScreen(state, 'image.next');
  expect([state.wanted, state.ahead, heard]).toEqual([1, null, ['image.next']]);
});

it('drops what was asked of an image that another one takes the place of', async () => {
  const { state, stores, coming, heard } = await begin();
  coming.resolve(annotation(2));
  openAhead(state, 2, vi.fn());
  await vi.waitUntil(() => stores.image.get()?.image.id === 2 && stores.phase.get().kind === 'ready');
  askScreen(state, 'review.accept');
  openAhead(state, 3, vi.fn());
  await vi.waitUntil(() => stores.image.get()?.image.id === 3 && stores.phase.get().kind === 'ready');
  arriveAt(state, 2);
  arriveAt(state, 3);
  expect([state.wanted, heard]).toEqual([3, []]);
});

it('goes where the address goes instead of following', async () => {
  const { state, heard } = await begin();
  openAhead(state, 2, vi.fn());
  askScreen(state, 'image.next');
  // told to come, and on its way it is taken elsewhere
  arriveAt(state, 3);
  expect([state.wanted, state.ahead, heard]).toEqual([3, null, []]);
});

it('follows the address where it changes by itself, and at once where the image is there already', async () => {
  const { state, follow } = await begin();
  arriveAt(state, 2);
  expect([state.wanted, state.ahead]).toEqual([2, null]);
  openAhead(state, 2, follow);
  expect([follow.mock.calls.length, state.ahead]).toEqual([1, null]);
});

it('redraws what stands around an edit once the edit is on the disk, or after a moment', async () => {
  const { state } = await begin();
  const order: string[] = [];
  const stored = Promise.withResolvers<void>();
  const told = onceKept(state)().then(() => order.push('told'));
  keep(state, () => stored.promise.then(() => void order.push('stored')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  stored.resolve();
  await told;
  expect(order).toEqual(['stored', 'told']);
  expect(state.keeping).toBeNull();
  // a disk that does not answer, or fails, holds nothing up
  keep(state, () => new Promise(() => {}));
  await onceKept(state)();
  keep(state, () => Promise.reject(new Error('full')));
  await onceKept(state)();
});
