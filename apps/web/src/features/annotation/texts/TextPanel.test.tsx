/** Typing texts beside the shapes, with a real editor behind the panel: keys, unreadable ones, template, list, characters. */
import { newShape, type Shape } from '@loupe/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TextCommand } from '../../../canvas/index.ts';
import { createBench, LABELS } from '../../../canvas/testing/headless.ts';
import { notify } from '../../../core/notify.ts';
import { notifyAfter } from '../../../core/store.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from '../parts/desk-stores.ts';
import type { Desk } from '../parts/desk-types.ts';
import { ShapePanel } from '../parts/ShapePanel.tsx';
import { templates } from './template.ts';
import { TextPanel } from './TextPanel.tsx';
import { useTextRules } from './use-text-rules.ts';

const t = en.typing;
beforeEach(() => localStorage.clear());

const quad = (id: string, top: number, more: Partial<Shape> = {}) => ({
  ...newShape({
    id,
    labelId: 11,
    kind: 'quad',
    points: [10, top, 90, top, 90, top + 20, 10, top + 20],
    ...more,
  }),
  rev: 1,
  authorId: 1,
  author: 'qa',
  conflictOf: null,
});
const [a, b, c] = ['a', 'b', 'c'].map((letter) => `01900000-0000-7000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
];

function makeDesk(shapes = [quad(a, 10), quad(b, 50, { text: 'LOT 7' }), quad(c, 90)]) {
  const bench = createBench({ shapes });
  bench.setTexts(true);
  const stores = makeDeskStores();
  let listener: (command: TextCommand) => void = () => {};
  let tell = (work: () => void): void => work();
  const follow = () =>
    tell(() => {
      stores.shapes.set(bench.shapes());
      stores.selection.set({ ids: [...bench.editor.selection], predictionId: null });
      stores.mode.set(bench.status());
    });
  /** Components hear of nothing any more, as while a slow disk takes an edit. */
  const hold = () => {
    tell = (work) => notifyAfter(() => new Promise(() => {}), work);
  };
  stores.labels.set(LABELS as never);
  follow();
  const api = { ...bench, select: (ids: readonly string[]) => (bench.select(ids), follow()) };
  bench.editor.listeners.add(follow);
  const desk = {
    ...stores,
    editor: () => api,
    focus: () => (document.activeElement as HTMLElement | null)?.blur(),
    region: () => Promise.resolve(null),
    onText: (next: typeof listener) => {
      listener = next;
      return () => {};
    },
  } as unknown as Desk;
  return { bench, desk, follow, hold, press: (command: TextCommand) => act(() => listener(command)) };
}

function Panels({ desk }: { desk: Desk }) {
  const rules = useTextRules(5);
  return (
    <>
      <TextPanel desk={desk} datasetId={5} rules={rules} />
      <ShapePanel desk={desk} texts={rules} />
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: t.field });
const textOf = (desk: Desk, id: string) => desk.shapes.get().find((one) => one.id === id)!;

it('goes from one untyped text to the next by Tab, types it, and saves by Enter', async () => {
  const { desk, press } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  expect(screen.getByTestId('texts').textContent).toContain('2 untyped');
  press('text.next');
  expect(document.activeElement).toBe(field());
  expect(screen.getByText('Text 1')).toBeTruthy();
  await user.keyboard('A-17{Tab}');
  expect(textOf(desk, a).text).toBe('A-17');
  expect(screen.getByText('Text 3')).toBeTruthy();
  expect(document.activeElement).toBe(field());
  await user.keyboard('B 2{Enter}');
  expect(textOf(desk, c).text).toBe('B 2');
  expect(screen.getByTestId('texts').textContent).toContain('0 untyped');
  expect(document.activeElement).not.toBe(field());
});

it('does not say that all texts are typed while the last one is left empty', async () => {
  const told = vi.spyOn(notify, 'info').mockReturnValue(undefined as never);
  const { desk, press } = makeDesk([quad(a, 10), quad(b, 50, { text: 'LOT 7' })]);
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.keyboard('{Tab}');
  press('text.next');
  await user.keyboard('{Enter}');
  expect(screen.getByTestId('texts').textContent).toContain('1 untyped');
  expect(told).not.toHaveBeenCalled();
  act(() => field().focus());
  await user.keyboard('A-17{Enter}');
  expect(told).toHaveBeenCalledWith(t.allTyped);
  told.mockRestore();
});

it('says that a text has as many characters as it may have: what was pasted beyond is not there', async () => {
  const { desk, press } = makeDesk();
  await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  const full = 'At most 1,000 characters; what goes beyond is left out';
  fireEvent.change(field(), { target: { value: 'x'.repeat(999) } });
  expect(screen.queryByText(full)).toBeNull();
  fireEvent.change(field(), { target: { value: 'x'.repeat(1000) } });
  expect(screen.getByText(full)).toBeTruthy();
});

it('types into the next text at once, however long the disk takes for the one before', async () => {
  const { desk, press, hold } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  hold();
  await user.keyboard('A-17{Enter}B 2{Enter}');
  expect([a, b, c].map((id) => textOf(desk, id).text)).toEqual(['A-17', 'LOT 7', 'B 2']);
});

it('goes through texts that are all typed by Tab, to correct them, and Enter gives the keys back', async () => {
  const { desk, press } = makeDesk([
    quad(c, 90, { text: 'C' }),
    quad(a, 10, { text: 'A' }),
    quad(b, 50, { text: 'B' }),
  ]);
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.keyboard('A-17{Tab}');
  expect(screen.getByText('Text 2')).toBeTruthy();
  await user.keyboard('{Tab}');
  expect(screen.getByText('Text 3')).toBeTruthy();
  await user.keyboard('{Shift>}{Tab}{/Shift}B-2{Enter}');
  expect(document.activeElement).not.toBe(field());
  press('text.next');
  await user.keyboard('C-3{Enter}');
  // the last one is chosen still: it is typed itself, and behind it the key leads out of the field
  press('text.next');
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Tab}');
  expect(document.activeElement).not.toBe(field());
  expect([a, b, c].map((id) => textOf(desk, id).text)).toEqual(['A-17', 'B-2', 'C-3']);
});

it('goes back by Shift+Tab, and Escape leaves the field with what was typed, which undo takes back', async () => {
  const { desk, press, bench, follow } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.previous');
  expect(screen.getByText('Text 3')).toBeTruthy();
  await user.keyboard('x{Shift>}{Tab}{/Shift}');
  expect(screen.getByText('Text 1')).toBeTruthy();
  await user.keyboard('50Hz{Escape}');
  expect(textOf(desk, a).text).toBe('50Hz');
  expect(document.activeElement).not.toBe(field());
  expect(bench.ops).toHaveLength(2);
  act(() => {
    bench.undo();
    follow();
  });
  expect(textOf(desk, a).text).toBeNull();
  expect(field().value).toBe('');
});

it('leaves Enter to an input method while a word is being composed', async () => {
  const { desk, press } = makeDesk();
  await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  fireEvent.change(field(), { target: { value: 'ri qi' } });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Tab', isComposing: true });
  expect(textOf(desk, a).text).toBeNull();
  expect(screen.getByText('Text 1')).toBeTruthy();
  fireEvent.change(field(), { target: { value: '日期' } });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(textOf(desk, a).text).toBe('日期');
});

it('marks what cannot be read by one key, by the button, or by typing ###, and takes it back', async () => {
  const { desk, press } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.keyboard('{F2}');
  expect(textOf(desk, a)).toMatchObject({ ignore: true, text: null });
  expect(screen.getByText('Text 3')).toBeTruthy();
  await user.keyboard('###{Enter}');
  expect(textOf(desk, c)).toMatchObject({ ignore: true, text: null });
  expect(screen.getByTestId('texts').textContent).toContain('0 untyped');
  await user.click(screen.getByRole('button', { name: new RegExp(t.readable) }));
  expect(textOf(desk, c)).toMatchObject({ ignore: false });
});

it('marks the last text as unreadable although half of it is typed already', async () => {
  const { desk, press } = makeDesk([quad(a, 10)]);
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.keyboard('LOT-A7{F2}');
  expect(document.activeElement).not.toBe(field());
  expect(textOf(desk, a)).toMatchObject({ ignore: true, text: null });
  expect(field().value).toBe('###');
  await user.click(screen.getByRole('button', { name: new RegExp(t.readable) }));
  await user.type(field(), 'LOT-A743{Enter}');
  expect(textOf(desk, a)).toMatchObject({ ignore: false, text: 'LOT-A743' });
});

it('saves what was typed when one clicks elsewhere, and follows what somebody else typed', async () => {
  const { desk, bench, press, follow } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.keyboard('12');
  await user.click(screen.getByRole('button', { name: /LOT 7/ }));
  act(follow);
  expect(textOf(desk, a).text).toBe('12');
  expect(field().value).toBe('LOT 7');
  act(() => {
    bench.applyRemote([{ shapeId: b, shape: { ...quad(b, 50, { text: 'LOT 8' }), rev: 2 } }]);
    follow();
  });
  expect(field().value).toBe('LOT 8');
});

it('turns the reading start of the text, and undoes a drawing from an empty field', async () => {
  const { desk, bench, press } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  press('text.next');
  await user.click(screen.getByRole('button', { name: en.annotation.keys.reading.turn }));
  expect(textOf(desk, a).points.slice(0, 2)).toEqual([90, 10]);
  act(() => field().focus());
  fireEvent.keyDown(field(), { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(textOf(desk, a).points.slice(0, 2)).toEqual([10, 10]);
  expect(bench.ops).toHaveLength(2);
});

it('lists texts as they are read, says which differ from the template, and keeps it for the data set', async () => {
  const { desk } = makeDesk([quad(c, 90), quad(a, 10, { text: '2026-11-30' }), quad(b, 50, { text: 'LOT 7' })]);
  await show(<Panels desk={desk} />, { screen: 'Annotate' });
  const rows = () => screen.getAllByRole('button', { pressed: false }).map((row) => row.title);
  expect(rows().filter((title) => /^\d /.test(title))).toEqual(['1 2026-11-30', '2 LOT 7', `3 ${t.open}`]);
  const template = screen.getByRole('combobox', { name: t.template });
  fireEvent.change(template, { target: { value: '\\d{4}-\\d{2}-\\d{2}' } });
  expect(screen.getByTestId('texts').textContent).toContain('1 differs');
  const odd = screen.getByRole('button', { name: /LOT 7/ });
  expect(within(odd).getByTitle(t.odd)).toBeTruthy();
  expect(localStorage.getItem('loupe.texts')).toContain('\\\\d{4}-\\\\d{2}');
  fireEvent.change(template, { target: { value: '[A-' } });
  expect(screen.getByText(/^Not a valid regular expression: /)).toBeTruthy();
});

it('takes an own template as it was typed, though it begins as a common one does, and one of the list by its name', async () => {
  const { desk } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  const template = screen.getByRole<HTMLInputElement>('combobox', { name: t.template });
  expect(template.placeholder).toContain('regular expression');
  // antd reads the number of the key
  const enter = () => {
    fireEvent.keyDown(template, { key: 'Enter', keyCode: 13, which: 13 });
    fireEvent.keyUp(template, { key: 'Enter', keyCode: 13, which: 13 });
  };
  const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent);
  await user.click(template);
  expect(offered()).toHaveLength(templates.length);
  await user.keyboard('[[A-Z');
  enter();
  expect(template.value).toBe('[A-Z');
  await user.clear(template);
  await user.keyboard('serial');
  expect(offered()).toEqual(['Serial number AB12345']);
  fireEvent.keyDown(template, { key: 'ArrowDown', keyCode: 40, which: 40 });
  enter();
  expect(template.value).toBe(templates.find(({ id }) => id === 'serial')!.pattern);
});

it('gives the keys back to the drawing area from the template, so that what follows goes into a text', async () => {
  const { desk, press } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  const template = screen.getByRole<HTMLInputElement>('combobox', { name: t.template });
  for (const [typed, key, code] of [
    ['LOT.*', 'Enter', 13],
    ['|NO.*', 'Escape', 27],
  ] as const) {
    await user.click(template); // oxlint-disable-line no-await-in-loop -- one key after the other
    await user.keyboard(typed); // oxlint-disable-line no-await-in-loop
    fireEvent.keyDown(template, { key, keyCode: 229 });
    expect(document.activeElement).toBe(template);
    fireEvent.keyDown(template, { key, keyCode: code, which: code });
    expect(document.activeElement).not.toBe(template);
  }
  expect(template.value).toBe('LOT.*|NO.*');
  press('text.next');
  expect(document.activeElement).toBe(field());
});

it('shows which characters of a set have not been seen', async () => {
  fakeApi({
    datasetCharacters: {
      characters: [
        { character: '7', count: 12 },
        { character: '年', count: 1 },
      ],
      typed: 4,
      untyped: 2,
      ignored: 1,
    },
  });
  const { desk } = makeDesk();
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  await user.click(screen.getByRole('button', { name: new RegExp(t.characters) }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/4 texts typed, 2 untyped, 1 unreadable/)).toBeTruthy();
  expect(within(dialog).getByText('年').closest('li')!.dataset['count']).toBe('few');
  expect(within(dialog).getByText('7').closest('li')!.dataset['count']).toBe('enough');
  expect(within(dialog).getByText('Q').closest('li')!.dataset['count']).toBe('none');
});

it('shows how surely a text was read, until a person types another', async () => {
  const { desk, press } = makeDesk([quad(a, 10, { text: 'CURRENT', score: 0.88, versionId: 3 }), quad(b, 50)]);
  const { user } = await show(<Panels desk={desk} />, { screen: 'Annotate' });
  expect(screen.getByTitle(en.texts.readingScore).textContent).toBe('0.88');
  expect(screen.getByTitle(en.annotation.fromModel)).toBeTruthy();
  press('text.previous');
  await user.click(screen.getByRole('button', { name: /CURRENT/ }));
  fireEvent.change(field(), { target: { value: 'CURRENTX' } });
  await user.type(field(), '{Enter}');
  expect(textOf(desk, a)).toMatchObject({ text: 'CURRENTX', score: null, versionId: null });
  expect(screen.queryByTitle(en.texts.readingScore)).toBeNull();
  expect(screen.queryByTitle(en.annotation.fromModel)).toBeNull();
});

it('leaves the room of a row to its text: no button for the only label, and the score with the pointer too', async () => {
  const { desk } = makeDesk([quad(a, 10, { text: 'CURRENT', score: 0.88, versionId: 3 })]);
  desk.labels.set(LABELS.filter(({ id }) => id === 11) as never);
  await show(<Panels desk={desk} />, { screen: 'Annotate' });
  const row = screen.getByRole('button', { name: /CURRENT/ });
  expect(row.title).toBe(`1 CURRENT · ${en.texts.readingScore} 0.88`);
  expect(screen.queryByRole('button', { name: en.annotation.changeLabel })).toBeNull();
});
