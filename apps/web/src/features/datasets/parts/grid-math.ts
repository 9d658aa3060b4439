/**
 * Places, rows and pixels of a grid of any length. Pure. Browsers end a scrolled area at about 17 million pixels, so a
 * longer grid scrolls in a shorter area: the bar stays true to size, a turn of the wheel goes further.
 */
import type { ThumbSize } from '../../../core/preferences.ts';

export const gridPage = 100;
export const maxScroll = 12_000_000;

/** Least width of a cell and height of a row with its gap, in pixels. */
export const cellOf: Readonly<Record<ThumbSize, { width: number; row: number }>> = {
  small: { width: 112, row: 112 },
  medium: { width: 176, row: 178 },
  large: { width: 296, row: 276 },
};
/** Pixels of a row's height that separate it from the next. */
export const rowGap = 12;

export interface Grid {
  total: number;
  columns: number;
  rowHeight: number;
  /** Height of what is in sight. */
  view: number;
}

export const rowsOf = ({ total, columns }: Grid): number => (columns === 0 ? 0 : Math.ceil(total / columns));
const fullHeight = (grid: Grid): number => rowsOf(grid) * grid.rowHeight;
export const scrollHeight = (grid: Grid): number => Math.min(fullHeight(grid), maxScroll);

/** Pixels of the whole grid for one pixel of the scrolled area. */
const stretch = (grid: Grid): number => {
  const way = scrollHeight(grid) - grid.view;
  return way <= 0 ? 1 : (fullHeight(grid) - grid.view) / way;
};

export interface VisibleRows {
  /** Rows in sight, and one more on each side. */
  first: number;
  last: number;
  /** Where the first of them is drawn in the scrolled area. */
  top: number;
}

export const visibleRowsAt = (grid: Grid, scrollTop: number): VisibleRows => {
  const start = scrollTop * stretch(grid);
  const most = Math.max(0, rowsOf(grid) - 1);
  const first = Math.min(most, Math.max(0, Math.floor(start / grid.rowHeight) - 1));
  const last = Math.min(most, Math.ceil((start + grid.view) / grid.rowHeight));
  return { first, last, top: scrollTop + first * grid.rowHeight - start };
};

export const areSameRows = (a: VisibleRows, b: VisibleRows): boolean =>
  a.first === b.first && a.last === b.last && a.top === b.top;

/** How far to scroll so that a place is wholly in sight; unchanged where it is already. */
export const scrollTo = (grid: Grid, scrollTop: number, place: number): number => {
  const start = scrollTop * stretch(grid);
  const top = Math.floor(place / Math.max(1, grid.columns)) * grid.rowHeight;
  const wanted = Math.min(top, Math.max(start, top + grid.rowHeight - grid.view));
  return wanted === start ? scrollTop : wanted / stretch(grid);
};

/** Numbers (from 0) of the pages that hold the places. */
export const pagesOf = (first: number, last: number): number[] => {
  const from = Math.floor(Math.max(0, first) / gridPage);
  const to = Math.floor(Math.max(0, last) / gridPage);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
};

/** Where a key leads from a place; undefined for keys that do not move. */
export const placeAfter = (grid: Grid, place: number, key: string): number | undefined => {
  const page = grid.columns * Math.max(1, Math.floor(grid.view / grid.rowHeight));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -grid.columns,
    ArrowDown: grid.columns,
    PageUp: -page,
    PageDown: page,
    Home: -grid.total,
    End: grid.total,
  };
  const step = steps[key];
  if (step === undefined || grid.total === 0) return undefined;
  const wanted = place + step;
  // one row up from the first, or down from the last: stay
  if (Math.abs(step) === grid.columns && grid.columns > 1 && (wanted < 0 || wanted >= grid.total)) {
    const isLastRow = Math.floor(place / grid.columns) === rowsOf(grid) - 1;
    return wanted < 0 || isLastRow ? place : grid.total - 1;
  }
  return Math.min(grid.total - 1, Math.max(0, wanted));
};
