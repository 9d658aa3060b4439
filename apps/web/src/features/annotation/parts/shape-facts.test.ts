import type { Label, Shape } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { filterShapes, labelCounts, labelsAimedAt, listShapes, relabelling, stateNow } from './shape-facts.ts';

const shape = (id: string, labelId: number | null, source: Shape['source'] = 'person') =>
  ({ id, labelId, source }) as Shape;
const labels = [
  { id: 1, name: 'crack' },
  { id: 2, name: 'pore' },
] as Label[];
const shapes = [shape('c', 1), shape('b', 2, 'model'), shape('a', 1), shape('d', null, 'import')];

describe('labels', () => {
  it('are counted on the image, without regions to ignore', () => {
    const region = { ...shape('r', 1), ignore: true };
    expect([...labelCounts([...shapes, region])]).toEqual([
      [1, 2],
      [2, 1],
      [null, 1],
    ]);
  });

  it('are lit for the selection, or for what will be drawn', () => {
    expect([...labelsAimedAt(shapes, ['b', 'c'], 1, 'selection')].sort()).toEqual([1, 2]);
    expect([...labelsAimedAt(shapes, ['b'], 1, 'new')]).toEqual([1]);
    expect([...labelsAimedAt(shapes, [], 1, 'new')]).toEqual([1]);
  });

  it('that were changed are told by the name that the shape had', () => {
    const now = [shape('c', 2), shape('b', 2), shape('a', 1), shape('d', null)];
    expect(relabelling(now, [shape('c', 1)], 2, labels, '?')).toEqual({ count: 1, from: 'crack #2', to: 'pore' });
    expect(relabelling(now, [shape('b', null)], 2, labels, '?')).toEqual({ count: 1, from: '? #1', to: 'pore' });
    const both = [shape('b', 1), shape('c', 1)];
    expect(relabelling(now, both, 2, labels, '?')).toEqual({ count: 2, from: null, to: 'pore' });
  });
});

describe('the list of shapes', () => {
  it('numbers the shapes of each label by age', () => {
    expect(listShapes(shapes, labels).map(({ label, number }) => [label?.name, number])).toEqual([
      ['crack', 2],
      ['pore', 1],
      ['crack', 1],
      [undefined, 1],
    ]);
  });

  it('numbers what was imported first, whose ids say nothing of its age', () => {
    const imported = shape('8c0d2a4e-7b31-5f60-9c11-0a5f3d8e6b27', 1, 'import');
    const drawn = shape('019ac9d2-5e10-7a44-8f02-b1c6d7e8f901', 1);
    expect(listShapes([imported, drawn], labels).map(({ number }) => number)).toEqual([1, 2]);
  });

  it('keeps what a model said apart from what persons drew or imported', () => {
    expect(filterShapes(shapes, 'labels').map(({ id }) => id)).toEqual(['c', 'a', 'd']);
    expect(filterShapes(shapes, 'predictions').map(({ id }) => id)).toEqual(['b']);
    expect(filterShapes(shapes, 'both')).toBe(shapes);
  });
});

it('an image is annotated by a shape, empty by a person, and else neither', () => {
  const open = 'unannotated';
  expect([stateNow(2, true, open), stateNow(0, true, open), stateNow(0, false, open)]).toEqual([
    'annotated',
    'empty',
    open,
  ]);
  // a bad image of a set whose role says so
  expect(stateNow(0, false, 'annotated')).toBe('annotated');
});
