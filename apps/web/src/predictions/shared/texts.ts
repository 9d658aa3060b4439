/** Shares with their bounds in words, for the figures of a verdict. */
import type { Share } from '@loupe/metrics';
import { formatCount, formatShare } from '../../core/format.ts';

export const figure = (value: number | null | undefined): string =>
  typeof value === 'number' ? value.toFixed(3) : '–';

/** 1 decimal, 2 below one per cent. */
export const percent = (share: number): string => formatShare(share, share > 0 && share < 0.01 ? 2 : 1);

export interface ShareWords {
  main: string;
  /** Of 95 %, by one method whatever the count: none in n is a count like others. */
  bounds: string;
  count: string;
}
export const shareWords = ({ count, of, share, low, high }: Share): ShareWords => {
  if (share === null) return { main: '–', bounds: '', count: '0 / 0' };
  const counted = `${formatCount(count)} / ${formatCount(of)}`;
  return { main: percent(share), bounds: `${percent(low)} – ${percent(high)}`, count: counted };
};
