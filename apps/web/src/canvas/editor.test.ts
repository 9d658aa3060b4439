// The editor as a whole on a headless stage: answers during a gesture, view, layers, prefetching.

import { imagePoint, screenPoint, toImage } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { activeBounds } from './active-window.ts';
import { wheel } from './editor-pointer.ts';
import { createPrefetcher } from './prefetch.ts';
import { renderShapes } from './render.ts';
import { drawnShape } from './shape.ts';
import { OVERSCAN } from './static-layer.ts';
import { countingPainter, createBench, LABELS, stored } from './testing/headless.ts';
import { createView, filterOf, scaleBounds, setArea, setImage, zoomBy } from './view.ts';

describe('what comes from elsewhere', () => {
  it('waits for the end of a gesture', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    bench.down(30, 30);
    bench.move(50, 30);
    bench.applyRemote([{ shapeId: shape.id, shape: { ...shape, rev: 2, points: [200, 200, 250, 250] } }]);
    expect(bench.shapes()[0]?.points[0]).toBe(10);
    bench.up(50, 30);
    expect(bench.ops[0]).toMatchObject({ base: 1, shape: { points: [30, 10, 80, 60] } });
    bench.acknowledge(bench.ops[0]!.opId, { rev: 3, shapeId: 'copy' });
    expect(bench.shapes().map((s) => [s.id, s.points[0]])).toEqual(
      expect.arrayContaining([
        [shape.id, 200],
        ['copy', 30],
      ]),
    );
    expect(bench.selections.at(-1)).toEqual(['copy']);
  });

  it('takes a shape that is gone out of the selection, and tells its listeners', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    let calls = 0;
    const stop = bench.subscribe(() => calls++);
    bench.click(30, 30);
    const before = bench.shapes();
    expect(bench.shapes()).toBe(before);
    bench.applyRemote([{ shapeId: shape.id, shape: null }]);
    expect(bench.selections.at(-1)).toEqual([]);
    expect(bench.shapes()).not.toBe(before);
    stop();
    bench.applyRemote([{ shapeId: shape.id, shape: { ...shape, rev: 9 } }]);
    expect(calls).toBe(1);
  });

  it('does not reach another image', () => {
    const bench = createBench();
    bench.setTool('rectangle');
    bench.drag([10, 10], [50, 50]);
    bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [] });
    bench.acknowledge(bench.ops[0]!.opId, { rev: 1 });
    expect(bench.shapes()).toEqual([]);
    bench.undo();
    expect(bench.ops).toHaveLength(1);
  });

  it('cannot be edited when it is read only', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    bench.setReadOnly(true);
    bench.drag([30, 30], [90, 90]);
    bench.key('Delete');
    bench.setTool('rectangle');
    bench.drag([100, 100], [150, 150]);
    expect(bench.ops).toEqual([]);
    expect(bench.shapes()).toHaveLength(1);
  });
});

describe('view', () => {
  it('zooms at the cursor within bounds, fits again when the area changes', () => {
    const view = createView();
    setArea(view, { width: 800, height: 600 });
    setImage(view, { width: 4000, height: 3000 });
    const anchor = screenPoint(500, 200);
    const before = toImage(view.transform, anchor);
    zoomBy(view, 4, anchor);
    expect(toImage(view.transform, anchor).x).toBeCloseTo(before.x, 6);
    zoomBy(view, 1e9, anchor);
    expect(view.transform.scale).toBe(scaleBounds(view).max);
    zoomBy(view, 1e-9, anchor);
    expect(view.transform.scale).toBe(scaleBounds(view).min);
    setImage(view, { width: 100, height: 100 });
    setArea(view, { width: 232, height: 432 });
    expect(view.transform).toEqual({ scale: 2, x: 16, y: 116 });
  });

  it('shows pixel by pixel by a key, whatever the scale was, and all of it by another', () => {
    const bench = createBench();
    bench.key('KeyF');
    const whole = bench.editor.view.transform;
    expect(whole.scale).not.toBe(1);
    bench.setScale(7);
    bench.key('KeyZ');
    expect(bench.editor.view.transform.scale).toBeCloseTo(1, 9);
    bench.key('KeyF');
    expect(bench.editor.view.transform).toEqual(whole);
  });

  it('zooms by the wheel, pans by the wheel with Shift and by the middle button', () => {
    const bench = createBench();
    const input = { x: 100, y: 100, button: 0, shift: false, ctrl: false, alt: false, deltaX: 0 };
    const below = toImage(bench.editor.view.transform, screenPoint(100, 100));
    wheel(bench.editor, { ...input, deltaY: -180 });
    expect(bench.editor.view.transform.scale).toBeCloseTo(Math.SQRT2, 9);
    expect(toImage(bench.editor.view.transform, screenPoint(100, 100)).x).toBeCloseTo(below.x, 9);
    const { x } = bench.editor.view.transform;
    wheel(bench.editor, { ...input, deltaY: 30, shift: true });
    bench.drag([10, 10], [30, 10], { button: 1 });
    expect(bench.editor.view.transform.x).toBeCloseTo(x - 10, 9);
  });

  it('brightens by a filter that never blackens', () => {
    expect(filterOf(0, 0)).toBe('none');
    expect(filterOf(50, -50)).toBe('brightness(2.000) contrast(0.500)');
    expect(filterOf(-100, 0)).toBe('brightness(0.250) contrast(1.000)');
  });

  it('tells where the cursor is, on the image only', () => {
    const bench = createBench({ width: 100, height: 100 });
    bench.editor.view.transform = { scale: 1, x: 0, y: 0 };
    bench.move(20, 30);
    bench.scheduler.run();
    expect(bench.lastStatus()).toMatchObject({ cursor: { x: 20, y: 30 }, scale: 1, shapeCount: 0 });
    bench.move(150, 30);
    bench.scheduler.run();
    expect(bench.lastStatus()?.cursor).toBeNull();
    bench.setTool('polygon');
    bench.scheduler.run();
    expect(bench.lastScene()?.guides).toEqual({ x: 150, y: 30 });
  });
});

