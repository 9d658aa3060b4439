/** The panels of the workbench with a real editor behind them: labels, shapes, and the view of the image. */
import type { Shape } from '@loupe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { en } from '../../../locales/en.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from './desk-stores.ts';
import type { Desk } from './desk-types.ts';
import { LabelPanel } from './LabelPanel.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { ViewPanel } from './ViewPanel.tsx';
import type { ViewSetting } from './view-saver.ts';

const views: ViewSetting[] = [];
/** A desk over an editor without a stage; the panels' stores follow it as the desk's do. */
function makeBenchDesk() {
  const bench = createBench();
  const stores = makeDeskStores();
  const follow = () => {
    stores.shapes.set([...bench.editor.doc.shapes.values()] as unknown as Shape[]);
    stores.selection.set({ ids: bench.selections.at(-1) ?? [], predictionId: null });
    stores.mode.set(bench.status());
  };
  stores.labels.set(LABELS as never);
  const desk = {
    ...stores,
    editor: () => bench,
    focus: () => {},
    addLabel: () => {},
    setView: (view: ViewSetting) => {
      views.push(view);
      stores.view.set(view);
    },
    toggleHidden: (ids: readonly string[]) => {
      const next = new Set(stores.hidden.get());
      for (const id of ids) if (!next.delete(id)) next.add(id);
      stores.hidden.set(next);
    },
  } as unknown as Desk;
  return { bench, desk, follow };
}
/** Draws a rectangle with the label of this number key. */
function draw({ bench, follow }: ReturnType<typeof makeBenchDesk>, key: string, x: number): void {
  bench.key('KeyR');
  bench.key(key);
  bench.down(x, 10);
  bench.move(x + 30, 50);
  bench.up(x + 30, 50);
  follow();
}
const made = () => {
  const all = makeBenchDesk();
  draw(all, 'Digit1', 10);
  draw(all, 'Digit2', 60);
  draw(all, 'Digit1', 110);
  return all;
};

it('counts the shapes of each label and says which key sets it', async () => {
  const { desk } = made();
  await show(<LabelPanel desk={desk} datasetId={1} mayAdd />, { screen: 'Annotate' });
  const [scratch, dent] = ['scratch', 'dent'].map((name) => screen.getByRole('button', { name: new RegExp(name) }));
  expect(scratch!.textContent).toContain('2');
  expect(dent!.textContent).toContain('1');
  expect(within(scratch!).getByText('1', { selector: 'kbd' })).toBeTruthy();
});

it('sets the label of what is drawn next, as the key does', async () => {
  const { desk, bench, follow } = made();
  const { user } = await show(<LabelPanel desk={desk} datasetId={1} mayAdd />, { screen: 'Annotate' });
  const dent = () => screen.getByRole('button', { name: /dent/ });
  act(() => {
    bench.select([]);
    follow();
  });
  await user.click(dent());
  act(follow);
  expect(bench.status().labelId).toBe(LABELS[1]!.id);
  expect(dent().getAttribute('aria-pressed')).toBe('true');
});

it('lists the shapes by label and number; a click selects one, with Ctrl one more', async () => {
  const { desk, bench, follow } = made();
  const { user } = await show(<ShapePanel desk={desk} />, { screen: 'Annotate' });
  const pick = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
  expect(screen.getByRole('heading').textContent).toContain('(3)');
  await user.click(pick('scratch #1'));
  act(follow);
  expect(pick('scratch #1').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(pick('dent #'), { ctrlKey: true });
  act(follow);
  expect(bench.selections.at(-1)).toHaveLength(2);
});

it('deletes and hides from the row, and hides or shows all at once', async () => {
  const { desk, bench, follow } = made();
  const { user } = await show(<ShapePanel desk={desk} />, { screen: 'Annotate' });
  const first = () => screen.getByRole('button', { name: /scratch #1/ }).closest('.shape') as HTMLElement;
  await user.click(within(first()).getByRole('button', { name: en.annotation.hide }));
  expect(first().dataset['hidden']).toBe('true');
  await user.click(screen.getByRole('button', { name: en.annotation.hideAll }));
  expect(desk.hidden.get().size).toBe(3);
  await user.click(screen.getByRole('button', { name: en.annotation.unhideAll }));
  expect(desk.hidden.get().size).toBe(0);
  await user.click(within(first()).getByRole('button', { name: en.annotation.deleteShape }));
  act(follow);
  expect(bench.editor.doc.shapes.size).toBe(2);
  expect(screen.getByRole('heading').textContent).toContain('(2)');
});

it('says why the list is empty: nothing is drawn, or what is drawn is not shown', async () => {
  const all = makeBenchDesk();
  all.follow();
  await show(<ShapePanel desk={all.desk} />, { screen: 'Annotate' });
  expect(screen.getByText(en.annotation.noShapesTitle)).toBeTruthy();
  draw(all, 'Digit1', 10);
  act(() => all.desk.mode.set({ ...all.bench.status(), visible: 'predictions' }));
  expect(screen.getByText(en.annotation.filteredTitle)).toBeTruthy();
});

it('moves brightness by the slider, and puts the view back', async () => {
  const { desk } = makeBenchDesk();
  const { user } = await show(<ViewPanel desk={desk} />, { screen: 'Annotate' });
  expect(screen.queryByRole('button', { name: en.annotation.resetView })).toBeNull();
  const handle = screen.getByRole('slider', { name: en.annotation.brightness });
  for (const _ of [1, 2]) fireEvent.keyDown(handle, { key: 'ArrowRight', keyCode: 39, which: 39 });
  expect(views.at(-1)).toEqual({ brightness: 2, contrast: 0 });
  await user.click(screen.getByRole('button', { name: en.annotation.resetView }));
  expect(desk.view.get()).toEqual({ brightness: 0, contrast: 0 });
});

it('applies brightness and contrast to the folder, on a yes alone, and not for whoever may only look', async () => {
  const { desk } = makeBenchDesk();
  let applied = 0;
  Object.assign(desk, { applyView: async () => ++applied });
  desk.view.set({ brightness: 5, contrast: -3 });
  const { user } = await show(<ViewPanel desk={desk} />, { screen: 'Annotate' });
  const open = () => user.click(screen.getByRole('button', { name: en.annotation.applyView }));
  await open();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Brightness 5 and contrast -3');
  await user.click(within(dialog).getByRole('button', { name: /Cancel/ }));
  expect(applied).toBe(0);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: en.annotation.applyView }));
  await waitFor(() => expect(applied).toBe(1));
  act(() => desk.mayAnnotate.set(false));
  await waitFor(() => expect(screen.queryByText(en.annotation.applyView, { selector: 'section *' })).toBeNull());
});

