import { expect, it, vi } from 'vitest';
import { makeStore, notifyAfter, notifyAfterPaint } from './store.ts';

it('holds at once what is set while something is drawn, and tells of it once, after the frame', async () => {
  const frames: (() => void)[] = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  try {
    const [a, b] = [makeStore(1), makeStore('x')];
    const heard: unknown[] = [];
    a.subscribe(() => heard.push(a.get()));
    b.subscribe(() => heard.push(b.get()));
    notifyAfterPaint(() => {
      a.set(2);
      a.set(3);
    });
    expect(a.get()).toBe(3);
    b.set('y');
    expect(heard).toEqual(['y']);
    for (const run of frames) run();
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['y', 3]);
    // not a second time, when the time of a page out of sight is over
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual(['y', 3]);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('tells of it also where no frame comes, and after work that failed', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  try {
    const store = makeStore(1);
    const heard: number[] = [];
    store.subscribe(() => heard.push(store.get()));
    const fail = () =>
      notifyAfterPaint(() => {
        store.set(2);
        throw new Error('broken');
      });
    expect(fail).toThrow('broken');
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toEqual([2]);
    store.set(3);
    expect(heard).toEqual([2, 3]);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('tells nobody of a value that is what they know when its time comes', async () => {
  const ready = Promise.withResolvers<void>();
  const store = makeStore(1);
  const heard: number[] = [];
  store.subscribe(() => heard.push(store.get()));
  notifyAfter(
    () => ready.promise,
    () => store.set(2),
  );
  store.set(3);
  expect(heard).toEqual([3]);
  notifyAfter(
    () => ready.promise,
    () => {
      store.set(4);
      store.set(3);
    },
  );
  ready.resolve();
  await ready.promise;
  await Promise.resolve();
  expect(heard).toEqual([3]);
});

it('tells of a value that has come back to what listeners knew, where it was read in between', async () => {
  const ready = Promise.withResolvers<void>();
  const store = makeStore(1);
  const heard: number[] = [];
  store.subscribe(() => heard.push(store.get()));
  notifyAfter(
    () => ready.promise,
    () => store.set(2),
  );
  // a component that is redrawn for another reason shows it from here on
  expect(store.get()).toBe(2);
  store.set(1);
  expect(heard).toEqual([1]);
  ready.resolve();
  await ready.promise;
  await Promise.resolve();
  expect(heard).toEqual([1]);
});
