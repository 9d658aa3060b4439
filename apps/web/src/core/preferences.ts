/** What a person chose on this browser: language, theme, folded side bar, size of thumbnails. Kept in local storage. */
import { locales, type Locale } from '@loupe/contract';
import { makeStore } from './store.ts';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage can be switched off by policy; the choice then lives as long as the page.
    return null;
  }
};
const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
};

export type ThemeName = 'light' | 'dark';

const asLocale = (text: string | null): Locale | null => locales.find((l) => l === text) ?? null;

/** The language that was chosen here; null: ask the server for its default. */
export const chosenLocale = (): Locale | null => asLocale(read('loupe.locale'));
export const keepLocale = (locale: Locale): void => write('loupe.locale', locale);

/** Of a first visit: what the server is set to, else the first language of the browser that there is, else English. */
export const firstLocale = (configured: Locale | null, browser: readonly string[]): Locale =>
  configured ??
  browser.map((tag) => asLocale(tag.toLowerCase().split('-')[0]!)).find((found) => found !== null) ??
  'en';

export const themeStore = makeStore<ThemeName>(read('loupe.theme') === 'dark' ? 'dark' : 'light', (theme) =>
  write('loupe.theme', theme),
);
export const foldedStore = makeStore<boolean>(read('loupe.folded') === '1', (folded) =>
  write('loupe.folded', folded ? '1' : '0'),
);
/** Whether the pages of a group in the side bar are shown; null: while one of them is open. */
export const unfoldedStore = makeStore<boolean | null>(
  { '1': true, '0': false }[read('loupe.unfolded') ?? ''] ?? null,
  (unfolded) => write('loupe.unfolded', unfolded ? '1' : '0'),
);

export const thumbSizes = ['small', 'medium', 'large'] as const;
export type ThumbSize = (typeof thumbSizes)[number];
export const thumbSizeStore = makeStore<ThumbSize>(
  thumbSizes.find((size) => size === read('loupe.thumbs')) ?? 'medium',
  (size) => write('loupe.thumbs', size),
);

const versionsKey = 'loupe.versions';
const versionsKept = 50;
const readVersions = (): [number, number][] => {
  try {
    const list: unknown = JSON.parse(read(versionsKey) ?? '[]');
    return Array.isArray(list) ? list.filter((one): one is [number, number] => Array.isArray(one)) : [];
  } catch {
    return [];
  }
};
/** The version that last proposed shapes for a data set; 0: none yet. */
export const keptVersion = (datasetId: number): number => readVersions().find(([id]) => id === datasetId)?.[1] ?? 0;
export const keepVersion = (datasetId: number, versionId: number): void => {
  const others = readVersions().filter(([id]) => id !== datasetId);
  write(versionsKey, JSON.stringify([[datasetId, versionId], ...others].slice(0, versionsKept)));
};

const textsKey = 'loupe.texts';
/** What the texts of a data set are held to, and the characters that a reader is wanted for. */
export interface TextSettings {
  pattern: string;
  /** Of a ready-made set; '' for `characters`. */
  set: string;
  characters: string;
}
const plainTexts: TextSettings = { pattern: '', set: 'serial', characters: '' };
const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const readTexts = (): [number, Record<string, unknown>][] => {
  try {
    const list: unknown = JSON.parse(read(textsKey) ?? '[]');
    return Array.isArray(list)
      ? list.filter((one): one is [number, Record<string, unknown>] => Array.isArray(one) && one[1] instanceof Object)
      : [];
  } catch {
    return [];
  }
};
export const keptTexts = (datasetId: number): TextSettings => {
  const kept = readTexts().find(([id]) => id === datasetId)?.[1] ?? {};
  return {
    pattern: asText(kept['pattern'], plainTexts.pattern),
    set: asText(kept['set'], plainTexts.set),
    characters: asText(kept['characters'], plainTexts.characters),
  };
};
export const keepTexts = (datasetId: number, settings: TextSettings): void => {
  const others = readTexts().filter(([id]) => id !== datasetId);
  write(textsKey, JSON.stringify([[datasetId, settings], ...others].slice(0, versionsKept)));
};
