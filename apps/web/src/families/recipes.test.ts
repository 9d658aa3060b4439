/** What a training says of masks is drawn: beside the curves of boxes, and where it has points alone. */
import { expect, test } from 'vitest';
import { recipeViews } from './recipes.ts';

test('a training of masks has the losses of masks and the fit of outlines among its curves', () => {
  const linesOf = (recipe: 'detect' | 'segment', key: string) =>
    recipeViews[recipe].curves.find((card) => card.key === key)!.lines;
  const own = (key: string) => linesOf('segment', key).slice(linesOf('detect', key).length);
  expect(own('loss').map(({ name }) => name)).toEqual(['loss_mask', 'loss_semantic']);
  expect(own('quality')).toMatchObject([{ name: 'boundary_f', optional: true }]);
});
