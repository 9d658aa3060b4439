// Whose label a key or the label list sets: that of new shapes, and in Select that of what is selected as well.

import { describe, expect, it } from 'vitest';
import { createBench, LABELS, stored } from './testing/headless.ts';

const [first, second] = LABELS.map((label) => label.id) as [number, number];

/** A small random generator (mulberry32): the same seed gives the same sequence. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe('label keys', () => {
  it('key, draw, key, draw: each shape has the label of the key before it', () => {
    const bench = createBench();
    bench.key('KeyR');
    bench.key('Digit1');
    bench.drag([10, 10], [50, 50]);
    bench.key('Digit2');
    bench.drag([100, 10], [150, 50]);
    expect(bench.ops.map((op) => op.shape?.labelId)).toEqual([first, second]);
    expect(bench.status()).toMatchObject({ labelId: second, labelTarget: 'new' });
  });

  it('never relabel in a drawing tool or with the hand, whatever is selected', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    for (const tool of ['KeyR', 'KeyP', 'KeyH']) {
      bench.select([shape.id]);
      bench.key(tool);
      bench.key('Digit2');
      expect(bench.status()).toMatchObject({ labelId: second, labelTarget: 'new' });
      bench.pickLabel(first);
      expect(bench.status().labelId).toBe(first);
    }
    expect(bench.ops).toEqual([]);
    expect(bench.relabelled).toEqual([]);
  });

  it('relabel the selection in Select, say so, and can be undone', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    bench.click(30, 30);
    expect(bench.status()).toMatchObject({ labelId: first, labelTarget: 'selection' });
    bench.key('Digit2');
    expect(bench.shapes()[0]?.labelId).toBe(second);
    expect(bench.relabelled).toEqual([{ ids: [shape.id], labelId: second }]);
    bench.key('Digit2');
    expect(bench.relabelled).toHaveLength(1);
    bench.key('KeyZ', { ctrlKey: true });
    expect(bench.shapes()[0]?.labelId).toBe(first);
    bench.key('Escape');
    expect(bench.status().labelTarget).toBe('new');
  });

  it('a locked shape keeps its label, and nothing is announced', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60], { locked: true })] });
    bench.click(30, 30);
    bench.key('Digit2');
    expect(bench.shapes()[0]?.labelId).toBe(first);
    expect(bench.notices).toEqual(['canvas.locked']);
    expect(bench.relabelled).toEqual([]);
  });

  it('the list of shapes relabels its row alone: the label of new shapes stays', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    bench.key('KeyR');
    bench.relabel([shape.id], second);
    expect(bench.shapes()[0]?.labelId).toBe(second);
    expect(bench.relabelled).toEqual([{ ids: [shape.id], labelId: second }]);
    expect(bench.status().labelId).toBe(first);
  });

  it('hold in any order of keys, tools, strokes, clicks, undo and redo', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = randomFrom(seed);
      const bench = createBench();
      let wanted = first;
      for (let step = 0; step < 40; step++) {
        const [x, y] = [random(330), random(240)];
        const before = new Map(bench.shapes().map((shape) => [shape.id, shape.labelId]));
        const isSelect = bench.status().tool === 'select';
        const kind = random(9);
        if (kind < 3) {
          const place = random(2);
          wanted = [first, second][place]!;
          bench.key(`Digit${place + 1}`);
        } else if (kind < 6) {
          bench.key('KeyR');
          bench.drag([x, y], [x + 20 + random(40), y + 20 + random(30)]);
        } else if (kind === 6) {
          bench.key('KeyP');
          for (const [dx, dy] of [
            [0, 0],
            [30, 5],
            [20, 40],
          ] as const)
            bench.click(x + dx, y + dy);
          bench.key('Enter');
        } else if (kind === 7) {
          bench.key('KeyV');
          bench.click(x, y);
        } else bench.key('KeyZ', { ctrlKey: true, shiftKey: random(2) === 0 });
        const after = bench.shapes();
        const drawn = after.filter((shape) => !before.has(shape.id));
        if (kind >= 3 && kind <= 6) expect(drawn.map((shape) => shape.labelId)).toEqual([wanted]);
        // A key changes what is there only in Select; a stroke never does.
        const changed = after.filter((shape) => before.has(shape.id) && before.get(shape.id) !== shape.labelId);
        if (kind <= 7 && !(kind < 3 && isSelect)) expect(changed).toEqual([]);
        expect(bench.status().labelId).toBe(wanted);
      }
    }
  });
});
