import { describe, expect, it } from 'vitest';
import {
  maxScroll,
  pagesOf,
  placeAfter,
  rowsOf,
  scrollHeight,
  scrollTo,
  visibleRowsAt,
  type Grid,
} from './grid-math.ts';
import { added, callsFor, countOf, everything, idsAtOnce, isSelected, nothing, toggled } from './selection.ts';

const grid = (total: number, columns = 6): Grid => ({ total, columns, rowHeight: 178, view: 700 });

describe('the grid', () => {
  it.each([0, 1, 100, 100_000, 1_000_000, 5_000_000])('of %i images shows its first and its last one', (total) => {
    const all = grid(total, 3);
    const height = scrollHeight(all);
    expect(height).toBeLessThanOrEqual(maxScroll);
    expect(visibleRowsAt(all, 0)).toMatchObject({ first: 0, top: 0 });
    const end = Math.max(0, height - all.view);
    const { first, last, top } = visibleRowsAt(all, end);
    expect(last).toBe(Math.max(0, rowsOf(all) - 1));
    const bottom = top + (last - first + 1) * all.rowHeight;
    if (total > 0) expect(bottom).toBeCloseTo(Math.max(height, all.rowHeight), 3);
  });

  it('brings any place wholly into sight, and stays where it already is', () => {
    for (const total of [500, 1_000_000]) {
      const all = grid(total, 2);
      for (const place of [0, 3, Math.floor(total / 3), total - 1]) {
        for (const from of [0, scrollHeight(all) / 2, scrollHeight(all) - all.view]) {
          const scrolled = scrollTo(all, from, place);
          const { first, top } = visibleRowsAt(all, scrolled);
          const y = top + (Math.floor(place / all.columns) - first) * all.rowHeight - scrolled;
          expect(y).toBeGreaterThan(-0.01);
          expect(y + all.rowHeight).toBeLessThan(all.view + 0.01);
          expect(scrollTo(all, scrolled, place)).toBeCloseTo(scrolled, 3);
        }
      }
    }
  });

  it('asks for the pages of the places in sight', () => {
    expect(pagesOf(0, 41)).toEqual([0]);
    expect(pagesOf(95, 205)).toEqual([0, 1, 2]);
    expect(pagesOf(99_990, 99_999)).toEqual([999]);
  });

  it('moves by keys and never leaves the list', () => {
    const small = grid(20, 6);
    const from = (place: number, key: string) => placeAfter(small, place, key);
    expect([from(0, 'ArrowLeft'), from(0, 'ArrowRight'), from(19, 'ArrowRight')]).toEqual([0, 1, 19]);
    expect([from(2, 'ArrowUp'), from(8, 'ArrowUp'), from(8, 'ArrowDown')]).toEqual([2, 2, 14]);
    // the last row is shorter
    expect([from(17, 'ArrowDown'), from(19, 'ArrowDown')]).toEqual([19, 19]);
    expect([from(7, 'Home'), from(7, 'End'), from(0, 'PageDown'), from(19, 'PageUp')]).toEqual([0, 19, 18, 1]);
    expect(from(3, 'x')).toBeUndefined();
    expect(placeAfter(grid(0), 0, 'ArrowDown')).toBeUndefined();
  });
});

describe('the selection', () => {
  it('of some: toggles, grows, and becomes calls of at most a thousand ids', () => {
    const some = added(toggled(nothing, 4), [5, 6]);
    expect([countOf(some, 100), isSelected(some, 5), isSelected(some, 7)]).toEqual([3, true, false]);
    expect(countOf(toggled(some, 5), 100)).toBe(2);
    const many = added(
      nothing,
      Array.from({ length: 2500 }, (_, i) => i + 1),
    );
    const calls = callsFor(many, { folderId: 1 });
    expect(calls.map((one) => ('ids' in one ? one.ids.length : 0))).toEqual([1000, 1000, 500]);
    expect(callsFor(nothing, { folderId: 1 })).toEqual([]);
  });

  it('of everything but a few: one call with the filter', () => {
    const most = toggled(toggled(everything, 4), 5);
    expect([countOf(most, 100_000), isSelected(most, 4), isSelected(most, 6)]).toEqual([99_998, false, true]);
    const back = added(most, [4]);
    const filter = { folderId: 1, state: 'empty' } as const;
    expect(callsFor(back, filter)).toEqual([{ filter, except: [5] }]);
    let full = everything;
    for (let id = 1; id <= idsAtOnce + 1; id++) full = toggled(full, id);
    expect(countOf(full, 5000)).toBe(4000);
  });
});
