/** Dates, sizes, shares and durations as the interface shows them. */
import { limits, type Locale } from '@loupe/contract';
import dayjs from 'dayjs';

/** YYYY-MM-DD in the browser's zone. */
export const formatDate = (time: string): string => dayjs(time).format(limits.dateFormat);
export const formatMinute = (time: string): string => dayjs(time).format(`${limits.dateFormat} HH:mm`);
export const formatDateTime = (time: string): string => dayjs(time).format(`${limits.dateFormat} HH:mm:ss`);

/** In percent. */
export const formatShare = (share: number, decimals = 0): string => `${(share * 100).toFixed(decimals)}%`;
/** `format` of a progress bar: as shares are written elsewhere. */
export const formatPercent = (percent = 0): string => formatShare(percent / 100);
/** A figure to three digits, without the tail that binary fractions have: 0.00030000000000000003 is 0.0003. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
/** A threshold as it is set, whatever its places: one that a training chose has up to four. */
export const formatThreshold = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
/** `formatter` of a field: what is being typed stays as it is. One function for all renders: another one would end the typing. */
export const thresholdTyped = (
  value: string | number | undefined,
  { userTyping, input }: { userTyping: boolean; input: string },
): string => (userTyping ? input : value === undefined || value === '' ? '' : formatThreshold(Number(value)));
/** A score, to three places; to four beside a threshold that has as many, so that one sees on which side it lies. */
export const formatScore = (score: number, ...thresholds: readonly (number | null)[]): string =>
  score.toFixed(thresholds.some((one) => one !== null && formatThreshold(one).length > '0.000'.length) ? 4 : 3);
/** Begins large, as a title does; a name such as mAP50 stays as it is. */
export const asSentence = (text: string): string => text.replace(/^\p{Ll}(?!\p{Lu})/u, (first) => first.toUpperCase());
export const formatCount = (n: number): string => n.toLocaleString('en-US');

export { bytesText as formatBytes } from '@loupe/contract';

/** 75 → "1 min 15 s"; the two largest parts. */
export const formatDuration = (seconds: number, locale: Locale): string => {
  const words = locale === 'zh' ? { d: '天', h: '小时', m: '分钟', s: '秒' } : { d: 'd', h: 'h', m: 'min', s: 's' };
  const whole = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), words.d],
    [Math.floor(whole / 3600) % 24, words.h],
    [Math.floor(whole / 60) % 60, words.m],
    [whole % 60, words.s],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  if (first === -1) return seconds > 0 ? `< 1 ${words.s}` : `0 ${words.s}`;
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ');
};
