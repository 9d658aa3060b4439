/** The history panel over a real editor: what was done in words, a moment looked at, and gone back to. */
import type { HistoryChange } from '@loupe/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createBench, LABELS, stored } from '../../../canvas/testing/headless.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from '../parts/desk-stores.ts';
import type { Desk } from '../parts/desk-types.ts';
import { entriesOf } from './entries.ts';
import { HistoryPanel } from './HistoryPanel.tsx';

const change = (seq: number, what: HistoryChange['what'], fields: Partial<HistoryChange> = {}): HistoryChange => ({
  seq,
  what,
  actorId: 1,
  actor: 'Ana',
  clientId: '0190a000-0000-7000-8000-000000000001',
  shapeKind: 'rect',
  labelId: 11,
  fromLabelId: null,
  remark: null,
  at: `2026-03-01T10:00:${String(seq).padStart(2, '0')}.000Z`,
  ...fields,
});

describe('entries', () => {
  it('join what one action did, and nothing else', () => {
    const changes = [
      change(9, 'added'),
      change(8, 'added', { at: '2026-03-01T10:00:08.800Z' }),
      change(7, 'added'),
      change(6, 'added', { labelId: 12, actorId: 2, actor: 'Bo' }),
      change(5, 'moved', { labelId: 12, actorId: 2 }),
      change(4, 'moved', { labelId: 12, actorId: 2, at: '2026-03-01T09:00:00.000Z' }),
    ];
    expect(entriesOf(changes).map(({ seq, what, steps }) => [seq, what, steps.length])).toEqual([
      [9, 'added', 2],
      // drawn one after the other: between them the image can be gone back to
      [7, 'added', 1],
      [6, 'added', 1],
      [5, 'moved', 1],
      [4, 'moved', 1],
    ]);
  });
});

it('one import is one line, with the label where it has but one', () => {
  const changes = [
    change(9, 'imported'),
    change(8, 'imported', { labelId: 12 }),
    change(7, 'imported', { labelId: 12, clientId: '0190a000-0000-7000-8000-000000000002' }),
    change(6, 'imported', { labelId: 12, clientId: '0190a000-0000-7000-8000-000000000002' }),
  ];
  expect(entriesOf(changes).map(({ labelId, steps }) => [labelId, steps.length])).toEqual([
    ['several', 2],
    [12, 2],
  ]);
});

it('one action on shapes of several labels is one line, and what was done apart is not', () => {
  const at = '2026-03-01T10:00:09.000Z';
  const changes = [
    change(9, 'relabelled', { at, fromLabelId: 12 }),
    change(8, 'relabelled', { at, fromLabelId: 13 }),
    change(7, 'removed', { at }),
    change(6, 'removed', { at: '2026-03-01T10:00:08.700Z', labelId: 12 }),
    change(5, 'removed', { at: '2026-03-01T10:00:05.000Z' }),
  ];
  expect(
    entriesOf(changes).map(({ what, labelId, fromLabelId, steps }) => [what, fromLabelId, labelId, steps.length]),
  ).toEqual([
    ['relabelled', 'several', 11, 2],
    ['removed', null, 'several', 2],
    ['removed', null, 11, 1],
  ]);
});

const old = stored('rect', [10, 10, 60, 60]);
function made(mayAnnotate = true) {
  const bench = createBench({ shapes: [stored('rect', [100, 100, 150, 150])] });
  const stores = makeDeskStores();
  stores.labels.set(LABELS as never);
  stores.mayAnnotate.set(mayAnnotate);
  stores.historyOpen.set(true);
  // the one whose history is asked for is on the stage
  stores.image.set({ image: { id: 5 } } as never);
  stores.phase.set({ kind: 'ready', pixels: 'ready' });
  return { bench, desk: { ...stores, editor: () => bench, focus: () => {} } as unknown as Desk };
}
const pages = {
  imageHistory: ({ before }: { before: number | null }) =>
    before === null
      ? {
          changes: [
            change(9, 'relabelled', { fromLabelId: 12 }),
            change(8, 'added'),
            change(7, 'added', { at: change(8, 'added').at }),
          ],
          hasMore: true,
        }
      : { changes: [change(3, 'checkedEmpty', { labelId: null, actor: null, actorId: null })], hasMore: false },
  imageAt: { shapes: [{ ...old, author: null }], isCheckedEmpty: false, decisions: [] },
};

it('says who did what, page by page down to the first state', async () => {
  const { desk } = made();
  const { asked } = fakeApi(pages as never);
  const { user } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  expect(await screen.findByText('Label changed: dent → scratch')).toBeTruthy();
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent!.replace(/ · .*/, ''));
  expect(rows()).toEqual(['Label changed: dent → scratchAna', 'Added: scratch ×2Ana']);
  await user.click(screen.getByRole('button', { name: en.history.more }));
  await screen.findByText(en.history.first);
  expect(rows().slice(2)).toEqual([
    `${en.history.what.checkedEmpty}${en.history.nobody}`,
    `${en.history.first}${en.history.firstHint}`,
  ]);
  expect(asked('imageHistory').map(({ before }) => before)).toEqual([null, 7]);
});

