// Where reading starts is shown for quadrilaterals alone, and only where there is room for it; long texts are shortened.

import { expect, it } from 'vitest';
import { nameOf } from './render.ts';
import { readingMark } from './render-reading.ts';
import { drawnShape } from './shape.ts';

const corners = [10, 10, 110, 10, 110, 40, 10, 40];
const view = { scale: 2, x: 5, y: 7 };

it('marks the first corner, and points along the first edge', () => {
  const mark = readingMark(drawnShape('a', 'quad', 1, corners), view);
  expect(mark).toMatchObject({ from: { x: 25, y: 27 }, along: { x: 1, y: 0 } });
  expect(mark!.tip.y).toBe(27);
  expect(mark!.tip.x).toBeGreaterThan(25);
  const turned = readingMark(drawnShape('a', 'quad', 1, [...corners.slice(2), ...corners.slice(0, 2)]), view);
  expect(turned).toMatchObject({ from: { x: 225, y: 27 }, along: { x: 0, y: 1 } });
});

it('marks nothing on other kinds, nor where the edge is a few pixels long', () => {
  expect(readingMark(drawnShape('a', 'polygon', 1, corners), view)).toBeNull();
  expect(readingMark(drawnShape('a', 'rrect', 1, corners), view)).toBeNull();
  expect(readingMark(drawnShape('a', 'quad', 1, corners), { ...view, scale: 0.1 })).toBeNull();
});

it('shortens a long text by whole characters', () => {
  const named = (text: string) => nameOf({ ...drawnShape('a', 'quad', 1, corners), text }, new Map());
  expect(named('𠮷'.repeat(24))).toBe('𠮷'.repeat(24));
  expect(named('𠮷'.repeat(30))).toBe(`${'𠮷'.repeat(23)}…`);
  expect(named(`a${'𠮷'.repeat(1000)}`)).toBe(`a${'𠮷'.repeat(22)}…`);
});
