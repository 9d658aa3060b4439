/** New names for what comes back to where its old one is taken. */
import { cutText } from '@loupe/contract';

export interface Renamed {
  from: string;
  to: string;
}

/** `gear` becomes `gear_2`; no longer than names may be. */
export function withSuffix(name: string, n: number, max: number): string {
  const suffix = `_${n}`;
  return `${cutText(name, max - suffix.length)}${suffix}`;
}

/** The same for a file, before its ending: `a.png` becomes `a_2.png`. */
export function fileWithSuffix(name: string, n: number, max: number): string {
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return withSuffix(name.slice(0, name.length - ending.length), n, max - ending.length) + ending;
}
