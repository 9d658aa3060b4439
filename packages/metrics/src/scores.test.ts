/** Figures of one score an image: against the definitions, counted pair by pair and pixel by pixel. */
import { expect, test } from 'vitest';
import { pixelFigures } from './pixels.ts';
import { auroc, quantile, rocPoints } from './roc.ts';

const pairs = (good: number[], bad: number[]): number =>
  good.flatMap((g) => bad.map((b) => (b > g ? 1 : b === g ? 0.5 : 0))).reduce<number>((a, b) => a + b, 0) /
  (good.length * bad.length);

test('the area under the ROC is the share of pairs in right order, ties counting half', () => {
  const good = [0.1, 0.2, 0.2, 0.4, 0.4, 0.7];
  const bad = [0.2, 0.4, 0.5, 0.9];
  expect(auroc(good, bad)).toBeCloseTo(pairs(good, bad), 12);
  expect(auroc([0.1], [0.2])).toBe(1);
  expect(auroc([0.2], [0.1])).toBe(0);
  expect(auroc([0.3, 0.3], [0.3])).toBe(0.5);
  expect(auroc([], [0.3])).toBeNull();
});

test('the curve goes from nothing refused to everything refused', () => {
  const points = rocPoints([0.1, 0.5], [0.5, 0.9]);
  expect(points).toEqual([
    { threshold: Infinity, falseShare: 0, trueShare: 0 },
    { threshold: 0.9, falseShare: 0, trueShare: 0.5 },
    { threshold: 0.5, falseShare: 0.5, trueShare: 1 },
    { threshold: 0.1, falseShare: 1, trueShare: 1 },
  ]);
});

test('a quantile is a score that occurs', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.99)).toBe(4);
  expect(quantile([1, 2, 3, 4], 0)).toBe(1);
  expect(quantile([], 0.5)).toBeNull();
});

const heat = Uint8Array.of(0, 10, 200, 250, 30, 40);
const mask = (...on: number[]) => Uint8Array.from(heat, (_, i) => (on.includes(i) ? 1 : 0));

test('pixels: the same area as pair by pair', () => {
  const figures = pixelFigures();
  figures.add(heat, [mask(2, 3), mask(5)]);
  figures.add(Uint8Array.of(5, 45, 20, 0, 1, 2), []);
  expect(figures.end().pixelAuroc).toBeCloseTo(pairs([0, 10, 30, 5, 45, 20, 0, 1, 2], [200, 250, 40]), 12);
});

test('pixels: overlap counts each defect alike, up to the share of false pixels', () => {
  const perfect = pixelFigures();
  perfect.add(heat, [mask(2, 3)]);
  expect(perfect.end().pro).toBeCloseTo(1, 12);
  const half = pixelFigures();
  // the second defect is colder than every clean pixel: it is never covered in time
  half.add(Uint8Array.of(0, 100, 200, 250, 110, 120), [mask(2, 3), mask(0)]);
  expect(half.end().pro).toBeCloseTo(0.5, 12);
  expect(pixelFigures().end()).toEqual({ pixelAuroc: null, pro: null });
  const none = pixelFigures();
  none.add(heat, [mask()]);
  expect(none.end()).toEqual({ pixelAuroc: null, pro: null });
});
