// The magic wand by the hand: what has one colour becomes a polygon, and takes part in what brushes do.

import { fillRings, polygonArea, ringsOf } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { createBench, stored } from '../../testing/headless.ts';
import type { PixelPlace } from '../../outline/pixels.ts';
import type { Bench } from '../../testing/headless.ts';
import type { Shape } from '../../types.ts';

const [width, height] = [400, 300];
/** A ring of 60 around (200, 150) with a hole of 20, fading to its edge by 30 steps; 200 elsewhere. */
const brightness = (x: number, y: number): number => {
  const away = Math.hypot(x - 200, y - 150);
  return away > 60 || away < 20 ? 200 : away > 50 ? 70 : 40;
};
const ringed = ({ x, y, cell, width: columns, height: rows }: PixelPlace): Uint8ClampedArray => {
  const data = new Uint8ClampedArray(4 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const value = brightness(x + ((i % columns) + 0.5) * cell, y + (Math.floor(i / columns) + 0.5) * cell);
    data.set([value, value, value, 255], 4 * i);
  }
  return data;
};
const begin = (shapes: Parameters<typeof stored>[1][] = []): Bench => {
  const bench = createBench({ shapes: shapes.map((points) => stored('polygon', points)) }, undefined, ringed);
  bench.setTool('wand');
  return bench;
};
/** The outline is worked out beside the screen. */
const answered = async (): Promise<void> => {
  for (let i = 0; i < 8; i++) await Promise.resolve();
};
const only = (bench: Bench): Shape => {
  expect(bench.shapes()).toHaveLength(1);
  return bench.shapes()[0]!;
};
const covers = ({ points, parts }: Shape, x: number, y: number): boolean =>
  fillRings(ringsOf(points, parts), width, height)[y * width + x] === 1;
const areaOf = ({ points, parts }: Shape): number => polygonArea(points, parts);
const discs = (outer: number, inner: number): number => Math.PI * (outer ** 2 - inner ** 2);

describe('magic wand', () => {
  it('makes one polygon with its hole of what is joined and has about the colour, one entry of the history', async () => {
    const bench = begin();
    bench.click(200, 115);
    expect(bench.ops).toEqual([]);
    await answered();
    expect(only(bench)).toMatchObject({ kind: 'polygon', labelId: 11, source: 'person' });
    expect(only(bench).parts).toHaveLength(2);
    expect(Math.abs(areaOf(only(bench)) - discs(50, 20))).toBeLessThan(0.03 * discs(50, 20));
    expect(bench.ops).toHaveLength(1);
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
    bench.undo();
    expect(bench.shapes()).toEqual([]);
  });

  it('takes more as the hand moves right, shows it on the way, and keeps the tolerance', async () => {
    const bench = begin();
    bench.move(200, 115);
    bench.down(200, 115);
    await answered();
    bench.scheduler.run();
    const ring = bench.lastScene()!.draft.region!.rings;
    bench.move(230, 115);
    await answered();
    bench.scheduler.run();
    expect(bench.lastScene()!.draft.region!.rings).not.toEqual(ring);
    expect(bench.ops).toEqual([]);
    bench.up(230, 115);
    await answered();
    expect(Math.abs(areaOf(only(bench)) - discs(60, 20))).toBeLessThan(0.03 * discs(60, 20));
    expect(bench.status().tolerance).toBe(34);
    bench.key('BracketLeft');
    expect(bench.status()).toMatchObject({ tolerance: 32, brushSize: null });
  });

  it('extends the selected polygon, takes away with Alt, begins another where none is selected', async () => {
    const square = [195, 90, 205, 90, 205, 130, 195, 130];
    const bench = begin([square]);
    bench.select([only(bench).id]);
    bench.click(200, 115);
    await answered();
    expect([covers(only(bench), 200, 91), covers(only(bench), 160, 150)]).toEqual([true, true]);
    bench.click(200, 115, { alt: true });
    await answered();
    expect([covers(only(bench), 200, 95), covers(only(bench), 160, 150)]).toEqual([true, false]);
    bench.select([]);
    bench.click(200, 150);
    await answered();
    expect(bench.shapes()).toHaveLength(2);
    expect(bench.ops).toHaveLength(3);
  });

  it('is given up by Escape, also while its outline is worked out, and by another image', async () => {
    const bench = begin();
    bench.down(200, 115);
    bench.key('Escape');
    bench.up(200, 115);
    bench.click(200, 115);
    bench.key('Escape');
    bench.click(200, 115);
    bench.loadImage({ imageId: 2, width, height, bitmap: null, shapes: [] });
    await answered();
    expect(bench.ops).toEqual([]);
    expect(bench.editor.tool.state()).toBe('idle');
  });

  it('works out the gesture in the hand, not the one that was given up', async () => {
    const bench = begin();
    bench.click(20, 20);
    bench.key('Escape');
    bench.click(200, 115);
    await answered();
    expect(covers(only(bench), 200, 115)).toBe(true);
    expect(covers(only(bench), 20, 20)).toBe(false);
  });

  it('looks at what is in sight, in coarser cells where that is large', async () => {
    const bench = begin();
    bench.loadImage({ imageId: 3, width: 4000, height: 3000, bitmap: {} as ImageBitmap, shapes: [] });
    bench.editor.view.transform = { scale: 0.1, x: 0, y: 0 } as never;
    bench.click(300, 250);
    await answered();
    expect(areaOf(only(bench))).toBeGreaterThan(0.99 * (4000 * 3000 - discs(60, 20)));
    expect(Math.max(...only(bench).points)).toBe(4000);
    bench.editor.view.transform = { scale: 2, x: 0, y: 0 } as never;
    bench.select([]);
    bench.click(100, 100);
    await answered();
    const second = bench.shapes().find(({ id }) => id !== bench.shapes()[1]!.id)!;
    expect(Math.max(...second.points)).toBe(200);
  });

  it('says so where the image has not come, and beside the image', async () => {
    const bench = begin();
    bench.click(500, 50);
    bench.loadImage({ imageId: 4, width, height, bitmap: null, shapes: [] });
    bench.editor.view.transform = { scale: 1, x: 0, y: 0 } as never;
    bench.click(200, 115);
    await answered();
    expect(bench.notices).toEqual(['canvas.outside', 'canvas.noPixels']);
  });
});
