// How much is drawn in a frame follows from how late the frame after it was, and only what has changed is repainted.

import { describe, expect, it } from 'vitest';
import { createBench, stored, testSurface } from './testing/headless.ts';
import { drawnShape } from './shape.ts';
import { itemOf } from './shape-index.ts';
import { createStaticLayer, OVERSCAN, redrawStatic, resizeStatic } from './static-layer.ts';

/**
 * Frames of a machine that needs so many ms to paint what was drawn for each batch of it. In the first `slow` frames telling it
 * takes all the time that a frame has for that, and the next frame comes before anything is painted.
 */
function drawOn(paintMs: number, slow = 0) {
  let time = 0;
  let frame: (() => void) | null = null;
  const scheduler = {
    frame: (run: () => void) => {
      frame = run;
      return 1;
    },
    cancelFrame: () => {},
    later: () => 0,
    cancelLater: () => {},
    now: () => time + telling(),
  };
  const surfaces = [testSurface(), testSurface()] as const;
  const items = Array.from({ length: 64 * 400 }, (_, i) =>
    itemOf(drawnShape(`s${i}`, 'rect', 11, [i % 100, 0, (i % 100) + 9, 9])),
  );
  const layer = createStaticLayer(surfaces, scheduler, () => ({ items, labels: new Map(), showNames: false }));
  resizeStatic(layer, { width: 100, height: 100 }, 1);
  const strokes = () => surfaces.reduce((sum, one) => sum + (one.calls.get('stroke') ?? 0), 0);
  const inFrame: number[] = [];
  let before = 0;
  const telling = () => (inFrame.length < slow ? (strokes() - before) * 0.6 : 0);
  const rest = () => {
    time += telling();
    inFrame.push(strokes() - before);
    before = strokes();
    time += inFrame.length < slow ? 1 : Math.max(16, inFrame.at(-1)! * paintMs);
  };
  redrawStatic(layer);
  rest();
  while (frame && layer.job) {
    (frame as () => void)();
    rest();
  }
  return inFrame;
}

describe('slices of the layer', () => {
  it('become larger where frames come in time, and smaller where they are late', () => {
    const [fast, slow] = [drawOn(0.01), drawOn(4)];
    expect(fast.reduce((a, b) => a + b)).toBe(400);
    expect(slow.reduce((a, b) => a + b)).toBe(400);
    expect(Math.max(...fast)).toBeGreaterThan(50);
    // 36 ms of painting, after it has been felt once
    expect(Math.max(...slow.slice(4))).toBeLessThanOrEqual(9);
    expect(Math.min(...slow.slice(4, -1))).toBeGreaterThan(0);
  });

  it('do not become larger by frames that come before the work of the last ones is painted', () => {
    expect(Math.max(...drawOn(3, 4))).toBeLessThanOrEqual(16);
  });
});

describe('a view that moves', () => {
  const many = Array.from({ length: 64 * 40 }, (_, i) => {
    const [x, y] = [i % 390, Math.floor(i / 390) * 8];
    return stored('rect', [x, y, x + 6, y + 6]);
  });

  it('does not begin the first drawing again: the shapes come into sight while the hand moves, and lie where it has them', () => {
    const bench = createBench({ shapes: many });
    bench.setTool('pan');
    bench.down(100, 100);
    for (let step = 1; step <= 60; step++) {
      bench.move(100 + step, 100);
      bench.scheduler.run();
    }
    const [shown] = bench.surfaces.filter(({ isShown }) => isShown);
    // drawn where the first move had them
    expect(shown?.placed).toEqual([60 - 1 - OVERSCAN, -OVERSCAN, 1]);
    const strokes = () => bench.surfaces.reduce((sum, one) => sum + (one.calls.get('stroke') ?? 0), 0);
    const before = strokes();
    bench.scheduler.pass(100);
    expect(strokes()).toBeGreaterThan(before);
  });
});

describe('what is repainted', () => {
  const parted = stored('polygon', [0, 0, 10, 0, 10, 10, 380, 280, 390, 280, 390, 290], { parts: [0, 3] });
  const between = Array.from({ length: 30 }, (_, i) => {
    const [x, y] = [100 + (i % 6) * 20, 100 + Math.floor(i / 6) * 15];
    return stored('polygon', [x, y, x + 6, y, x + 6, y + 5]);
  });

  it('lies around the parts of a shape, not between them, unless names are shown', () => {
    const moves = (showNames: boolean) => {
      const bench = createBench({ shapes: [parted, ...between] });
      bench.setShowNames(showNames);
      for (let i = 0; i < 40; i++) bench.scheduler.run();
      const count = () => bench.surfaces.reduce((sum, one) => sum + (one.calls.get('lineTo') ?? 0), 0);
      const before = count();
      bench.relabel([parted.id], 12);
      return count() - before;
    };
    // the two parts, each with the other's points
    expect(moves(false)).toBeLessThanOrEqual(4 * 4);
    expect(moves(true)).toBeGreaterThan(30 * 2);
  });
});
