/** The bar of the selected shapes: what is on, what can be pressed, and that it does what its key does. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, stored } from '../../../canvas/testing/headless.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { SelectionBar } from './SelectionBar.tsx';

function made() {
  const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60]), stored('rect', [100, 100, 150, 150])] });
  const stores = makeDeskStores();
  const follow = () => {
    stores.shapes.set([...bench.shapes()]);
    stores.selection.set({ ids: bench.selections.at(-1) ?? [], predictionId: null });
  };
  follow();
  return { bench, follow, desk: { ...stores, editor: () => bench } as unknown as Desk };
}

it('has nothing to press without a selection', async () => {
  const { desk } = made();
  await show(<SelectionBar desk={desk} />, { screen: 'Annotate' });
  expect(screen.getAllByRole('button').filter((button) => !(button as HTMLButtonElement).disabled)).toEqual([]);
});

it('makes regions to ignore of the selection, says so, and takes it back', async () => {
  const { desk, bench, follow } = made();
  const { user } = await show(<SelectionBar desk={desk} />, { screen: 'Annotate' });
  act(() => {
    bench.select(bench.shapes().map(({ id }) => id));
    follow();
  });
  const button = () => screen.getByRole('button', { name: 'Ignore region on or off (M)' });
  await user.click(button());
  act(follow);
  expect(bench.shapes().map(({ ignore }) => ignore)).toEqual([true, true]);
  expect(button().getAttribute('aria-pressed')).toBe('true');
  await user.click(button());
  act(follow);
  expect(bench.shapes().map(({ ignore }) => ignore)).toEqual([false, false]);
});

it('leaves of what is locked only the lock and copies', async () => {
  const { desk, bench, follow } = made();
  const { user } = await show(<SelectionBar desk={desk} />, { screen: 'Annotate' });
  act(() => {
    bench.select([bench.shapes()[0]!.id]);
    follow();
  });
  await user.click(screen.getByRole('button', { name: 'Lock or unlock (L)' }));
  act(follow);
  const enabled = screen.getAllByRole('button').filter((button) => !(button as HTMLButtonElement).disabled);
  expect(enabled.map((button) => button.title)).toEqual(['Lock or unlock (L)', 'Duplicate (Ctrl+D)']);
});
