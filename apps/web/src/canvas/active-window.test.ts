import { expect, it } from 'vitest';
import { activeBounds, windowFor } from './active-window.ts';
import { noDraft } from './tools/tool.ts';
import type { ActiveScene } from './render-active.ts';

const area = { width: 1600, height: 1000 };

it('covers what is painted with cells, inside the area', () => {
  expect(windowFor([200, 300, 250, 310], area, 1, null)).toEqual([128, 256, 256, 384]);
  expect(windowFor([-50, 900, 1700, 2000], area, 1, null)).toEqual([0, 896, 1600, 1000]);
});

it('is none where nothing is in sight', () => {
  expect(windowFor(null, area, 1, [0, 0, 128, 128])).toBe(null);
  expect(windowFor([-90, 10, -20, 40], area, 1, null)).toBe(null);
  expect(windowFor([1700, 10, 1800, 40], area, 1, null)).toBe(null);
});

it('stays while it will do, and shrinks when it is far too large', () => {
  const present = [0, 0, 256, 256] as const;
  expect(windowFor([10, 10, 40, 40], area, 1, [...present])).toEqual([...present]);
  expect(windowFor([10, 10, 40, 400], area, 1, [...present])).toEqual([0, 0, 128, 512]);
  expect(windowFor([10, 10, 40, 40], area, 1, [0, 0, 1600, 1000])).toEqual([0, 0, 128, 128]);
});

it('is all of the area where a cell is no whole number of pixels', () => {
  const whole = windowFor([10, 10, 40, 40], area, 1.1, null);
  expect(whole).toEqual([0, 0, 1600, 1000]);
  expect(windowFor([10, 10, 400, 40], area, 1.1, whole)).toBe(whole);
  expect(windowFor([10, 10, 40, 40], area, 1.25, null)).toEqual([0, 0, 128, 128]);
});

it('covers the frames of shapes in conflict, with their arms', () => {
  const scene = {
    view: { scale: 1, x: 0, y: 0 },
    area,
    draft: noDraft,
    guides: null,
    mark: null,
    conflicts: [[300, 200, 400, 260]],
    selected: [],
    snap: null,
    frame: null,
    brush: null,
  } as unknown as ActiveScene;
  expect(activeBounds(scene)).toEqual([278, 178, 422, 282]);
});
