/** Labels that no shape of the data set has: marked in the panel, deleted with one button, and put back. */
import type { Label, Shape } from '@loupe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { notify } from '../../../core/notify.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { savedStore } from '../outbox-link.ts';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { LabelPanel } from './LabelPanel.tsx';

const t = en.annotation.unused;
const label = (id: number, name: string, shapes: number): Label => ({
  id,
  name,
  color: '#f2545b',
  ordinal: id,
  shapes,
});
const shapeWith = (labelId: number) => ({ id: `s${labelId}`, labelId, ignore: false }) as unknown as Shape;

async function panel(labels: Label[], { mayAdd = true } = {}) {
  const deleted: number[] = [];
  const added: string[] = [];
  fakeApi({
    datasetInfo: () => ({ id: 1, labels: labels.filter(({ id }) => !deleted.includes(id)) }),
    labelDelete: ({ id }) => {
      deleted.push(id);
      return null;
    },
    labelAdd: ({ name, color }) => {
      added.push(name);
      return { id: 90 + added.length, name, color, ordinal: 9, shapes: 0 };
    },
  });
  const stores = makeDeskStores();
  stores.labels.set(labels);
  const desk = {
    ...stores,
    editor: () => null,
    focus: () => {},
    addLabel: (one: Label) => stores.labels.set([...stores.labels.get(), one]),
    removeLabels: (ids: readonly number[]) =>
      stores.labels.set(stores.labels.get().filter(({ id }) => !ids.includes(id))),
  } as unknown as Desk;
  const { user } = await show(<LabelPanel desk={desk} datasetId={1} mayAdd={mayAdd} />, { screen: 'Annotate' });
  return { user, stores, deleted, added };
}
const names = (labels: readonly Label[]) => labels.map(({ name }) => name);
const button = (name: RegExp) => screen.findByRole('button', { name });

afterEach(() => savedStore.set({ kind: 'saved', pending: 0, rejected: 0, durable: true, at: null }));

it('marks unused labels, and none that is on the image though the server does not know it yet', async () => {
  const { stores } = await panel([label(1, 'dent', 4), label(2, 'scratch', 0), label(3, 'typo', 0)]);
  expect(await screen.findAllByText(t.mark)).toHaveLength(2);
  act(() => stores.shapes.set([shapeWith(2)]));
  expect(screen.getAllByText(t.mark)).toHaveLength(1);
  expect(within(await button(/typo/)).getByText(t.mark)).toBeTruthy();
});

it('takes a label that regions to ignore alone have for used', async () => {
  await panel([label(1, 'dent', 4), { ...label(2, 'glare', 0), ignored: 2 }, label(3, 'typo', 0)]);
  expect(await screen.findAllByText(t.mark)).toHaveLength(1);
  expect(within(await button(/typo/)).getByText(t.mark)).toBeTruthy();
  expect(within(await button(/glare/)).queryByText(t.mark)).toBeNull();
  expect(await button(/Delete 1 unused label/)).toBeTruthy();
});

it('takes a label for used that predictions wait with: they would go with it', async () => {
  await panel([label(1, 'dent', 4), { ...label(2, 'scratch', 0), proposed: true }, label(3, 'typo', 0)]);
  expect(await screen.findAllByText(t.mark)).toHaveLength(1);
  expect(within(await button(/typo/)).getByText(t.mark)).toBeTruthy();
  expect(await button(/Delete 1 unused label/)).toBeTruthy();
});

it('marks a label again that was drawn and taken back', async () => {
  const { stores } = await panel([label(1, 'dent', 4), label(2, 'typo', 0)]);
  await screen.findByText(t.mark);
  act(() => stores.shapes.set([shapeWith(2)]));
  act(() => stores.shapes.set([]));
  expect(screen.queryByText(t.mark)).toBeNull();
  expect(await screen.findByText(t.mark, {}, { timeout: 5_000 })).toBeTruthy();
});

it('says nothing while nothing of the data set is annotated', async () => {
  await panel([label(1, 'dent', 0), label(2, 'scratch', 0)]);
  await button(/dent/);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText(t.mark)).toBeNull();
});

it('deletes those that stay chosen after a look at them, and puts them back', async () => {
  const success = vi.spyOn(notify, 'success');
  const { user, stores, deleted, added } = await panel([
    label(1, 'dent', 4),
    label(2, 'scratch', 0),
    label(3, 'typo', 0),
  ]);
  await user.click(await button(/Delete 2 unused labels/));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: /scratch/ }));
  expect(deleted).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete 1 label' }));
  await waitFor(() => expect(names(stores.labels.get())).toEqual(['dent', 'scratch']));
  expect(deleted).toEqual([3]);
  await waitFor(() => expect(success).toHaveBeenCalledOnce());
  const undo = success.mock.calls[0]![1] as { text: string; run: () => void };
  act(() => undo.run());
  await waitFor(() => expect(names(stores.labels.get())).toEqual(['dent', 'scratch', 'typo']));
  expect(added).toEqual(['typo']);
});

it('marks none that a training has learned: it cannot be deleted, while one added since can', async () => {
  await panel([{ ...label(1, 'dent', 0), learned: true }, label(2, 'typo', 0)]);
  expect(await screen.findAllByText(t.mark)).toHaveLength(1);
  await button(/Delete 1 unused label/);
});

it('cannot delete them while edits are not saved', async () => {
  savedStore.set({ ...savedStore.get(), pending: 3 });
  await panel([label(1, 'dent', 4), label(2, 'typo', 0)]);
  expect((await button(/unused label/)).hasAttribute('disabled')).toBe(true);
});

it('offers nothing to who may not edit labels', async () => {
  await panel([label(1, 'dent', 4), label(2, 'typo', 0)], { mayAdd: false });
  await button(/typo/);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText(t.mark)).toBeNull();
  expect(screen.queryByRole('button', { name: /unused/ })).toBeNull();
});