describe('layer of resting shapes', () => {
  const many = Array.from({ length: 2000 }, (_, i) => {
    const [x, y] = [(i % 50) * 8, Math.floor(i / 50) * 7];
    return stored('polygon', [x, y, x + 6, y, x + 6, y + 5], { labelId: i % 2 === 0 ? 11 : 12 });
  });

  it('is drawn in slices on the hidden canvas and swapped when done', () => {
    const bench = createBench({ shapes: many });
    bench.scheduler.run();
    expect(bench.editor.layer.job).not.toBeNull();
    for (let i = 0; i < 40 && bench.editor.layer.job; i++) bench.scheduler.run();
    expect(bench.editor.layer.job).toBeNull();
    expect(bench.editor.layer.drawn).toEqual(bench.editor.view.transform);
    expect(bench.surfaces.filter((s) => s.isShown)).toHaveLength(1);
    const shown = bench.surfaces.find((s) => s.isShown)!;
    expect(shown.placed).toEqual([-OVERSCAN, -OVERSCAN, 1]);
    expect(shown.calls.get('stroke')).toBeLessThan(2000 / 10);
  });

  it('never shows the shapes of the image before, even when they were still being drawn', () => {
    const bench = createBench({ shapes: many });
    bench.scheduler.run();
    expect(bench.editor.layer.job).not.toBeNull();
    bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [] });
    expect(bench.surfaces.filter((s) => s.isShown)).toEqual([]);
    const strokes = (): number => bench.surfaces.reduce((sum, s) => sum + (s.calls.get('stroke') ?? 0), 0);
    const before = strokes();
    for (let i = 0; i < 40; i++) bench.scheduler.run();
    expect(bench.surfaces.filter((s) => s.isShown)).toHaveLength(1);
    expect(strokes()).toBe(before);
  });

  it('is only shifted and scaled while the view moves, and redrawn at rest', () => {
    const bench = createBench({ shapes: many.slice(0, 20) });
    bench.scheduler.run();
    const strokes = (): number => bench.surfaces.reduce((sum, s) => sum + (s.calls.get('stroke') ?? 0), 0);
    const before = strokes();
    bench.drag([10, 10], [40, 20], { button: 1 });
    bench.scheduler.run();
    expect(strokes()).toBe(before);
    const shown = bench.surfaces.find((s) => s.isShown)!;
    expect(shown.placed).toEqual([30 - OVERSCAN, 10 - OVERSCAN, 1]);
    bench.setScale(2);
    bench.scheduler.run();
    expect(shown.placed[2]).toBe(2);
    bench.scheduler.pass(500);
    expect(strokes()).toBeGreaterThan(before);
    expect(bench.editor.layer.drawn).toEqual(bench.editor.view.transform);
  });

  it('repaints a region for an edit, not the layer', () => {
    const bench = createBench({ shapes: many });
    for (let i = 0; i < 60; i++) bench.scheduler.run();
    const shown = bench.surfaces.find((s) => s.isShown)!;
    const before = shown.calls.get('stroke') ?? 0;
    bench.select([many[0]!.id]);
    expect(bench.editor.layer.job).toBeNull();
    expect(shown.calls.get('clip')).toBe(1);
    const cost = (shown.calls.get('stroke') ?? 0) - before;
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(before / 2);
  });
});

