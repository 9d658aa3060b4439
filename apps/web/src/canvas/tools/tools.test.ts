// The tools, driven by pointer and keys as a person would.

import { describe, expect, it } from 'vitest';
import { createBench, stored } from '../testing/headless.ts';
import type { Bench } from '../testing/headless.ts';

const only = (bench: Bench) => {
  expect(bench.shapes()).toHaveLength(1);
  return bench.shapes()[0]!;
};

describe('rectangle', () => {
  it('is drawn by dragging, in any direction, and is selected', () => {
    const bench = createBench();
    bench.key('KeyR');
    bench.drag([100, 90], [40, 30]);
    expect(only(bench)).toMatchObject({ kind: 'rect', points: [40, 30, 100, 90], labelId: 11, source: 'person' });
    expect(bench.ops).toHaveLength(1);
    expect(bench.ops[0]).toMatchObject({ kind: 'put', base: null, shapeId: only(bench).id });
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
  });

  it('is drawn by two clicks', () => {
    const bench = createBench();
    bench.setTool('rectangle');
    bench.click(10, 20);
    expect(bench.shapes()).toHaveLength(0);
    bench.click(60, 80);
    expect(only(bench).points).toEqual([10, 20, 60, 80]);
  });

  it('is cut off at the edge of the image, and cannot begin outside it', () => {
    const bench = createBench({ width: 200, height: 100 });
    bench.editor.view.transform = { scale: 1, x: 0, y: 0 };
    bench.setTool('rectangle');
    bench.drag([150, 50], [390, 290]);
    expect(only(bench).points).toEqual([150, 50, 200, 100]);
    bench.drag([300, 50], [100, 80]);
    expect(bench.shapes()).toHaveLength(1);
    expect(bench.notices).toEqual(['canvas.outside']);
  });

  it('is not made below one pixel, nor without a label, nor after Escape', () => {
    const bench = createBench();
    bench.setTool('rectangle');
    bench.drag([10, 10], [10.5, 80]);
    bench.down(50, 50);
    bench.move(90, 90);
    bench.key('Escape');
    bench.up(90, 90);
    expect(bench.shapes()).toHaveLength(0);
    bench.setLabels([]);
    bench.drag([10, 10], [80, 80]);
    expect(bench.notices).toEqual(['canvas.noLabel']);
    expect(bench.ops).toEqual([]);
  });
});

describe('polygon', () => {
  const corners: [number, number][] = [
    [50, 50],
    [150, 50],
    [150, 150],
  ];
  const begin = (): Bench => {
    const bench = createBench();
    bench.key('KeyP');
    for (const [x, y] of corners) bench.click(x, y);
    return bench;
  };

  it('closes on its first point', () => {
    const bench = begin();
    bench.click(54, 52);
    expect(only(bench)).toMatchObject({ kind: 'polygon', points: corners.flat(), parts: [0] });
    expect(bench.ops).toHaveLength(1);
  });

  it('closes by Enter', () => {
    const bench = begin();
    expect(bench.key('Enter')).toBe(true);
    expect(only(bench).points).toEqual(corners.flat());
  });

  it('closes by double-click, whose two presses make one point', () => {
    const bench = begin();
    bench.doubleClick(50, 150);
    expect(only(bench).points).toEqual([...corners.flat(), 50, 150]);
  });

  it('loses its last point by Backspace and by undo, and all of it by Escape', () => {
    const bench = begin();
    bench.click(60, 200);
    bench.key('Backspace');
    bench.click(100, 140);
    bench.key('KeyZ', { ctrlKey: true });
    bench.key('Enter');
    expect(only(bench).points).toEqual(corners.flat());
    bench.click(200, 200);
    bench.key('Escape');
    bench.key('Enter');
    expect(bench.shapes()).toHaveLength(1);
  });

  it('needs three points and an area', () => {
    const bench = createBench();
    bench.setTool('polygon');
    bench.click(10, 10);
    bench.click(90, 10);
    bench.key('Enter');
    expect(bench.notices).toEqual(['canvas.tooFewPoints']);
    bench.click(50, 10);
    bench.key('Enter');
    expect(bench.shapes()).toHaveLength(0);
    bench.key('Backspace');
    bench.click(50, 60);
    bench.key('Enter');
    expect(bench.shapes()).toHaveLength(1);
  });

  it('survives panning with Space and with the hand, keeps the image, and says when it crosses itself', () => {
    const bench = createBench();
    bench.setTool('polygon');
    bench.click(50, 50);
    bench.click(150, 150);
    bench.key('Space');
    bench.drag([200, 200], [210, 220]);
    bench.keyUp('Space');
    expect(bench.editor.view.transform).toEqual({ scale: 1, x: 10, y: 20 });
    bench.key('KeyH');
    bench.drag([200, 200], [190, 180]);
    bench.key('KeyP');
    bench.key('KeyD');
    expect(bench.commands).toEqual([]);
    bench.click(150, 50);
    bench.click(50, 150);
    bench.key('Enter');
    expect(only(bench).points).toEqual([50, 50, 150, 150, 150, 50, 50, 150]);
    expect(bench.notices).toEqual(['canvas.unfinished', 'canvas.selfCrossing']);
  });
});

