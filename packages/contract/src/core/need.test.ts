import { expect, it } from 'vitest';
import { levels, suffices, type ProjectNeed } from './need.ts';

it('each level may do what the ones below it may, and one thing more', () => {
  const needs: ProjectNeed[] = ['view', 'annotate', 'edit', 'own'];
  expect(levels.map((level) => needs.filter((need) => suffices(level, need)))).toEqual([
    ['view'],
    ['view', 'annotate'],
    ['view', 'annotate', 'edit'],
    ['view', 'annotate', 'edit', 'own'],
  ]);
});
