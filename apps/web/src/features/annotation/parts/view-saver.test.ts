import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeViewSaver, type ViewSetting } from './view-saver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const finishCalls = () => vi.advanceTimersByTimeAsync(1);

describe('view settings', () => {
  it('are sent once the hand rests, the last one only', async () => {
    const sent: [number, ViewSetting][] = [];
    const saver = makeViewSaver(
      async (id, view) => void sent.push([id, view]),
      () => false,
    );
    saver.set(1, { brightness: 10, contrast: 0 });
    await vi.advanceTimersByTimeAsync(300);
    saver.set(1, { brightness: 20, contrast: 5 });
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([[1, { brightness: 20, contrast: 5 }]]);
  });

  it('are kept when the server is away, and go out with the next flush; what is refused is dropped', async () => {
    let answer: 'away' | 'refused' | 'ok' = 'away';
    const sent: number[] = [];
    const saver = makeViewSaver(
      async (id) => {
        if (answer !== 'ok') throw new Error(answer);
        sent.push(id);
      },
      (error) => (error as Error).message === 'refused',
    );
    saver.set(1, { brightness: 1, contrast: 1 });
    saver.flush();
    await finishCalls();
    answer = 'ok';
    saver.flush();
    await finishCalls();
    expect(sent).toEqual([1]);
    answer = 'refused';
    saver.set(2, { brightness: 1, contrast: 1 });
    saver.flush();
    await finishCalls();
    answer = 'ok';
    saver.flush();
    await finishCalls();
    expect(sent).toEqual([1]);
  });
});
