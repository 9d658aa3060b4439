// Assist by the hand, with the network that is shipped: an outline after each click, and the ways in which it ends.

import { readFile } from 'node:fs/promises';
import { fillRings, polygonArea, ringsOf } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { createOutlines } from '../../outline/jobs.ts';
import { createBench, stored } from '../../testing/headless.ts';
import type { Outlines } from '../../outline/jobs.ts';
import type { PixelPlace } from '../../outline/pixels.ts';
import type { Bench } from '../../testing/headless.ts';
import type { Shape } from '../../types.ts';

const [width, height] = [400, 300];
const weights = async (): Promise<ArrayBuffer> => {
  const bytes = await readFile(new URL('../../outline/assist/weights.bin', import.meta.url));
  return Uint8Array.from(bytes).buffer;
};
/** A dark disk of 22 around (150, 150) and a darker one beside it around (210, 150), on a surface that is not quite even. */
const brightness = (x: number, y: number): number => {
  const surface = 180 + 6 * Math.sin(x / 5) + 4 * Math.cos(y / 3);
  if (Math.hypot(x - 150, y - 150) < 22) return surface - 90;
  return Math.hypot(x - 210, y - 150) < 16 ? surface - 130 : surface;
};
const spotted = ({ x, y, cell, width: columns, height: rows }: PixelPlace): Uint8ClampedArray => {
  const data = new Uint8ClampedArray(4 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const value = brightness(x + ((i % columns) + 0.5) * cell, y + (Math.floor(i / columns) + 0.5) * cell);
    data.set([value, value, value, 255], 4 * i);
  }
  return data;
};

/** What was asked, and until when nothing is answered. */
function begin(outlines: Outlines = createOutlines(weights)) {
  const running: Promise<unknown>[] = [];
  const bench = createBench({}, undefined, spotted, (...question) => {
    const answer = outlines(...question);
    running.push(answer.catch(() => undefined));
    return answer;
  });
  bench.setTool('assist');
  const answered = async (): Promise<void> => {
    for (let count = 0; count < running.length;) {
      count = running.length;
      await Promise.all(running);
      for (let i = 0; i < 4; i++) await Promise.resolve();
    }
  };
  return { bench, answered };
}
const preview = (bench: Bench): readonly (readonly number[])[] => {
  bench.scheduler.run();
  return bench.lastScene()?.draft.region?.rings ?? [];
};
const areaOf = (rings: readonly (readonly number[])[]): number =>
  fillRings(rings, width, height).reduce((sum, value) => sum + value, 0);
const only = (bench: Bench): Shape => {
  expect(bench.shapes()).toHaveLength(1);
  return bench.shapes()[0]!;
};
const overlap = ({ points, parts }: Shape, x: number, y: number, radius: number): number => {
  const found = fillRings(ringsOf(points, parts), width, height);
  let [shared, joint] = [0, 0];
  found.forEach((value, i) => {
    const isIn = Math.hypot((i % width) + 0.5 - x, Math.floor(i / width) + 0.5 - y) < radius ? 1 : 0;
    shared += value & isIn;
    joint += value | isIn;
  });
  return shared / joint;
};

