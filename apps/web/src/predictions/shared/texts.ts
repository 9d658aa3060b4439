/** Shares with their bounds in words, for the figures of a verdict. */
import type { Share } from '@loupe/metrics';
import { formatCount, formatShare } from '../../core/format.ts';

export const figure = (value: number | null | undefined): string =>
  typeof value === 'number' ? value.toFixed(3) : '–';

/** 1 decimal, 2 below one per cent. */
export const percent = (share: number): string => formatShare(share, share > 0 && share < 0.01 ? 2 : 1);

export interface ShareWords {
  main: string;
  /** The bounds, or for none in n the rule of three, which says nothing of three or fewer. */
  bounds: string;
  count: string;
}
export const shareWords = ({ count, of, share, low, high }: Share): ShareWords => {
  if (share === null) return { main: '–', bounds: '', count: '0 / 0' };
  const counted = `${formatCount(count)} / ${formatCount(of)}`;
  if (count === 0) {
    const bounds = of > 3 ? `≤ 3/${formatCount(of)} = ${percent(3 / of)}` : `≤ ${percent(1)}`;
    return { main: percent(0), bounds, count: counted };
  }
  return { main: percent(share), bounds: `${percent(low)} – ${percent(high)}`, count: counted };
};
