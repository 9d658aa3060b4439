// Hit test and index against brute force, edits included.

import fc from 'fast-check';
import { boxesTouch } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { hitEdge, hitHandle, hitItems, isHit } from './hit.ts';
import { allItems, areaOf, createIndex, itemOf, loadIndex, searchIndex, updateIndex } from './shape-index.ts';
import { drawnShape } from './shape.ts';
import { shapeKinds } from './shapes/registry.ts';
import type { Shape } from './types.ts';

const side = fc.integer({ min: 2, max: 60 });
const place = fc.integer({ min: 0, max: 300 });
const rect = fc.tuple(place, place, side, side).map(([x, y, w, h]) => ['rect', [x, y, x + w, y + h]] as const);
const polygon = fc.tuple(place, place, fc.array(side, { minLength: 3, maxLength: 9 })).map(([x, y, radii]) => {
  const points = radii.flatMap((r, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  return ['polygon', points] as const;
});
const shapes = fc
  .array(fc.tuple(fc.oneof(rect, polygon), fc.integer({ min: -1, max: 1 })), { maxLength: 60 })
  .map((all) => all.map(([[kind, points], z], i): Shape => ({ ...drawnShape(`s${i}`, kind, 11, points), z })));

const idsOf = (items: Iterable<{ shape: Shape }>): string[] => Array.from(items, (item) => item.shape.id);

describe('index and hit test', () => {
  it('find what brute force finds, after edits and deletions too', () => {
    const edits = fc.array(fc.tuple(fc.nat(70), fc.option(rect)), { maxLength: 30 });
    fc.assert(
      fc.property(shapes, edits, place, place, fc.integer({ min: 0, max: 12 }), (loaded, changes, x, y, tolerance) => {
        const index = createIndex();
        loadIndex(index, loaded);
        const truth = new Map(loaded.map((shape) => [shape.id, shape]));
        for (const [k, [n, change]] of changes.entries()) {
          // fresh, without a tree yet, with one: whatever stands when it is edited
          for (let asked = 0; asked < k % 3; asked++) searchIndex(index, [x, y, x, y]);
          const id = `s${n}`;
          const shape = change ? drawnShape(id, change[0], 11, change[1]) : null;
          updateIndex(index, id, shape);
          if (shape) truth.set(id, shape);
          else truth.delete(id);
        }
        expect(idsOf(allItems(index)).sort()).toEqual([...truth.keys()].sort());
        const items = [...truth.values()].map(itemOf);
        const box = [x, y, x + 40, y + 25] as const;
        const inBox = items.filter((item) => boxesTouch(item.box, box));
        expect(idsOf(searchIndex(index, box)).sort()).toEqual(idsOf(inBox).sort());
        const hits = hitItems(index, { x, y }, tolerance);
        expect(idsOf(hits).sort()).toEqual(idsOf(items.filter((item) => isHit(item, { x, y }, tolerance))).sort());
        for (let i = 1; i < hits.length; i++) {
          const [above, below] = [hits[i - 1]!, hits[i]!];
          const isSmaller = areaOf(above) <= areaOf(below);
          expect(above.shape.z > below.shape.z || (above.shape.z === below.shape.z && isSmaller)).toBe(true);
        }
      }),
    );
  });

  it('rebuild after many edits and lose nothing', () => {
    const index = createIndex();
    for (let i = 0; i < 4500; i++) updateIndex(index, `s${i}`, drawnShape(`s${i}`, 'rect', 11, [i, 0, i + 1, 1]));
    expect(index.edited.size).toBeLessThan(2001);
    expect(new Set(idsOf(allItems(index))).size).toBe(4500);
    expect(idsOf(searchIndex(index, [7.2, 0, 7.4, 1]))).toEqual(['s7']);
  });
});

describe('handles and edges', () => {
  const square = drawnShape('a', 'rect', 11, [10, 10, 30, 20]);

  it('are eight of a rectangle, corners before sides', () => {
    expect(shapeKinds.rect.handles(square)).toHaveLength(8);
    expect(hitHandle(square, { x: 29, y: 21 }, 4)).toBe(2);
    expect(hitHandle(square, { x: 20, y: 9 }, 4)).toBe(4);
    expect(hitHandle(square, { x: 20, y: 15 }, 4)).toBe(-1);
    const tiny = drawnShape('b', 'rect', 11, [10, 10, 11, 11]);
    expect(hitHandle(tiny, { x: 10, y: 10 }, 8)).toBe(0);
  });

  it('are the corners of a polygon, and edges name the corner where they begin', () => {
    const triangle = drawnShape('c', 'polygon', 11, [0, 0, 40, 0, 40, 40]);
    expect(hitHandle(triangle, { x: 41, y: 39 }, 4)).toBe(2);
    expect(hitEdge(triangle, { x: 41, y: 20 }, 4)).toBe(1);
    expect(hitEdge(triangle, { x: 20, y: 22 }, 4)).toBe(2);
    expect(hitEdge(triangle, { x: 5, y: 30 }, 4)).toBe(-1);
  });
});