it('shows the image as it was while a line is pointed at, by mouse or by keyboard', async () => {
  const { desk, bench } = made();
  fakeApi(pages as never);
  const { unmount } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  const line = await screen.findByRole('button', { name: /^Added: scratch ×2\s?Ana/ });
  act(() => line.focus());
  await waitFor(() => expect(bench.editor.past?.map(({ id }) => id)).toEqual([old.id]));
  expect(desk.past.get()).toMatch(/^2026-03-01/);
  fireEvent.blur(line);
  expect([bench.editor.past, desk.past.get()]).toEqual([null, null]);
  fireEvent.mouseEnter(line);
  await waitFor(() => expect(bench.editor.past).not.toBeNull());
  unmount();
  expect(bench.editor.past).toBeNull();
});

it('closes with one Escape, before the image clears its selection, but not while a shape is half drawn', async () => {
  const { desk, bench } = made();
  fakeApi(pages as never);
  await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  await screen.findByText('Label changed: dent → scratch');
  const image = vi.fn();
  window.addEventListener('keydown', image);
  bench.setTool('polygon');
  bench.click(20, 20);
  expect(bench.status().isDrawing).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(desk.historyOpen.get()).toBe(true);
  bench.key('Escape');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(desk.historyOpen.get()).toBe(false);
  expect(image).toHaveBeenCalledTimes(1);
  window.removeEventListener('keydown', image);
});

it('goes back to nothing where another image came meanwhile', async () => {
  const { desk, bench } = made();
  const { asked } = fakeApi(pages as never);
  const { user } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  const before = bench.shapes().map(({ id }) => id);
  const restore = await screen.findByRole('button', { name: /^Restore: Added/ });
  desk.image.set({ image: { id: 6 } } as never);
  await user.click(restore);
  await waitFor(() => expect(asked('imageAt')).toHaveLength(1));
  await act(async () => undefined);
  expect(bench.shapes().map(({ id }) => id)).toEqual(before);
});

it('goes back to a moment as one step that can be undone', async () => {
  const { desk, bench } = made();
  fakeApi(pages as never);
  const { user } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  const before = bench.shapes().map(({ id }) => id);
  await user.click(await screen.findByRole('button', { name: /^Restore: Added/ }));
  await waitFor(() => expect(bench.shapes().map(({ id }) => id)).toEqual([old.id]));
  bench.undo();
  expect(bench.shapes().map(({ id }) => id)).toEqual(before);
  // the newest line is how the image is
  expect(screen.queryByRole('button', { name: /^Restore: Label changed/ })).toBeNull();
});

it('shows each of the changes that a line stands for, and goes back to one between them', async () => {
  const { desk, bench } = made();
  const { asked } = fakeApi(pages as never);
  const { user } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  await screen.findByText('Label changed: dent → scratch');
  const each = screen.getAllByRole('button', { name: new RegExp(`^${en.history.steps}`) });
  expect(each).toHaveLength(1);
  await user.click(each[0]!);
  expect(each[0]!.getAttribute('aria-expanded')).toBe('true');
  const restores = screen.getAllByRole('button', { name: /^Restore: Added/ });
  expect(restores).toHaveLength(3);
  await user.click(restores.at(-1)!);
  await waitFor(() => expect(bench.shapes().map(({ id }) => id)).toEqual([old.id]));
  expect(asked('imageAt').at(-1)).toMatchObject({ seq: 7 });
  await user.click(each[0]!);
  expect(screen.getAllByRole('button', { name: /^Restore: Added/ })).toHaveLength(1);
});

it('says what restoring does beside the list, not over it', async () => {
  const { desk } = made();
  fakeApi(pages as never);
  const { user } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  const restore = await screen.findByRole('button', { name: /^Restore: Added/ });
  await user.hover(restore);
  const tip = await screen.findByRole('tooltip');
  expect(tip.textContent).toBe(en.history.restoreTip);
  // it belongs to the whole line, whose left edge is that of the list
  expect(
    restore.closest('.ant-tooltip-open')!.contains(screen.getByRole('button', { name: /^Added: scratch ×2/ })),
  ).toBe(true);
  await user.unhover(restore);
  await waitFor(() => expect(restore.closest('.ant-tooltip-open')).toBeNull());
});

it('offers nothing to whoever may only look, and says what it could not read', async () => {
  const { desk } = made(false);
  const server = fakeApi(pages as never);
  const { unmount } = await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  await screen.findByText('Label changed: dent → scratch');
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  unmount();
  server.answer({ imageHistory: new Refusal('failure') });
  await show(<HistoryPanel desk={desk} imageId={5} />, { screen: 'Annotate' });
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});
