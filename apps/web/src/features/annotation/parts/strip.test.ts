import type { Picture } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { pagesFor, pictureAt, placeOf, stripPage } from './strip.ts';

const page = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ id: from + i }) as Picture);

describe('the film strip', () => {
  it('needs the pages in sight and those around the shown picture, each once and never beyond the end', () => {
    expect(pagesFor(0, 12, 3, 1000)).toEqual([0]);
    expect(pagesFor(90, 110, 99, 1000)).toEqual([0, 1]);
    expect(pagesFor(0, 12, 500, 1000)).toEqual([0, 4, 5]);
    expect(pagesFor(0, 400, 249, 250)).toEqual([0, 1, 2]);
    expect(pagesFor(0, 0, 0, 0)).toEqual([0]);
  });

  it('finds pictures by place and places by picture', () => {
    const pages = new Map([
      [0, page(1000, stripPage)],
      [2, page(3000, 7)],
    ]);
    expect(pictureAt(pages, 203)?.id).toBe(3003);
    expect(pictureAt(pages, 100)).toBeUndefined();
    expect(pictureAt(pages, -1)).toBeUndefined();
    expect(placeOf(pages, 3003)).toBe(203);
    expect(placeOf(pages, 5)).toBe(-1);
  });
});
