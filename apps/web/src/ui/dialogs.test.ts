/** Dialogs of the whole app, read from their sources: moved by the title, 450 px wide but for those that need more. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const sources = globSync('**/*.tsx', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(new URL(path, root), 'utf8'),
}));

it('2.83 every dialog can be dragged: antd’s own is used by ours alone', () => {
  const plain = sources.filter(({ text }) => /import \{[^}]*\bModal\b[^}]*\} from 'antd'/.test(text));
  expect(plain.map(({ path }) => path)).toEqual(['ui/DraggableModal.tsx']);
});

it('9.18 dialogs are as wide as the specification says, but for tables and columns of text', () => {
  const wide = sources.flatMap(({ path, text }) => {
    const widths = [...text.matchAll(/<(?:DraggableModal|FormModal)\b[^>]*?\swidth=\{(\d+)\}/gs)].map(([, px]) => px);
    return widths.map((px) => `${path} ${px}`);
  });
  expect(wide.toSorted()).toEqual([
    'features/annotation/keys/KeyDialog.tsx 1240',
    'features/transfers/parts/MappingDialog.tsx 760',
    'features/transfers/parts/ReportDialog.tsx 640',
  ]);
});
