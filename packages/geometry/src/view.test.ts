// The view transform: there and back, and what zoom, fit and pan must keep.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imagePoint, screenPoint } from './point.ts';
import { fitBox, keepVisible, panBy, toImage, toScreen, visibleBox, zoomTo } from './view.ts';

const coordinate = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const view = fc.record({ scale: fc.double({ min: 0.01, max: 64, noNaN: true }), x: coordinate, y: coordinate });

describe('view transform', () => {
  it('goes to the screen and back', () => {
    fc.assert(
      fc.property(view, coordinate, coordinate, (v, x, y) => {
        const back = toImage(v, toScreen(v, imagePoint(x, y)));
        expect(back.x).toBeCloseTo(x, 4);
        expect(back.y).toBeCloseTo(y, 4);
      }),
    );
  });

  it('keeps the point below the cursor when zooming', () => {
    fc.assert(
      fc.property(view, coordinate, coordinate, fc.double({ min: 0.02, max: 64, noNaN: true }), (v, x, y, scale) => {
        const anchor = screenPoint(x / 10, y / 10);
        const before = toImage(v, anchor);
        const after = toScreen(zoomTo(v, anchor, scale), before);
        expect(Math.abs(after.x - anchor.x)).toBeLessThan(1e-4 * scale + 1e-3);
        expect(Math.abs(after.y - anchor.y)).toBeLessThan(1e-4 * scale + 1e-3);
      }),
    );
  });

  it('fits an image into the middle of the area', () => {
    const v = fitBox([0, 0, 400, 100], { width: 220, height: 200 }, 10);
    expect(v.scale).toBe(0.5);
    expect(toScreen(v, imagePoint(200, 50))).toEqual({ x: 110, y: 100 });
    expect(toScreen(v, imagePoint(0, 0)).x).toBe(10);
  });

  it('moves by screen pixels and never loses the image', () => {
    const image = { width: 100, height: 100 };
    const area = { width: 300, height: 300 };
    const far = panBy({ scale: 1, x: 0, y: 0 }, 10_000, -10_000);
    expect(keepVisible(far, image, area, 40)).toEqual({ scale: 1, x: 260, y: -60 });
  });

  it('names the visible part of the image', () => {
    expect(visibleBox({ scale: 2, x: -100, y: 50 }, { width: 200, height: 100 })).toEqual([50, -25, 150, 25]);
  });
});
