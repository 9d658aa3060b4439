// Fingers and a pen on the image.

import { expect, it } from 'vitest';
import { createBench, stored } from './testing/headless.ts';
import { createTouch } from './touch.ts';

const at = (x: number, y: number) => ({ x, y, button: 0, shift: false, ctrl: false, alt: false });
function made(...shapes: ReturnType<typeof stored>[]) {
  const bench = createBench({ shapes });
  return { bench, touch: createTouch(bench.editor) };
}
const imageAt = ({ editor }: ReturnType<typeof createBench>, x: number, y: number) => {
  const { scale, x: left, y: top } = editor.view.transform;
  return [(x - left) / scale, (y - top) / scale].map((value) => Math.round(value * 100) / 100);
};

it('one finger draws, from where it was put down', () => {
  const { bench, touch } = made();
  bench.key('KeyR');
  touch.down(1, at(20, 30));
  touch.move(1, at(60, 50));
  touch.move(1, at(120, 90));
  touch.up(1, at(120, 90));
  expect(bench.shapes().map(({ points }) => points)).toEqual([[20, 30, 120, 90]]);
});

it('a tap is a click, and one that rests begins after a while', () => {
  const { bench, touch } = made(stored('rect', [10, 10, 60, 60]));
  touch.down(1, at(30, 30));
  touch.up(1, at(30, 30));
  expect(bench.selections.at(-1)).toHaveLength(1);
  bench.key('KeyP');
  touch.down(1, at(100, 100));
  expect(bench.status().isDrawing).toBe(false);
  bench.scheduler.pass(200);
  expect(bench.status().isDrawing).toBe(true);
});

it('two fingers scale the image about their middle and move it, and draw nothing', () => {
  const { bench, touch } = made();
  bench.key('KeyP');
  touch.down(1, at(100, 100));
  touch.down(2, at(200, 100));
  bench.scheduler.pass(500);
  const middle = imageAt(bench, 150, 100);
  touch.move(1, at(50, 100));
  touch.move(2, at(250, 100));
  expect(bench.status().scale).toBeCloseTo(2);
  expect(imageAt(bench, 150, 100)).toEqual(middle);
  touch.move(1, at(50, 130));
  touch.move(2, at(250, 130));
  expect(imageAt(bench, 150, 130)).toEqual(middle);
  // the last finger still moves it, and draws nothing when it is lifted
  touch.up(1, at(50, 130));
  touch.move(2, at(260, 140));
  expect(imageAt(bench, 160, 140)).toEqual(middle);
  touch.up(2, at(260, 140));
  expect([bench.status().isDrawing, bench.ops.length]).toEqual([false, 0]);
});

it('a half-drawn polygon survives a pinch', () => {
  const { bench, touch } = made();
  bench.key('KeyP');
  for (const [x, y] of [
    [50, 50],
    [150, 50],
  ] as const) {
    touch.down(1, at(x, y));
    touch.up(1, at(x, y));
  }
  const points = () => bench.editor.tool.draft().line?.length ?? bench.editor.tool.draft().shapes.length;
  const before = points();
  touch.down(1, at(100, 100));
  touch.down(2, at(200, 200));
  touch.move(2, at(220, 220));
  touch.up(2, at(220, 220));
  touch.up(1, at(100, 100));
  expect([bench.status().isDrawing, points()]).toEqual([true, before]);
});

it('a hand beside the finger that draws does nothing, and what the system takes away is given up', () => {
  const { bench, touch } = made(stored('rect', [10, 10, 60, 60]));
  touch.down(1, at(30, 30));
  touch.move(1, at(60, 60));
  touch.down(2, at(300, 200));
  touch.move(2, at(200, 100));
  expect(bench.status().scale).toBe(1);
  touch.cancel(1);
  touch.up(2, at(200, 100));
  expect(bench.ops).toEqual([]);
});

it('where a pen draws, a finger moves the image', () => {
  const { bench, touch } = made();
  bench.setScale(2);
  bench.key('KeyR');
  touch.pen();
  const before = imageAt(bench, 100, 100);
  touch.down(1, at(100, 100));
  touch.move(1, at(80, 90));
  touch.up(1, at(80, 90));
  expect(imageAt(bench, 80, 90)).toEqual(before);
  expect(bench.shapes()).toEqual([]);
});