describe('assist', () => {
  it('shows the outline of what is clicked; Enter makes it one polygon, in one entry of the history', async () => {
    const { bench, answered } = begin();
    bench.click(152, 148);
    expect(bench.status().pointing).toMatchObject({ count: 1, isWaiting: true });
    await answered();
    expect(preview(bench).length).toBeGreaterThan(0);
    expect(bench.lastScene()!.draft.marks).toEqual([{ x: 152, y: 148, isObject: true }]);
    expect(bench.ops).toEqual([]);
    bench.key('Enter');
    expect(only(bench)).toMatchObject({ kind: 'polygon', labelId: 11, source: 'person' });
    expect(overlap(only(bench), 150, 150, 22)).toBeGreaterThan(0.85);
    expect(bench.ops).toHaveLength(1);
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
    expect(bench.editor.tool.state()).toBe('idle');
    bench.undo();
    expect(bench.shapes()).toEqual([]);
  });

  it('finds what lies in a box, and accepts when Enter comes before the outline', async () => {
    const { bench, answered } = begin();
    bench.drag([190, 130], [230, 170]);
    bench.key('Enter');
    expect(bench.ops).toEqual([]);
    await answered();
    expect(overlap(only(bench), 210, 150, 16)).toBeGreaterThan(0.8);
  });

  it('takes in what is clicked and leaves out what the second button or Alt is on; Backspace takes it back', async () => {
    const { bench, answered } = begin();
    bench.click(150, 150);
    await answered();
    const first = areaOf(preview(bench));
    bench.click(210, 150);
    await answered();
    const both = preview(bench);
    expect(fillRings(both, width, height)[150 * width + 210]).toBe(1);
    bench.move(210, 150);
    bench.down(210, 150, { button: 2 });
    bench.up(210, 150, { button: 2 });
    await answered();
    expect(fillRings(preview(bench), width, height)[150 * width + 210]).toBe(0);
    bench.key('Backspace');
    bench.key('KeyZ', { ctrlKey: true });
    await answered();
    expect(areaOf(preview(bench))).toBe(first);
    bench.key('Backspace');
    expect(bench.editor.tool.state()).toBe('idle');
    expect(bench.ops).toEqual([]);
  });

  it('is given up by Escape and by another image, also while it is worked out', async () => {
    const { bench, answered } = begin();
    const shown = [stored('rect', [10, 10, 60, 60])];
    for (const stop of [
      () => bench.key('Escape'),
      () => bench.loadImage({ imageId: 2, width, height, bitmap: {} as ImageBitmap, shapes: shown }),
    ]) {
      bench.setTool('assist');
      bench.editor.view.transform = { scale: 1, x: 0, y: 0 } as never;
      bench.click(150, 150);
      stop();
      bench.key('Enter');
      await answered();
      expect(bench.lastScene()?.draft.marks ?? []).toEqual([]);
    }
    expect(bench.ops).toEqual([]);
    expect(bench.shapes()).toHaveLength(1);
  });

  it('is lost to no other tool and no other image: they wait until it is accepted or given up', async () => {
    const { bench, answered } = begin();
    bench.click(150, 150);
    await answered();
    for (const code of ['KeyV', 'KeyR', 'KeyB', 'KeyD', 'KeyJ']) bench.key(code);
    bench.setTool('select');
    expect([bench.status().tool, bench.commands, new Set(bench.notices)]).toEqual([
      'assist',
      [],
      new Set(['canvas.unfinished']),
    ]);
    bench.key('KeyH');
    expect(bench.status().tool).toBe('pan');
    bench.key('KeyV');
    expect([bench.status().tool, bench.isHeldUp()]).toEqual(['pan', true]);
    bench.key('Enter');
    expect(bench.shapes()).toHaveLength(1);
    bench.key('KeyV');
    expect([bench.status().tool, bench.isHeldUp()]).toEqual(['select', false]);
  });

  it('says the next clicks are beside the object where a hand has no Alt', async () => {
    const { bench, answered } = begin();
    bench.click(150, 150);
    bench.pointAt(true);
    bench.click(300, 60);
    await answered();
    bench.scheduler.run();
    expect(bench.lastScene()!.draft.marks.map(({ isObject }) => isObject)).toEqual([true, false]);
    const { top, bottom, ...said } = bench.status().pointing!;
    expect(said).toEqual({ count: 2, isGround: true, isWaiting: false, hasOutline: true });
    expect([top, bottom > 150]).toEqual([60, true]);
    bench.key('Escape');
    expect(bench.status().pointing).toMatchObject({ count: 0, top: 0, bottom: 0 });
  });

  it('keeps to what was pointed at where nothing can be fetched, and says so', async () => {
    const { bench, answered } = begin(createOutlines(() => Promise.reject(new Error('offline'))));
    bench.click(150, 150);
    await answered();
    expect(bench.notices).toEqual(['canvas.outlineFailed']);
    bench.key('Enter');
    expect(bench.notices.at(-1)).toBe('canvas.noOutline');
    expect(bench.status()).toMatchObject({ pointing: { count: 1, hasOutline: false }, shapeCount: 0 });
  });

  it('draws nothing outside of the image, and no shape that is larger than it', async () => {
    const { bench, answered } = begin();
    bench.click(500, 50);
    expect(bench.notices).toEqual(['canvas.outside']);
    bench.click(2, 2);
    await answered();
    bench.key('Enter');
    for (const { points, parts } of bench.shapes()) {
      expect(polygonArea(points, parts)).toBeLessThanOrEqual(width * height);
      expect(Math.min(...points)).toBeGreaterThanOrEqual(0);
    }
  });
});
