/** What is switched off is still to be read, and an empty box to be seen, in both themes. */
import { expect, it } from 'vitest';
import { antdTheme } from './antd-theme.ts';
import { palettes } from './tokens.ts';

const light = (hex: string): number => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (a: string, b: string): number => {
  const [low, high] = [light(a), light(b)].toSorted((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
};

it.each(['light', 'dark'] as const)(
  'words of what is switched off can be read, and are paler than hints: %s',
  (name) => {
    const { panel, quiet, hint } = palettes[name];
    const { colorTextDisabled } = antdTheme(name).token!;
    for (const ground of [panel, quiet]) {
      expect(contrast(colorTextDisabled!, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(colorTextDisabled!, ground)).toBeLessThan(contrast(hint, ground));
    }
  },
);

it.each(['light', 'dark'] as const)('an empty box to tick stands out from its ground: %s', (name) => {
  const { panel, raised } = palettes[name];
  const { Checkbox, Radio } = antdTheme(name).components!;
  for (const one of [Checkbox, Radio])
    for (const ground of [panel, raised])
      expect(contrast(one!.colorBorder as string, ground)).toBeGreaterThanOrEqual(3);
});

it('draws an edge around a menu that lies on a dialog of its own colour, on dark', () => {
  expect(antdTheme('dark').token!.boxShadowSecondary).toContain(`0 0 0 1px ${palettes.dark.border}`);
});
