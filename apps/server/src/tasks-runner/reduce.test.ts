/** Batches of events: repeats, gaps and bad lines. */
import { expect, it } from 'vitest';
import { cleanJson } from './lines.ts';
import { reduceEvents } from './reduce.ts';

const series = (seq: number, values: Record<string, number | null> = { loss: 1 / seq }) => ({
  seq,
  t: 1_763_683_200 + seq,
  type: 'series',
  step: seq,
  values,
});

it('acknowledges what has no gap, and ignores repeats', () => {
  const changes = reduceEvents(2, 1, [series(1), series(2), series(3), series(4), series(6)]);
  expect(changes.ack).toBe(4);
  expect(changes.series.map(({ step }) => step)).toEqual([3, 4]);
  expect(reduceEvents(4, 6, [series(6), series(7)])).toMatchObject({ ack: 4, series: [] });
});

it('gives the same changes however the events are cut into batches and repeated', () => {
  const all = Array.from({ length: 40 }, (_, i) => series(i + 1));
  const whole = reduceEvents(0, 1, all).series;
  for (let size = 1; size <= 13; size++) {
    const pieces: unknown[] = [];
    let ack = 0;
    // each batch begins earlier than it must, as after a lost answer
    while (ack < all.length) {
      const from = Math.max(0, ack - 3);
      const changes = reduceEvents(ack, from + 1, all.slice(from, ack + size));
      pieces.push(...changes.series);
      ack = changes.ack;
    }
    expect(pieces).toEqual(whole);
  }
});

it('passes over what is no event, and keeps it as a warning', () => {
  const changes = reduceEvents(0, 1, [series(1), 'nonsense', { seq: 3, t: 1, type: 'series' }, series(4)]);
  expect(changes.ack).toBe(4);
  expect(changes.series.map(({ step }) => step)).toEqual([1, 4]);
  expect(changes.lines.map(({ seq, kind }) => [seq, kind])).toEqual([
    [2, 'warning'],
    [3, 'warning'],
  ]);
});

it('skips values that are no numbers, and whatever comes after the end', () => {
  const end = { seq: 2, t: 2, type: 'end', as: 'stopped', step: 1 };
  const changes = reduceEvents(0, 1, [series(1, { loss: null, lr: 0.1 }), end, series(3)]);
  expect(changes.series).toEqual([{ step: 1, values: { lr: 0.1 } }]);
  expect(changes).toMatchObject({ ack: 3, end: { as: 'stopped', cause: null } });
});

it('keeps the phase while progress goes on', () => {
  const progress = { t: 1, type: 'progress', done: 5, total: 10, unit: 'step', eta_s: 2 };
  const first = reduceEvents(0, 1, [
    { seq: 1, t: 1, type: 'phase', name: 'train' },
    { ...progress, seq: 2 },
  ]);
  expect(first.progress).toEqual({ phase: 'train', done: 5, total: 10, unit: 'step', etaSeconds: 2 });
  const next = reduceEvents(2, 3, [{ ...progress, seq: 3, done: 6 }], first.progress);
  expect(next.progress).toMatchObject({ phase: 'train', done: 6 });
});

it('cleans what the database cannot store', () => {
  expect(cleanJson({ 'a\0': ['x\0y', { b: 'ok\ud800' }] })).toEqual({ a: ['xy', { b: 'ok\ufffd' }] });
});

it('keeps what the length of a training has become', () => {
  const told = { seq: 1, t: 1, type: 'length', epochs: 92, steps: 1840 };
  expect(reduceEvents(0, 1, [told])).toMatchObject({ ack: 1, length: { epochs: 92, steps: 1840 }, lines: [] });
  expect(reduceEvents(0, 1, [{ ...told, epochs: 0 }]).length).toBeUndefined();
});
