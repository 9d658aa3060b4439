// Names stand above shapes; of texts only where they hide no other text.

import { expect, it } from 'vitest';
import { hasNameRoom } from './render.ts';
import { drawnShape } from './shape.ts';
import { itemOf } from './shape-index.ts';

const line = (text: string | null) =>
  itemOf({ ...drawnShape('a', 'quad', 1, [10, 10, 210, 10, 210, 30, 10, 30]), text });

it('shows what a text reads where its line is twice as high as the chip, and the name of other shapes also where it is lower', () => {
  expect([1.7, 1.5].map((scale) => hasNameRoom(line('LOT 7'), scale))).toEqual([true, false]);
  expect([0.75, 0.05].map((scale) => hasNameRoom(line(null), scale))).toEqual([true, false]);
});
