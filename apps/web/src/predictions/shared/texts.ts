/** Shares with their bounds in words, for the figures of a verdict. */
import type { Share } from '@loupe/metrics';
import { formatCount, formatShare } from '../../core/format.ts';

export const figure = (value: number | null | undefined): string =>
  typeof value === 'number' ? value.toFixed(3) : '–';

const placesOf = (share: number): number => (share > 0 && share < 0.01 ? 2 : 1);
/** 1 decimal, 2 below one per cent. */
export const percent = (share: number): string => formatShare(share, placesOf(share));
/** Both ends with as many decimals as the upper one takes. */
export const percentRange = (low: number, high: number): string =>
  [low, high].map((end) => formatShare(end, placesOf(high))).join(' – ');

export interface ShareWords {
  main: string;
  /** Of 95 %, by one method whatever the count: none in n is a count like others. */
  bounds: string;
  count: string;
}
export const shareWords = ({ count, of, share, low, high }: Share): ShareWords => {
  if (share === null) return { main: '–', bounds: '', count: '0 / 0' };
  const counted = `${formatCount(count)} / ${formatCount(of)}`;
  return { main: percent(share), bounds: percentRange(low, high), count: counted };
};