describe('select', () => {
  const rect = () => stored('rect', [100, 100, 200, 160]);
  const triangle = () => stored('polygon', [100, 100, 200, 100, 200, 200]);

  it('selects by click, adds with Shift, takes away again, and drops all on empty ground', () => {
    const [a, b] = [stored('rect', [10, 10, 60, 60]), stored('rect', [100, 100, 150, 150])];
    const bench = createBench({ shapes: [a, b] });
    bench.click(30, 30);
    bench.click(120, 120, { shift: true });
    expect(bench.selections.at(-1)).toEqual([a.id, b.id]);
    bench.click(30, 30, { shift: true });
    expect(bench.selections.at(-1)).toEqual([b.id]);
    bench.click(300, 250);
    expect(bench.selections.at(-1)).toEqual([]);
    expect(bench.ops).toEqual([]);
  });

  it('selects what lies whole in a box', () => {
    const [a, b] = [stored('rect', [10, 10, 60, 60]), stored('rect', [100, 100, 150, 150])];
    const bench = createBench({ shapes: [a, b] });
    bench.drag([90, 90], [160, 155]);
    expect(bench.selections.at(-1)).toEqual([b.id]);
    bench.drag([1, 1], [120, 120]);
    expect(bench.selections.at(-1)).toEqual([a.id]);
  });

  it('moves all that is selected as one entry, and stops at the edge of the image', () => {
    const [a, b] = [stored('rect', [10, 10, 60, 60]), stored('rect', [100, 100, 150, 150])];
    const bench = createBench({ shapes: [a, b] });
    bench.key('KeyA', { ctrlKey: true });
    bench.drag([30, 30], [10, 50]);
    expect(bench.ops.map((op) => op.shape?.points)).toEqual([
      [0, 30, 50, 80],
      [90, 120, 140, 170],
    ]);
    expect(bench.ops.map((op) => op.base)).toEqual([1, 1]);
    bench.undo();
    expect(bench.shapes().find((s) => s.id === a.id)?.points).toEqual([10, 10, 60, 60]);
    expect(bench.ops.slice(2).every((op) => typeof op.base === 'string')).toBe(true);
  });

  it('resizes a rectangle by its corner, over its other side and by one side only', () => {
    const bench = createBench({ shapes: [rect()] });
    bench.click(150, 130);
    bench.drag([200, 160], [220, 180]);
    expect(only(bench).points).toEqual([100, 100, 220, 180]);
    bench.drag([100, 100], [260, 120]);
    expect(only(bench).points).toEqual([220, 120, 260, 180]);
    bench.drag([240, 120], [0, 90]);
    expect(only(bench).points).toEqual([220, 90, 260, 180]);
    bench.drag([260, 180], [220, 90]);
    expect(only(bench).points).toEqual([220, 90, 221, 91]);
  });

  it('moves, adds and removes corners of a polygon', () => {
    const bench = createBench({ shapes: [triangle()] });
    bench.click(180, 120);
    bench.drag([200, 200], [210, 220]);
    expect(only(bench).points).toEqual([100, 100, 200, 100, 210, 220]);
    bench.doubleClick(150, 101);
    expect(only(bench).points).toEqual([100, 100, 150, 101, 200, 100, 210, 220]);
    bench.click(150, 101, { alt: true });
    expect(only(bench).points).toEqual([100, 100, 200, 100, 210, 220]);
    bench.click(205, 160, { alt: true });
    expect(only(bench).points).toEqual([100, 100, 200, 100, 205, 160, 210, 220]);
    bench.click(205, 160);
    bench.key('Delete');
    expect(only(bench).points).toHaveLength(6);
    bench.click(100, 100, { alt: true });
    expect(bench.notices).toEqual(['canvas.tooFewPoints']);
    expect(bench.shapes()).toHaveLength(1);
  });

  it('does not become a line', () => {
    const bench = createBench({ shapes: [triangle()] });
    bench.click(180, 120);
    bench.drag([200, 200], [150, 100]);
    expect(only(bench).points).toEqual([100, 100, 200, 100, 200, 200]);
    expect(bench.notices).toContain('canvas.tooSmall');
  });

  it('keeps a hole in step with its ring', () => {
    const holed = stored('polygon', [10, 10, 110, 10, 110, 110, 10, 110, 40, 40, 80, 40, 60, 80], { parts: [0, 4] });
    const bench = createBench({ shapes: [holed] });
    bench.click(20, 20);
    bench.click(60, 10, { alt: true });
    expect(only(bench).parts).toEqual([0, 5]);
    bench.click(40, 40, { alt: true });
    expect(only(bench)).toMatchObject({ parts: [0], points: [10, 10, 60, 10, 110, 10, 110, 110, 10, 110] });
    bench.undo();
    expect(only(bench).parts).toEqual([0, 5]);
  });

  it('keeps a locked shape, and says so', () => {
    const bench = createBench({ shapes: [stored('rect', [100, 100, 200, 160], { locked: true })] });
    bench.drag([150, 130], [200, 200]);
    bench.key('Delete');
    expect(bench.ops).toEqual([]);
    expect(bench.notices).toEqual(['canvas.locked', 'canvas.locked']);
  });

  it('keeps hold of what is selected below something smaller, and cycles by Tab', () => {
    const [large, small] = [stored('rect', [50, 50, 250, 250]), stored('rect', [100, 100, 150, 150])];
    const bench = createBench({ shapes: [large, small] });
    bench.click(120, 120);
    expect(bench.selections.at(-1)).toEqual([small.id]);
    bench.key('Tab');
    expect(bench.selections.at(-1)).toEqual([large.id]);
    bench.drag([120, 120], [125, 120]);
    expect(bench.ops.map((op) => op.shapeId)).toEqual([large.id]);
    bench.key('Tab', { shiftKey: true });
    expect(bench.selections.at(-1)).toEqual([small.id]);
    bench.click(390, 290);
    expect(bench.key('Tab')).toBe(false);
  });
});

