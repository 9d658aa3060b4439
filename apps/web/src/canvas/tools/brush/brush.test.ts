// Brush and eraser, by the hand: polygons with holes and pieces, one stroke an entry of the history.

import { fillRings, polygonArea, ringsOf } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { createBench, stored } from '../../testing/headless.ts';
import type { Bench } from '../../testing/headless.ts';
import type { Shape } from '../../types.ts';

const [width, height] = [400, 300];
const begin = (
  tool: 'brush' | 'eraser',
  shapes = [stored('polygon', [100, 100, 200, 100, 200, 200, 100, 200])],
): Bench => {
  const bench = createBench({ shapes });
  bench.setTool(tool);
  bench.editor.brushRadius = 10;
  return bench;
};
const only = (bench: Bench): Shape => {
  expect(bench.shapes()).toHaveLength(1);
  return bench.shapes()[0]!;
};
const covers = ({ points, parts }: Shape, x: number, y: number): boolean =>
  fillRings(ringsOf(points, parts), width, height)[y * width + x] === 1;
const areaOf = ({ points, parts }: Shape): number => polygonArea(points, parts);

describe('brush', () => {
  it('paints a new polygon, and extends it with the next stroke', () => {
    const bench = begin('brush', []);
    bench.drag([50, 50], [150, 50]);
    expect(only(bench)).toMatchObject({ kind: 'polygon', labelId: 11, source: 'person' });
    expect(areaOf(only(bench))).toBeGreaterThan(0.98 * (100 * 20 + 100 * Math.PI));
    bench.drag([100, 20], [100, 90]);
    expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
      ['put', only(bench).id],
      ['put', only(bench).id],
    ]);
    expect([covers(only(bench), 100, 85), covers(only(bench), 145, 50)]).toEqual([true, true]);
    bench.undo();
    expect(covers(only(bench), 100, 85)).toBe(false);
  });

  it('extends the selected polygon and keeps its far corners', () => {
    const bench = begin('brush');
    bench.select([only(bench).id]);
    bench.drag([190, 150], [250, 150]);
    const { points } = only(bench);
    const corners = Array.from({ length: points.length / 2 }, (_, i) => points.slice(2 * i, 2 * i + 2).join());
    expect(['100,100', '200,100', '200,200', '100,200'].every((corner) => corners.includes(corner))).toBe(true);
  });

  it('begins another polygon where a stroke does not touch the selected one', () => {
    const bench = begin('brush');
    const { id } = only(bench);
    bench.select([id]);
    bench.drag([300, 40], [360, 40]);
    expect(bench.shapes()).toHaveLength(2);
    expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId === id])).toEqual([['put', false]]);
    // the new one is selected: a stroke that begins apart and reaches it belongs to it
    bench.drag([300, 90], [330, 45]);
    expect(bench.shapes()).toHaveLength(2);
    expect(bench.ops[1]!.shapeId).toBe(bench.ops[0]!.shapeId);
  });

  it('needs a label for another polygon, and says so', () => {
    const bench = begin('brush');
    bench.select([only(bench).id]);
    bench.setDrawLabel(null);
    bench.click(300, 50);
    expect(bench.notices).toEqual(['canvas.noLabel']);
    expect(bench.ops).toEqual([]);
  });

  it('makes a piece of the selected polygon of what lies apart while Shift is held', () => {
    const bench = begin('brush');
    bench.select([only(bench).id]);
    bench.click(300, 50, { shift: true });
    expect(only(bench).parts).toHaveLength(2);
    expect(areaOf(only(bench))).toBeCloseTo(10_000 + 97 * Math.PI, -1);
  });

  it('ends at the edge of the image, cannot begin beside it, and does nothing inside what is painted', () => {
    const bench = begin('brush');
    bench.select([only(bench).id]);
    bench.drag([120, 120], [180, 180]);
    expect(bench.ops).toEqual([]);
    bench.drag([110, 110], [110, -40]);
    expect(Math.min(...only(bench).points)).toBe(0);
    bench.click(500, 50);
    expect(bench.notices).toEqual(['canvas.outside']);
  });

  it('rubs out while Alt is held, and takes the polygon below the cursor with Ctrl', () => {
    const bench = begin('brush');
    bench.click(150, 150, { ctrl: true });
    bench.click(150, 150, { alt: true });
    expect(covers(only(bench), 150, 150)).toBe(false);
    bench.click(10, 10, { ctrl: true });
    expect(bench.selections.at(-1)).toEqual([]);
  });

  it('has a size that keys and the wheel change, in this tool alone', () => {
    const bench = begin('brush');
    const size = () => bench.status().brushSize;
    expect(size()).toBe(20);
    bench.key('BracketRight');
    expect(size()).toBe(24);
    bench.key('BracketLeft');
    expect(size()).toBe(20);
    for (let i = 0; i < 60; i++) bench.key('BracketLeft');
    expect(size()).toBe(1);
    bench.key('BracketRight');
    expect(size()).toBe(2);
    bench.setTool('select');
    expect(size()).toBeNull();
  });

  it('is given up by Escape, and shows its stroke until then', () => {
    const bench = begin('brush', []);
    bench.down(50, 50);
    bench.move(90, 50);
    bench.scheduler.run();
    expect(bench.lastScene()).toMatchObject({
      guides: null,
      brush: { at: { x: 90, y: 50 }, radius: 10 },
      draft: { stroke: { line: [50, 50, 90, 50], radius: 10, erases: false } },
    });
    bench.key('Escape');
    bench.up(120, 50);
    expect(bench.ops).toEqual([]);
  });
});

describe('eraser', () => {
  it('makes holes and pieces of the polygon below the cursor', () => {
    const bench = begin('eraser');
    bench.click(150, 150);
    expect(only(bench).parts).toHaveLength(2);
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
    bench.drag([150, 90], [150, 210]);
    expect(areaOf(only(bench))).toBeCloseTo(8000, -1);
    expect([covers(only(bench), 150, 120), covers(only(bench), 120, 120), covers(only(bench), 180, 180)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(bench.ops).toHaveLength(2);
    bench.undo();
    bench.undo();
    expect(only(bench).points).toEqual([100, 100, 200, 100, 200, 200, 100, 200]);
  });

  it('deletes a polygon of which nothing is left', () => {
    const bench = begin('eraser');
    bench.editor.brushRadius = 120;
    bench.click(150, 150);
    expect(bench.ops.map(({ kind }) => kind)).toEqual(['delete']);
  });

  it('leaves alone what is locked, other kinds, and what it does not touch', () => {
    const bench = begin('eraser', [
      stored('polygon', [100, 100, 200, 100, 200, 200, 100, 200], { locked: true }),
      stored('rect', [300, 100, 350, 150]),
    ]);
    bench.click(150, 150);
    bench.click(320, 120);
    bench.select([bench.shapes().find(({ locked }) => locked)!.id]);
    bench.click(150, 150);
    expect(bench.notices).toEqual(['canvas.locked']);
    expect(bench.ops).toEqual([]);
    const other = begin('eraser');
    other.select([only(other).id]);
    other.click(300, 250);
    expect(other.ops).toEqual([]);
  });
});
