/**
 * The last address of each list, so that menu and breadcrumbs lead back to its search and page: of this tab first, and
 * after a reload or in a new tab as it was last kept in this browser, for each person apart.
 */
import type { FamilyId } from '@loupe/contract';

const storageKey = (userId: number): string => `loupe.lists.${userId}`;
/** Longer ones are links that somebody made, not what is set in a list. */
const longest = 1000;

let owner: number | null = null;
let byPath = new Map<string, string>();
const projects = new Map<FamilyId, number>();

const stored = (userId: number): Map<string, string> => {
  try {
    const pairs = Object.entries(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '{}') as object);
    return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  } catch {
    // Storage can be switched off by policy, and anybody can write into it.
    return new Map();
  }
};

const store = (text: string | null): void => {
  if (owner === null) return;
  try {
    if (text === null) localStorage.removeItem(storageKey(owner));
    else localStorage.setItem(storageKey(owner), text);
  } catch {
    // As above; then the lists are remembered until the page is left.
  }
};

/** Whose lists are meant from now on; nobody's for null. */
export const rememberFor = (userId: number | null): void => {
  if (userId === owner) return;
  owner = userId;
  byPath = userId === null ? new Map() : stored(userId);
  projects.clear();
};

/** Places in long lists, of this tab alone. */
const places = new Map<string, number>();
const mostPlaces = 100;

export const rememberSearch = (path: string, search: string): void => {
  if (byPath.get(path) === search || search.length > longest) return;
  byPath.set(path, search);
  store(JSON.stringify(Object.fromEntries(byPath)));
};
/** Search text (with `?`) last seen on a path; empty when it was not visited. */
export const rememberedSearch = (path: string): string => byPath.get(path) ?? '';

/** `place` from 0, in the list of that name. */
export const rememberPlace = (list: string, place: number): void => {
  places.delete(list);
  places.set(list, place);
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
};
export const rememberedPlace = (list: string): number => places.get(list) ?? 0;

/** As on signing out: also what this browser kept. */
export const forgetSearches = (): void => {
  byPath = new Map();
  places.clear();
  store(null);
};

/** The project that was looked at last, by family: forms for something new begin with it. */
export const rememberProject = (family: FamilyId, projectId: number): void => {
  projects.set(family, projectId);
};
/** 0 where none was looked at. */
export const rememberedProject = (family: FamilyId): number => projects.get(family) ?? 0;