describe('quadrilateral', () => {
  const corners: [number, number][] = [
    [50, 60],
    [150, 50],
    [160, 90],
    [55, 100],
  ];
  const begin = (clicks: readonly [number, number][]): Bench => {
    const bench = createBench();
    bench.key('KeyQ');
    for (const [x, y] of clicks) bench.click(x, y);
    return bench;
  };

  it('is drawn by four clicks, the first of which is where reading starts', () => {
    const bench = begin(corners);
    expect(only(bench)).toMatchObject({ kind: 'quad', points: corners.flat(), text: null, labelId: 11 });
    expect(bench.ops).toHaveLength(1);
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
  });

  it('is turned the way one reads where its corners were clicked the other way round, with the same start', () => {
    const bench = begin([corners[0]!, corners[3]!, corners[2]!, corners[1]!]);
    expect(only(bench).points).toEqual(corners.flat());
  });

  it('is a rectangle by dragging, read from its left top', () => {
    const bench = createBench();
    bench.setTool('quadrilateral');
    bench.drag([90, 80], [30, 40]);
    expect(only(bench)).toMatchObject({ kind: 'quad', points: [30, 40, 90, 40, 90, 80, 30, 80] });
  });

  it('never crosses and never bends inwards: such a corner is not taken, and the others stay', () => {
    const bench = begin(corners.slice(0, 3));
    bench.click(100, 20);
    bench.click(140, 55);
    expect(bench.notices).toEqual(['canvas.quadCrossed', 'canvas.quadCrossed']);
    expect(bench.shapes()).toEqual([]);
    bench.click(...corners[3]!);
    expect(only(bench).points).toEqual(corners.flat());
  });

  it('needs four corners: Enter and a double-click after three say so', () => {
    const bench = begin(corners.slice(0, 3));
    bench.key('Enter');
    bench.doubleClick(...corners[2]!);
    expect(bench.notices).toEqual(['canvas.quadNeeded', 'canvas.quadNeeded']);
    expect(bench.shapes()).toEqual([]);
  });

  it('takes a double-click on its fourth corner as its end, not as the start of another', () => {
    const bench = begin(corners.slice(0, 3));
    bench.doubleClick(...corners[3]!);
    expect(only(bench).points).toEqual(corners.flat());
    expect(bench.status().isDrawing).toBe(false);
    expect(bench.selections.at(-1)).toEqual([only(bench).id]);
    expect(bench.notices).toEqual([]);
  });

  it('loses its last corner by Backspace, and all of them by Escape', () => {
    const bench = begin([...corners.slice(0, 2), [300, 200]]);
    bench.key('Backspace');
    bench.click(...corners[2]!);
    bench.click(...corners[3]!);
    expect(only(bench).points).toEqual(corners.flat());
    bench.click(200, 200);
    bench.key('Escape');
    expect(bench.status().isDrawing).toBe(false);
  });

  it('has its reading start turned by a key, corner by corner, there and back', () => {
    const bench = begin(corners);
    const turned = [...corners.slice(1), corners[0]!].flat();
    expect(bench.key('Period')).toBe(true);
    expect(only(bench).points).toEqual(turned);
    bench.key('Comma');
    bench.key('Comma');
    expect(only(bench).points).toEqual([corners[3]!, ...corners.slice(0, 3)].flat());
    expect(bench.ops).toHaveLength(4);
    bench.undo();
    expect(only(bench).points).toEqual(corners.flat());
    bench.select([]);
    expect(bench.key('Period')).toBe(false);
  });

  it('has corners that are dragged, but not across: it stays as it last was', () => {
    const bench = begin(corners);
    bench.key('KeyV');
    bench.drag([160, 90], [180, 110]);
    expect(only(bench).points).toEqual([50, 60, 150, 50, 180, 110, 55, 100]);
    bench.move(180, 110);
    bench.down(180, 110);
    bench.move(170, 100);
    bench.move(20, 20);
    bench.up(20, 20);
    expect(only(bench).points).toEqual([50, 60, 150, 50, 170, 100, 55, 100]);
    expect(bench.notices).toEqual([]);
  });
});
