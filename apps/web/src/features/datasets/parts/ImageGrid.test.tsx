/** The grid of images: opened by a click, selected one by one, by Shift over pages that are not loaded, and all at once. */
import type { DatasetImage } from '@loupe/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { scenes } from '../../../families/scenes.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { ImageGrid } from './ImageGrid.tsx';
import { callsFor, type Selection } from './selection.ts';
import type { GridImages } from './use-images.ts';
import { useSelection } from './use-selection.ts';

const image = (place: number, fields: Partial<DatasetImage> = {}) =>
  ({
    id: 1000 + place,
    folderId: 7,
    name: `part ${place}.png`,
    width: 64,
    height: 48,
    shapes: 0,
    state: 'unmarked',
    review: null,
    ...fields,
  }) as unknown as DatasetImage;
/** Only the first so many are here; the ids of all are known to the server. */
const listOf = (total: number, here = total): GridImages => ({
  total,
  at: (place) => (place < here ? image(place) : undefined),
  known: () => undefined,
  ids: (from, to) => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    return Promise.resolve(Array.from({ length: high - low + 1 }, (_, i) => 1000 + low + i));
  },
  error: null,
  refetch: () => {},
  see: () => {},
});

let chosen: Selection;
const acts: string[] = [];
beforeEach(() => {
  acts.length = 0;
});
/** A list of its own for each test: the grid remembers where one was. */
let lists = 0;
function Grid({ images, name, isReviewed = false }: { images: GridImages; name: string; isReviewed?: boolean }) {
  const selection = useSelection(images);
  const { chosen: now } = selection;
  useEffect(() => {
    chosen = now;
  }, [now]);
  return (
    <ImageGrid
      images={images}
      name={name}
      listed={{ sort: 'name' }}
      size="medium"
      isReviewed={isReviewed}
      selection={selection}
      onRename={() => acts.push('rename')}
      onDelete={() => acts.push('delete')}
    />
  );
}
const shown = (total: number, here?: number) =>
  show(<Grid images={listOf(total, here)} name={`list ${lists++}`} />, { screen: 'ImageList' });
const box = (place: number) => screen.getByRole('checkbox', { name: new RegExp(`part ${place}\\.png`) });
const grid = () => screen.getByRole('grid');
const ids = () => callsFor(chosen, { folderId: 7 }).flatMap((call) => ('ids' in call ? (call.ids ?? []) : []));

it('opens the image by its name as by its thumbnail, and selects it while others are selected', async () => {
  const { user } = await shown(3);
  await user.click(box(0));
  await user.click(await screen.findByText('part 1.png'));
  expect(ids()).toEqual([1000, 1001]);
  const [name, thumb] = [screen.getByText('part 2.png'), screen.getByRole('link', { name: /part 2\.png/ })];
  expect(name.getAttribute('href')).toBe(thumb.getAttribute('href'));
});

it('says what the review of an image has come to, only where images are reviewed', async () => {
  const images = { ...listOf(2), at: (place: number) => image(place, { review: place === 0 ? 'returned' : null }) };
  const { unmount } = await show(<Grid images={images} name={`list ${lists++}`} />, { screen: 'ImageList' });
  expect(screen.queryByText(en.review.states.returned)).toBeNull();
  unmount();
  await show(<Grid images={images} name={`list ${lists++}`} isReviewed />, { screen: 'ImageList' });
  expect(screen.getAllByText(en.review.states.returned)).toHaveLength(1);
});

it('counts texts where an image of texts is shown, and shapes elsewhere', async () => {
  const images = { ...listOf(2), at: (place: number) => image(place, { shapes: place === 0 ? 44 : 0 }) };
  const of = () => <Grid images={images} name={`list ${lists++}`} />;
  const { unmount } = await show(of(), { screen: 'ImageList', family: 'ocr' });
  expect(screen.getByText(/44 texts/)).toBeTruthy();
  expect(screen.getByText('part 1.png').closest('article')!.title).toContain(en.datasets.noTexts);
  expect(screen.queryByText(/shape/)).toBeNull();
  unmount();
  await show(of(), { screen: 'ImageList', family: 'detection' });
  expect(screen.getByText(/44 shapes/)).toBeTruthy();
});

it('opens an image in the workbench, with the list that it is of', async () => {
  const { user, path, search } = await shown(30);
  await user.click(screen.getByRole('img', { name: /part 3\.png/ }));
  expect(path()).toBe(scenes.find((one) => one.screen === 'Annotate')!.path);
  expect(search()).toEqual({ sort: 'name', folderId: '7', id: '1003' });
});

it('selects and takes out one by one; while some are selected a click selects instead of opening', async () => {
  const { user, path } = await shown(30);
  const before = path();
  await user.click(box(2));
  await user.click(screen.getByRole('img', { name: /part 4\.png/ }));
  expect(ids()).toEqual([1002, 1004]);
  await user.click(box(2));
  expect(ids()).toEqual([1004]);
  expect(path()).toBe(before);
});

it('selects a range with Shift, also over images that are not loaded', async () => {
  const { user } = await shown(500, 40);
  await user.click(box(1));
  await user.keyboard('{Shift>}');
  await user.click(box(5));
  await user.keyboard('{/Shift}');
  await waitFor(() => expect(ids()).toEqual([1001, 1002, 1003, 1004, 1005]));
  grid().focus();
  fireEvent.keyDown(grid(), { key: 'End', shiftKey: true });
  await waitFor(() => expect(ids()).toHaveLength(499));
});

it('goes by keys: arrows move, Shift with them selects, Space toggles, Escape lets go', async () => {
  const { user } = await shown(30);
  grid().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(grid().getAttribute('aria-activedescendant')).toBe('image-2');
  await user.keyboard(' ');
  expect(ids()).toEqual([1002]);
  fireEvent.keyDown(grid(), { key: 'ArrowRight', shiftKey: true });
  await waitFor(() => expect(ids()).toEqual([1002, 1003]));
  await user.keyboard('{Delete}{F2}');
  expect(acts).toEqual(['delete', 'rename']);
  await user.keyboard('{Escape}');
  expect(ids()).toEqual([]);
});

it('deletes and clears what is selected while the box that was ticked has the focus', async () => {
  const { user } = await shown(8);
  await user.click(box(2));
  await user.keyboard('{Delete}');
  expect(acts).toEqual(['delete']);
  await user.keyboard('{Escape}');
  expect(ids()).toEqual([]);
});

it('selects everything that the filter matches, but what is taken out again', async () => {
  const { user } = await shown(5000, 40);
  grid().focus();
  fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true });
  await user.click(box(3));
  expect(callsFor(chosen, { folderId: 7 })).toEqual([{ filter: { folderId: 7 }, except: [1003] }]);
});

it('draws only what is in sight, with a placeholder where an image is not here yet', async () => {
  await shown(100_000, 4);
  const cells = screen.getAllByRole('gridcell');
  expect(cells.length).toBeLessThan(200);
  expect(cells.filter((cell) => cell.textContent?.includes('.png'))).toHaveLength(4);
  expect(grid().getAttribute('aria-rowcount')).toBe(
    String(Math.ceil(100_000 / Number(grid().getAttribute('aria-colcount')))),
  );
});
