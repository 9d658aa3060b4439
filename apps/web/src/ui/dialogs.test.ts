/** Dialogs of the whole app, read from their sources: moved by the title, 450 px wide but for those that need more. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const sources = globSync('**/*.tsx', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(new URL(path, root), 'utf8'),
}));

const takes = (name: string) => new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from 'antd'`);
const usersOf = (name: string) => sources.filter(({ text }) => takes(name).test(text)).map(({ path }) => path);

it('2.83 every dialog can be dragged, and Escape closes drawers too: antd’s own are used by ours alone', () => {
  expect(usersOf('Modal')).toEqual(['ui/DraggableModal.tsx']);
  expect(usersOf('Drawer')).toEqual(['ui/SideDrawer.tsx']);
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
