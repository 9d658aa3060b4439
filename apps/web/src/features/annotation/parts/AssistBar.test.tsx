/** The bar of Assist: there while an object is pointed at, and its buttons do what the keys do. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench } from '../../../canvas/testing/headless.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { AssistBar } from './AssistBar.tsx';
import { keepStatus } from './desk-state.ts';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';

const square = [140, 140, 160, 140, 160, 160, 140, 160];

async function begin() {
  const answers: (() => void)[] = [];
  const bench = createBench({}, undefined, undefined, () => new Promise((done) => answers.push(() => done([square]))));
  const stores = makeDeskStores();
  const follow = () => keepStatus(stores, bench.status());
  bench.setTool('assist');
  follow();
  const desk = { ...stores, editor: () => bench, focus: () => undefined } as unknown as Desk;
  const { user } = await show(<AssistBar desk={desk} />, { screen: 'Annotate' });
  const click = (x: number, y: number) =>
    act(() => {
      bench.click(x, y);
      follow();
    });
  const answer = () =>
    act(async () => {
      answers.shift()?.();
      await new Promise((done) => setTimeout(done));
      follow();
    });
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    act(follow);
  };
  return { bench, stores, click, answer, press };
}
const bar = () => screen.queryByRole('toolbar', { name: 'Assist' });

it('comes with the first click, and accepts the outline as a polygon', async () => {
  const { bench, click, answer, press } = await begin();
  expect(bar()).toBeNull();
  expect(screen.getByRole('note').textContent).toBe(en.annotation.assist.hint);
  click(150, 150);
  expect(bar()).not.toBeNull();
  expect(screen.queryByRole('note')).toBeNull();
  await answer();
  expect(screen.getByText('The outline is shown')).toBeTruthy();
  await press('Accept');
  expect(bench.shapes().map(({ kind }) => kind)).toEqual(['polygon']);
  expect(bar()).toBeNull();
});

it('sets what the next click says, takes clicks back, and gives up', async () => {
  const { bench, click, answer, press } = await begin();
  click(150, 150);
  await press('Background');
  expect(screen.getByRole('button', { name: 'Background' }).getAttribute('aria-pressed')).toBe('true');
  click(200, 200);
  await answer();
  await answer();
  bench.scheduler.run();
  expect(bench.lastScene()!.draft.marks.map(({ isObject }) => isObject)).toEqual([true, false]);
  await press('Step back');
  expect(bench.status().pointing?.count).toBe(1);
  await press('Discard');
  expect(bar()).toBeNull();
  expect(bench.shapes()).toEqual([]);
});

it('makes room for what lies at the bottom', async () => {
  const { bench, click } = await begin();
  const [, top, , bottom] = bench.status().sight;
  click(150, (top + bottom) / 2);
  expect(bar()!.dataset['up']).toBe('false');
  click(150, 296);
  expect(bar()!.dataset['up']).toBe(String(296 > bottom - 0.12 * (bottom - top)));
  expect(bar()!.dataset['up']).toBe('true');
});

it('tells those who watch it only what has changed', async () => {
  const { bench, stores, click } = await begin();
  click(150, 150);
  let told = 0;
  stores.mode.subscribe(() => told++);
  bench.move(10, 10);
  keepStatus(stores, bench.status());
  expect(told).toBe(0);
});
