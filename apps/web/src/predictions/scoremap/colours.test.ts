import { expect, test } from 'vitest';
import { alphaRange, heatAlpha, heatColour, paintHeat } from './colours.ts';

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

const counted = (levels: readonly number[]): number[] => {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const level of levels) counts[level]!++;
  return counts;
};
const filled = (count: number, level: number): number[] => Array.from({ length: count }, () => level);

test('a heat map that is hot all over shows where it is hottest', () => {
  const range = alphaRange(counted([...filled(90, 180), ...filled(10, 250)]));
  expect(heatAlpha(180, range)).toBe(0);
  expect(heatAlpha(250, range)).toBe(255);
});

test('one hot place on a cool ground is drawn as ever, and an even heat stays visible', () => {
  expect(alphaRange(counted([...filled(95, 20), ...filled(5, 240)]))).toEqual({ clear: 48, full: 150 });
  expect(heatAlpha(200, alphaRange(counted(filled(100, 200))))).toBe(255);
});
