// A view that moves shifts what has been painted; it is painted again only where that would not give the same pixels.

import { describe, expect, it } from 'vitest';
import { createImageLayer, IMAGE_OVERSCAN } from './image-layer.ts';
import { countingPainter } from './testing/headless.ts';
import type { ImagePainter } from './render-image.ts';

const area = { width: 1000, height: 800 };
const image = { width: 4000, height: 3000 };
const bitmap = { ...image } as ImageBitmap;
const start = { scale: 1, x: -1000, y: -1000 };

function layerAt(pixelRatio = 1) {
  const { painter, calls } = countingPainter();
  let placed: readonly number[] = [];
  let size = { width: 0, height: 0 };
  const layer = createImageLayer({
    painter: painter as ImagePainter,
    resize: (next) => {
      size = next;
    },
    place: (...at) => {
      placed = at;
    },
    cut: () => {},
  });
  layer.resize(area, pixelRatio);
  layer.paint(bitmap, image, start, 'image');
  return { layer, paintings: () => calls.get('drawImage') ?? 0, placed: () => placed, size: () => size };
}

const movedBy = (dx: number, dy: number) => ({ ...start, x: start.x + dx, y: start.y + dy });

describe('a view that moves', () => {
  it('is painted once with what lies around it, and then shifted', () => {
    const { layer, paintings, placed } = layerAt();
    layer.paint(bitmap, image, movedBy(1, 0), 'view');
    expect(paintings()).toBe(2);
    for (let step = 2; step <= IMAGE_OVERSCAN; step++) layer.paint(bitmap, image, movedBy(step, -step), 'view');
    expect(paintings()).toBe(2);
    expect(placed()).toEqual([-1, -2 * IMAGE_OVERSCAN, 1]);
  });

  it('is painted again before anything bare comes into sight', () => {
    const { layer, paintings, placed } = layerAt();
    layer.paint(bitmap, image, movedBy(1, 0), 'view');
    layer.paint(bitmap, image, movedBy(2 + IMAGE_OVERSCAN, 0), 'view');
    expect(paintings()).toBe(3);
    expect(placed()).toEqual([-IMAGE_OVERSCAN, -IMAGE_OVERSCAN, 1]);
  });

  it('is shifted however far, where the whole image was painted', () => {
    const { layer, paintings } = layerAt();
    const fitted = { scale: 0.25, x: 0, y: 25 };
    layer.paint(bitmap, image, fitted, 'view');
    const before = paintings();
    layer.paint(bitmap, image, { ...fitted, x: 700, y: -300 }, 'view');
    expect(paintings()).toBe(before);
  });

  it.each([
    ['by part of a pixel', { ...start, x: start.x + 0.5 }, 'view'],
    ['at another scale', { ...start, scale: 1.1 }, 'view'],
    ['with other pixels', start, 'image'],
  ] as const)('is painted again %s', (_, view, change) => {
    const { layer, paintings } = layerAt();
    layer.paint(bitmap, image, movedBy(1, 0), 'view');
    const before = paintings();
    layer.paint(bitmap, image, view, change);
    expect(paintings()).toBe(before + 1);
  });

  it('is painted again for another size of the area', () => {
    const { layer, paintings, size } = layerAt();
    layer.resize({ width: 500, height: 400 }, 1);
    layer.paint(bitmap, image, start, 'view');
    expect(paintings()).toBe(2);
    expect(size()).toEqual({ width: 500 + 2 * IMAGE_OVERSCAN, height: 400 + 2 * IMAGE_OVERSCAN });
  });

  it('lies on whole pixels of any screen', () => {
    const ratio = 1.1;
    const { layer, paintings, placed } = layerAt(ratio);
    for (let step = 1; step <= 10; step++) layer.paint(bitmap, image, movedBy(step / ratio, 0), 'view');
    expect(paintings()).toBe(2);
    expect(placed()[0]! * ratio).toBeCloseTo(Math.round(placed()[0]! * ratio), 6);
  });
});
