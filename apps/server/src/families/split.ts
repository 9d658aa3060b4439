/** Splits validation off by hashed groups: the same seed gives the same split, and a group stays on one side. */
import { seededRank } from '../core/hash.ts';

export interface Group {
  key: string;
  images: number;
  /** Validates before others do, whatever its hash: part of it can do nothing else. */
  first?: boolean;
}

const byRank = (seed: number) => (a: { key: string; first?: boolean }, b: { key: string; first?: boolean }) => {
  if (Boolean(a.first) !== Boolean(b.first)) return a.first ? -1 : 1;
  const [x, y] = [seededRank(seed, a.key), seededRank(seed, b.key)];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** Images that should validate: the requested share, at least one, and never all. */
export const validationTarget = (images: number, percent: number): number =>
  Math.min(Math.max(1, Math.round((images * percent) / 100)), images - 1);

/**
 * The groups that validate. Groups are taken in the order of their hash, those marked `first` before the others, while
 * they fit; where none fits, the smallest.
 * Empty for fewer than two groups: then images must be split one by one.
 */
export function chooseValidationGroups(groups: readonly Group[], percent: number, seed: number): Set<string> {
  if (groups.length < 2) return new Set();
  const total = groups.reduce((sum, { images }) => sum + images, 0);
  const target = validationTarget(total, percent);
  const ordered = [...groups].sort(byRank(seed));
  const chosen = new Set<string>();
  let count = 0;
  for (const { key, images } of ordered) {
    if (count + images > target) continue;
    chosen.add(key);
    count += images;
  }
  if (chosen.size > 0) return chosen;
  const smallest = ordered.reduce((best, group) => (group.images < best.images ? group : best));
  return new Set([smallest.key]);
}

/** The images that validate where all belong to one group. */
export function chooseValidationImages(ids: readonly number[], percent: number, seed: number): Set<number> {
  if (ids.length < 2) return new Set();
  const ordered = ids.map((id) => ({ id, key: String(id) })).sort(byRank(seed));
  return new Set(ordered.slice(0, validationTarget(ids.length, percent)).map(({ id }) => id));
}
