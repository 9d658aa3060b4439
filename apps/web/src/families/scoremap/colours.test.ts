import { expect, test } from 'vitest';
import { heatAlpha, heatColour, paintHeat } from './colours.ts';

const lightness = (level: number): number => {
  const [r, g, b] = heatColour(level).map((v) => (v / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

test('hotter is always lighter: the scale can be read without colours', () => {
  for (let level = 8; level <= 255; level += 8) expect(lightness(level)).toBeGreaterThan(lightness(level - 8));
});

test('what is ordinary stays clear, what stands at the threshold shows', () => {
  expect(heatAlpha(0)).toBe(0);
  expect(heatAlpha(48)).toBe(0);
  expect(heatAlpha(128)).toBeGreaterThan(180);
  expect(heatAlpha(255)).toBe(255);
});

test('each pixel takes the colour of its own level', () => {
  const pixels = Uint8ClampedArray.from([0, 0, 0, 255, 200, 200, 200, 255]);
  paintHeat(pixels);
  expect([...pixels]).toEqual([...heatColour(0), 0, ...heatColour(200), 255]);
});