describe('rendering', () => {
  it('draws any number of shapes on a context of the caller', () => {
    const { painter, calls } = countingPainter();
    const shapes = Array.from({ length: 130 }, (_, i) => drawnShape(`s${i}`, 'polygon', 11, [i, 0, i + 50, 0, i, 60]));
    renderShapes(painter, shapes, LABELS, { scale: 1, x: 0, y: 0 });
    expect(calls.get('beginPath')).toBe(3);
    expect(calls.get('closePath')).toBe(130);
    expect(calls.get('fillText')).toBe(130);
  });

  it('leaves points out that cannot be seen, never all of them', () => {
    const ring = Array.from({ length: 1000 }, (_, i) => [
      50 + 40 * Math.cos(i / 159),
      50 + 40 * Math.sin(i / 159),
    ]).flat();
    const linesAt = (scale: number): number => {
      const { painter, calls } = countingPainter();
      renderShapes(painter, [drawnShape('s', 'polygon', 11, ring)], LABELS, { scale, x: 0, y: 0 });
      return calls.get('lineTo') ?? 0;
    };
    expect(linesAt(10)).toBe(999);
    expect(linesAt(0.2)).toBeLessThan(20);
    expect(linesAt(0.2)).toBeGreaterThanOrEqual(4);
  });
});

describe('a place that is pointed out', () => {
  const box = [300, 200, 310, 208] as const;

  it('is brought near and into the middle, and is framed until the image is edited', () => {
    const bench = createBench();
    bench.mark(box);
    bench.scheduler.run();
    expect(bench.status().scale).toBeGreaterThan(1);
    const scene = bench.lastScene()!;
    const { view, area, mark } = scene;
    // it is painted where nothing else of the active layer is
    expect(activeBounds(scene)).not.toBeNull();
    expect(mark).toEqual(box);
    expect(305 * view.scale + view.x).toBeCloseTo(area.width / 2, 0);
    bench.setCheckedEmpty(true);
    bench.scheduler.run();
    expect(bench.lastScene()!.mark).toBeNull();
  });

  it('is not that of the next image', () => {
    const bench = createBench();
    bench.mark(box);
    bench.loadImage({ imageId: 9, width: 400, height: 300, bitmap: null, shapes: [] });
    bench.scheduler.run();
    expect(bench.lastScene()!.mark).toBeNull();
  });

  it('stays where it is when it fills a good part of the area already', () => {
    const bench = createBench();
    bench.mark([0, 0, 200, 150]);
    expect(bench.status().scale).toBe(1);
  });
});

describe('prefetching', () => {
  it('keeps the window decoded, closes what leaves it, late arrivals too, and tries a failure again', async () => {
    const closed: number[] = [];
    const waiting = new Map<number, { done: (b: { close: () => void }) => void; fail: (e: Error) => void }>();
    const asked: number[] = [];
    const prefetcher = createPrefetcher((id: number) => {
      asked.push(id);
      return new Promise<{ close: () => void }>((done, fail) => waiting.set(id, { done, fail }));
    });
    const arrive = (id: number): void => waiting.get(id)!.done({ close: () => closed.push(id) });
    prefetcher.setWindow([2, 3, 1]);
    expect(asked).toEqual([2, 3, 1]);
    arrive(2);
    await prefetcher.get(2);
    prefetcher.setWindow([3, 4, 2]);
    arrive(1);
    prefetcher.setWindow([4, 5, 3]);
    await Promise.resolve();
    await Promise.resolve();
    expect(closed.sort()).toEqual([1, 2]);
    const failing = prefetcher.get(5);
    waiting.get(5)!.fail(new Error('no connection'));
    await expect(failing).rejects.toThrow('no connection');
    const again = prefetcher.get(5);
    arrive(5);
    await again;
    expect(asked.filter((id) => id === 5)).toHaveLength(2);
    prefetcher.dispose();
    await Promise.resolve();
    expect(closed).toContain(5);
  });
});

it('keeps image and screen points apart', () => {
  const view = { scale: 2, x: 0, y: 0 };
  // @ts-expect-error an image point is not a screen point
  expect(toImage(view, imagePoint(4, 4))).toEqual({ x: 2, y: 2 });
});
