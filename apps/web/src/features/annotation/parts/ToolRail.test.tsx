// The rail shows what the registry names, a tool that only this test has included.

import type { ImageAnnotation, ShapeKind } from '@loupe/contract';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { keymap, type Binding } from '../../../canvas/index.ts';
import { createBench } from '../../../canvas/testing/headless.ts';
import { stamp } from '../../../canvas/testing/stamp.ts';
import { rectangle } from '../../../canvas/tools/rectangle/index.ts';
import { select } from '../../../canvas/tools/select/index.ts';
import { makeStore } from '../../../core/store.ts';
import { en } from '../../../locales/en.ts';
import { makeDeskStores } from './desk-stores.ts';
import { KeymapProvider } from '../keys/use-keys.ts';
import { ToolRail } from './ToolRail.tsx';

const all = [select, rectangle, stamp];

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: en } } }));

function shown(shapeKinds: readonly ShapeKind[], keys: readonly Binding[] = keymap): string {
  const bench = createBench({}, all);
  bench.key('KeyJ');
  const desk = { ...makeDeskStores(), editor: () => bench };
  desk.mode.set(bench.status());
  const image = makeStore<ImageAnnotation | null>({ shapeKinds } as ImageAnnotation);
  return renderToStaticMarkup(
    <KeymapProvider value={keys}>
      <ToolRail desk={{ ...desk, image }} all={all} />
    </KeymapProvider>,
  );
}
const names = (html: string) => [...html.matchAll(/aria-label="([^"]*\(.\))"/g)].map((found) => found[1]);

it('shows every tool for what the data set takes, with name, key and icon', () => {
  const html = shown(['rect', 'quad']);
  expect(names(html)).toEqual(['Select (V)', 'Rectangle (R)', 'Stamp (J)']);
  for (const { icon } of all) expect(html).toContain(`d="${icon.lines}"`);
});

it('marks the one in the hand, and leaves out those whose shapes are not taken', () => {
  const html = shown(['quad']);
  expect(names(html)).toEqual(['Select (V)', 'Stamp (J)']);
  expect(html.match(/aria-label="[^"]*" aria-pressed="true"/g)).toEqual(['aria-label="Stamp (J)" aria-pressed="true"']);
});

it('shows a key below its icon where it fits, and in the name in any case', () => {
  const withKey = (key: string) =>
    shown(
      ['rect'],
      keymap.map((row) => (row.command === 'tool.rectangle' ? { ...row, keys: [key] } : row)),
    );
  expect(withKey('Ctrl+J')).toContain('>Ctrl+J</kbd>');
  const long = withKey('Ctrl+Alt+Shift+Q');
  expect(long).toContain('aria-label="Rectangle (Ctrl+Alt+Shift+Q)"');
  expect(long).not.toContain('Q</kbd>');
});
