import type { DatasetImage } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { guestOf, pagesFor, imageAt, placeOf, placeWithout, stripPage } from './strip.ts';

const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: from + i }) as DatasetImage);

describe('the film strip', () => {
  it('needs the pages in sight and those around the shown image, each once and never beyond the end', () => {
    expect(pagesFor(0, 12, 3, 1000)).toEqual([0]);
    expect(pagesFor(90, 110, 99, 1000)).toEqual([0, 1]);
    expect(pagesFor(0, 12, 500, 1000)).toEqual([0, 4, 5]);
    expect(pagesFor(0, 400, 249, 250)).toEqual([0, 1, 2]);
    expect(pagesFor(0, 0, 0, 0)).toEqual([0]);
  });

  it('finds images by place and places by image', () => {
    const pages = new Map([
      [0, page(1000, stripPage)],
      [2, page(3000, 7)],
    ]);
    expect(imageAt(pages, 203)?.id).toBe(3003);
    expect(imageAt(pages, 100)).toBeUndefined();
    expect(imageAt(pages, -1)).toBeUndefined();
    expect(placeOf(pages, 3003)).toBe(203);
    expect(placeOf(pages, 5)).toBe(-1);
  });

  it('has room for the shown image where the filter leaves it out', () => {
    const pages = new Map([[0, page(1000, 4)]]);
    const withGuest = (guest: number) =>
      Array.from({ length: 5 }, (_, i) => (i === guest ? 7 : imageAt(pages, placeWithout(i, guest))?.id));
    expect(withGuest(0)).toEqual([7, 1000, 1001, 1002, 1003]);
    expect(withGuest(2)).toEqual([1000, 1001, 7, 1002, 1003]);
    expect(withGuest(4)).toEqual([1000, 1001, 1002, 1003, 7]);
  });

  it('keeps the shown image in its place when a newer list has lost it, and waits while that page is not here', () => {
    const shown = { id: 7 } as DatasetImage;
    const pages = new Map([[0, page(1000, 4)]]);
    expect(guestOf(pages, 7, { image: shown, place: 2, isListed: true })).toBe(shown);
    expect(guestOf(pages, 7, { image: shown, place: 2, isListed: false })).toBe(shown);
    expect(guestOf(pages, 7, { image: shown, place: 140, isListed: true })).toBeNull();
    expect(guestOf(pages, 1002, { image: { id: 1002 } as DatasetImage, place: 2, isListed: true })).toBeNull();
    expect(guestOf(pages, 8, { image: shown, place: 2, isListed: true })).toBeNull();
    expect(guestOf(pages, 7, undefined)).toBeNull();
  });
});
