/** Colours of the look, for both themes; CSS variables (`var(--primary)`) and antd's theme are made from them. */
import { palette } from '@loupe/contract';
import type { ThemeName } from '../core/preferences.ts';

export interface Palette {
  page: string;
  panel: string;
  raised: string;
  line: string;
  border: string;
  text: string;
  second: string;
  hint: string;
  /** Of what is switched off: paler than a hint, and still to be read. */
  off: string;
  primary: string;
  onPrimary: string;
  primaryTint: string;
  ok: string;
  okTint: string;
  warn: string;
  warnTint: string;
  bad: string;
  badTint: string;
  curve1: string;
  curve2: string;
  curve3: string;
  /** Grey tint behind neutral states and skeletons. */
  quiet: string;
}

export const palettes: { readonly [T in ThemeName]: Palette } = {
  light: {
    page: '#f4f6f8',
    panel: '#ffffff',
    raised: '#ffffff',
    line: '#e3e8ed',
    border: '#cfd7df',
    text: '#15202b',
    second: '#4b5b6b',
    hint: '#5d6c7b',
    off: '#7d8a97',
    primary: '#0f766e',
    onPrimary: '#ffffff',
    primaryTint: '#e6f4f1',
    ok: '#147a45',
    okTint: '#e4f5eb',
    warn: '#865000',
    warnTint: '#fdf1da',
    bad: '#b8232c',
    badTint: '#fdebec',
    curve1: '#0f9488',
    curve2: '#c2761a',
    curve3: '#4b6b9b',
    quiet: '#edf0f3',
  },
  dark: {
    page: '#0a0e13',
    panel: '#131a22',
    raised: '#1a232d',
    line: '#222d38',
    border: '#2f3c49',
    text: '#e6edf3',
    second: '#a9b7c4',
    hint: '#93a2b1',
    off: '#76838f',
    primary: '#2dd4bf',
    onPrimary: '#062322',
    primaryTint: '#0f2f2d',
    ok: '#4ade80',
    okTint: '#10301f',
    warn: '#ffc766',
    warnTint: '#3a2b0c',
    bad: '#ff8087',
    badTint: '#3b161a',
    curve1: '#2dd4bf',
    curve2: '#f0b35a',
    curve3: '#8fb0e0',
    quiet: '#202a34',
  },
};

/** The first palette colour that is not taken; when all are, the least used one. */
export const nextLabelColor = (taken: readonly string[]): string => {
  const uses = (color: string) => taken.filter((t) => t.toLowerCase() === color).length;
  return palette.toSorted((a, b) => uses(a) - uses(b))[0]!;
};

/** Latin fonts of each system first: quotation marks of a CJK font are as wide as a character. */
export const fontFamily =
  'Inter, "Noto Sans", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, ' +
  '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif';

const dashed = (name: string): string => name.replace(/[A-Z0-9]/g, (c) => `-${c.toLowerCase()}`);

/** The palette as CSS variables: `onPrimary` becomes `--on-primary`, `curve1` becomes `--curve-1`. */
export const paletteVars = (theme: ThemeName): Record<`--${string}`, string> =>
  Object.fromEntries(Object.entries(palettes[theme]).map(([name, value]) => [`--${dashed(name)}`, value]));

/** Writes the palette and the font into the page. */
export const applyPalette = (theme: ThemeName): void => {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
  root.style.setProperty('--font', fontFamily);
  for (const [name, value] of Object.entries(paletteVars(theme))) root.style.setProperty(name, value);
};
