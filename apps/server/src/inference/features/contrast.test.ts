/** How much there is to see: nothing on an even ground, in noise and on a slope of light, and something where a mark is. */
import { expect, it } from 'vitest';
import { contrastIn } from './contrast.ts';

const side = 80;
/** The same numbers on every machine. */
function noise(seed: number): () => number {
  let state = seed;
  const one = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  return () => one() + one() + one() + one() - 2;
}
function drawn(value: (x: number, y: number) => number) {
  const data = new Uint8Array(side * side * 3);
  for (let at = 0; at < side * side; at++) {
    const level = Math.min(255, Math.max(0, Math.round(value(at % side, Math.floor(at / side)))));
    data.fill(level, 3 * at, 3 * at + 3);
  }
  return { data, width: side, height: side };
}
const box = { x: 8, y: 8, width: 64, height: 64 };

it('of one colour is none, also beyond the border of the tile', () => {
  for (const level of [0, 128, 255])
    expect(
      contrastIn(
        drawn(() => level),
        box,
      ),
    ).toEqual({ levels: 0, overNoise: 0 });
  expect(
    contrastIn(
      drawn(() => 9),
      { x: 60, y: 60, width: 40, height: 40 },
    ),
  ).toEqual({ levels: 0, overNoise: 0 });
  expect(
    contrastIn(
      drawn((x) => x),
      { x: 79, y: 0, width: 40, height: 40 },
    ),
  ).toEqual({ levels: 0, overNoise: 0 });
});

it('of a slope of light is below a level, however long it is', () => {
  expect(
    contrastIn(
      drawn((x, y) => 40 + x + y),
      box,
    ).levels,
  ).toBeLessThan(0.01);
  expect(
    contrastIn(
      drawn((x) => 40 + x / 8),
      box,
    ).levels,
  ).toBeLessThan(0.4);
});

it('of noise alone is what its blocks have by chance', () => {
  for (const strength of [2, 6, 20]) {
    const next = noise(strength);
    expect(
      contrastIn(
        drawn(() => 60 + strength * next()),
        box,
      ).overNoise,
    ).toBeLessThan(4);
  }
});

it('of a faint mark and of a thin line in noise is far above it', () => {
  const next = noise(5);
  const mark = drawn((x, y) => 60 + 2 * next() + (Math.hypot(x - 40, y - 40) < 12 ? 8 : 0));
  const line = drawn((x) => 60 + 2 * next() + (x === 40 ? 60 : 0));
  for (const one of [mark, line]) {
    const { levels, overNoise } = contrastIn(one, box);
    expect(levels).toBeGreaterThan(1);
    expect(overNoise).toBeGreaterThan(10);
  }
});

it('of what differs in colour alone counts as well', () => {
  const tile = drawn(() => 90);
  for (let y = 30; y < 50; y++) for (let x = 30; x < 50; x++) tile.data.set([110, 90, 70], 3 * (y * side + x));
  expect(contrastIn(tile, box).levels).toBeGreaterThan(1);
});
