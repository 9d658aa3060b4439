/** The panel of conflicts with a real editor behind it: who edited what, and the three decisions. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, LABELS, stored } from '../../../canvas/testing/headless.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';

const t = en.conflicts;
const one = stored('rect', [10, 10, 60, 60]);
const copy = stored('rect', [12, 12, 70, 70], { conflictOf: one.id, labelId: 12 });

async function open(mayAnnotate = true) {
  const bench = createBench({ shapes: [one, copy] });
  const stores = makeDeskStores();
  const follow = () => stores.conflicts.set(bench.conflicts());
  bench.subscribe(() => act(follow));
  stores.labels.set(LABELS as never);
  stores.authors.set(new Map([[one.id, 'Anna']]));
  stores.mayAnnotate.set(mayAnnotate);
  follow();
  const desk = { ...stores, editor: () => bench } as unknown as Desk;
  await show(<ConflictPanel desk={desk} />);
  return { bench, panel: () => within(screen.getByTestId('conflicts')) };
}

it('shows both with label and author, and a look at one selects it', async () => {
  const { bench, panel } = await open();
  const rows = panel().getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    `${LABELS[0]!.name}by Anna${t.keepOne}`,
    `${LABELS[1]!.name}by unknown${t.keepOne}`,
  ]);
  fireEvent.click(within(rows[1]!).getAllByRole('button')[0]!);
  expect(bench.selections.at(-1)).toEqual([copy.id]);
});

it('keeps one of them, and is gone', async () => {
  const { bench, panel } = await open();
  fireEvent.click(panel().getByRole('button', { name: new RegExp(`^Keep only ${LABELS[1]!.name}`) }));
  expect(bench.shapes().map(({ id }) => id)).toEqual([copy.id]);
  expect(screen.queryByTestId('conflicts')).toBeNull();
});

it('keeps both, and undo asks again', async () => {
  const { bench, panel } = await open();
  fireEvent.click(panel().getByRole('button', { name: t.keepBoth }));
  expect(bench.shapes()).toHaveLength(2);
  expect(screen.queryByTestId('conflicts')).toBeNull();
  bench.undo();
  expect(panel().getAllByRole('listitem')).toHaveLength(2);
});

it('offers no decision to those who may only look', async () => {
  const { panel } = await open(false);
  expect(panel().queryByRole('button', { name: t.keepBoth })).toBeNull();
  expect(panel().queryByText(t.keepOne)).toBeNull();
});