const levels = {
  auto: { low: 120, high: 3900 },
  min: 3,
  max: 4095,
  usedBits: 12,
  histogram: Array.from({ length: 256 }, (_, i) => i * 7),
};

it('shows 16 bits through a window: automatic first, then by either end, then the full range, and back', async () => {
  const { desk } = makeBenchDesk();
  act(() => desk.view.set({ brightness: 0, contrast: 0, window: null }));
  const { user } = await show(<ViewPanel desk={desk} />, { screen: 'Annotate' });
  expect(screen.queryByRole('group', { name: en.annotation.window })).toBeNull();
  act(() => desk.levels.set(levels));
  const group = within(screen.getByRole('group', { name: en.annotation.window }));
  const [auto, full] = [en.annotation.windowAuto, en.annotation.windowFull].map((name) =>
    group.getByRole('button', { name }),
  );
  expect(auto!.getAttribute('aria-pressed')).toBe('true');
  expect(group.getByText('120 – 3900')).toBeTruthy();
  // twelve bits: sixteen levels of grey for a model
  expect(group.getByText(/16 levels of grey/)).toBeTruthy();
  const press = (name: string, key: string, code: number) =>
    fireEvent.keyDown(group.getByRole('slider', { name }), { key, keyCode: code, which: code });
  expect(group.getByRole('slider', { name: en.annotation.windowHigh }).getAttribute('aria-valuemax')).toBe('4095');
  press(en.annotation.windowLow, 'ArrowRight', 39);
  expect(views.at(-1)).toEqual({ brightness: 0, contrast: 0, window: { low: 121, high: 3900 } });
  press(en.annotation.windowHigh, 'End', 35);
  expect(views.at(-1)!.window).toEqual({ low: 121, high: 4095 });
  await user.click(full!);
  expect(views.at(-1)!.window).toEqual({ low: 0, high: 65_535 });
  expect(full!.getAttribute('aria-pressed')).toBe('true');
  expect(group.getByRole('slider', { name: en.annotation.windowHigh }).getAttribute('aria-valuemax')).toBe('65535');
  await user.click(auto!);
  expect(views.at(-1)!.window).toBeNull();
  act(() => desk.view.set({ brightness: 3, contrast: 0, window: { low: 5, high: 9 } }));
  await user.click(screen.getByRole('button', { name: en.annotation.resetView }));
  expect(desk.view.get()).toEqual({ brightness: 0, contrast: 0, window: null });
});

it('is never inside out: an end that is pulled over the other stops before it', async () => {
  const { desk } = makeBenchDesk();
  const before = views.length;
  act(() => {
    desk.view.set({ brightness: 0, contrast: 0, window: { low: 10, high: 11 } });
    desk.levels.set(levels);
  });
  await show(<ViewPanel desk={desk} />, { screen: 'Annotate' });
  const low = screen.getByRole('slider', { name: en.annotation.windowLow });
  fireEvent.keyDown(low, { key: 'ArrowRight', keyCode: 39, which: 39 });
  expect(views.length).toBe(before);
});

it('asks before a window goes to the folder, and says which', async () => {
  const { desk } = makeBenchDesk();
  act(() => desk.view.set({ brightness: 0, contrast: 0, window: { low: 5, high: 900 } }));
  const { user } = await show(<ViewPanel desk={desk} />, { screen: 'Annotate' });
  await user.click(screen.getByRole('button', { name: en.annotation.applyView }));
  expect((await screen.findByRole('dialog')).textContent).toContain('window 5 – 900');
});
