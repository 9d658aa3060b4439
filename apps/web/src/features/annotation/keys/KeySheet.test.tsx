/** The sheet of keys: drawn from the table, searched, changed with a check, put back; and what the account gets of it. */
import { WorkbenchSettings } from '@loupe/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keymap } from '../../../canvas/index.ts';
import { createBench } from '../../../canvas/testing/headless.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { makeDeskStores } from '../parts/desk-stores.ts';
import type { Desk } from '../parts/desk-types.ts';
import { SelectionBar } from '../parts/SelectionBar.tsx';
import { KeySheet } from './KeySheet.tsx';
import { useEditorSettings } from './use-editor-settings.ts';
import { KeymapProvider } from './use-keys.ts';

/** A server that keeps what it is given. */
function account(first: Partial<WorkbenchSettings> = {}) {
  let kept = WorkbenchSettings.parse(first);
  const server = fakeApi({
    workbenchSettings: () => kept,
    workbenchSettingsUpdate: (patch) => {
      kept = WorkbenchSettings.parse({ ...kept, ...patch });
      return kept;
    },
  });
  return { ...server, kept: () => kept };
}

const sheet = <KeySheet isMarked isReviewed kinds={['rect', 'rrect', 'polygon', 'quad']} />;
const { keys: words } = en;
const place = (name: string) => screen.getByRole('button', { name });

async function press(button: HTMLElement, code: string, held: Record<string, boolean> = {}) {
  fireEvent.click(button);
  await act(async () => {
    fireEvent.keyDown(button, { code, key: 'Process', keyCode: 229, ...held });
    fireEvent.keyUp(button, { code });
  });
}

describe('the sheet', () => {
  it('has a row for each command, and those alone that apply', async () => {
    account();
    const shown = await show(sheet);
    expect(shown.container.querySelectorAll('dl > div').length).toBe(keymap.length + 7 + 6);
    const assist = within(screen.getByRole('heading', { name: en.annotation.helpGroups.assist }).parentElement!);
    expect(assist.getByText(en.annotation.assist.backText).previousSibling?.textContent).toBe('Backspace');
    expect(assist.getByText(en.annotation.assist.groundText).previousSibling?.textContent).toContain('Alt + click');
    shown.unmount();
    await show(<KeySheet isMarked={false} isReviewed={false} kinds={['rect']} />);
    expect(screen.queryByText(en.annotation.keys.image.nextOpen)).toBeNull();
    expect(screen.queryByText(en.annotation.keys.reading.turn)).toBeNull();
    expect(screen.queryByText('Quadrilateral')).toBeNull();
    expect(screen.queryByText(en.annotation.assist.backText)).toBeNull();
    expect(screen.getByText('Rectangle')).toBeTruthy();
  });

  it('is searched by words and by keys', async () => {
    account();
    const { user, container } = await show(sheet);
    const field = screen.getByRole('textbox', { name: words.find });
    const rows = () => [...container.querySelectorAll('dl > div')].map((row) => row.querySelector('dd')!.textContent);
    await user.type(field, 'snap');
    expect(rows()).toEqual([en.annotation.keys.snap]);
    await user.clear(field);
    await user.type(field, 'ctrl+shift+z');
    expect(rows()).toEqual([en.annotation.keys.redo]);
    await user.clear(field);
    await user.type(field, 'qqq');
    expect(screen.getByText('No command or key matches “qqq”.')).toBeTruthy();
  });

  it('takes a free key at once, by its place on the keyboard, and adds and removes keys', async () => {
    const { kept } = account();
    await show(sheet);
    await press(place('Rectangle: R'), 'KeyJ', { altKey: true });
    await waitFor(() => expect(kept().keys.changed).toEqual({ 'tool.rectangle': ['Alt+J'] }));
    await press(place('Rectangle: add a key'), 'KeyR');
    await waitFor(() => expect(kept().keys.changed).toEqual({ 'tool.rectangle': ['Alt+J', 'R'] }));
    fireEvent.keyDown(place('Rectangle: Alt+J'), { code: 'Delete' });
    // as the preset has it: nothing is kept of it
    await waitFor(() => expect(kept().keys.changed).toEqual({}));
  });

  it('asks before it takes a key from another command, and leaves it where one says no', async () => {
    const { kept } = account();
    const { user } = await show(sheet);
    await press(place('Rectangle: R'), 'KeyP');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Currently used for: Polygon.');
    await user.click(within(dialog).getByRole('button', { name: /Cancel/ }));
    expect(kept().keys.changed).toEqual({});
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(place('Rectangle: R'), 'KeyP');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.take }));
    await waitFor(() => expect(kept().keys.changed).toEqual({ 'tool.rectangle': ['P'], 'tool.polygon': [] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: new RegExp(words.reset) }));
    await waitFor(() => expect(kept().keys.changed).toEqual({}));
    expect(place('Polygon: P')).toBeTruthy();
  });

  it('gives no key of the browser and none that is fixed, and Esc leaves all as it was', async () => {
    const { asked } = account();
    await show(sheet);
    await press(place('Rectangle: R'), 'KeyW', { ctrlKey: true });
    await press(place('Rectangle: R'), 'Space');
    await press(place('Rectangle: R'), 'Escape');
    expect(place('Rectangle: R')).toBeTruthy();
    expect(asked('workbenchSettingsUpdate')).toEqual([]);
    // neither Space nor Esc can be pressed to be changed
    expect(screen.queryByRole('button', { name: new RegExp(en.annotation.keys.cancel) })).toBeNull();
  });

  it('changes single places of the number keys', async () => {
    const { kept } = account();
    const { user } = await show(sheet);
    await user.click(screen.getByRole('button', { name: /Label for new shapes.*: change single keys$/ }));
    await press(place(`${en.annotation.keys.label}, 3: 3`), 'Digit3', { altKey: true });
    await waitFor(() =>
      expect(kept().keys.changed.label).toEqual(['1', '2', 'Alt+3', '4', '5', '6', '7', '8', '9', '0']),
    );
  });

  it('changes to another preset, and asks where own changes would be lost', async () => {
    const { kept } = account({ keys: { preset: 'loupe', changed: { undo: ['Alt+U'] } } });
    const { user } = await show(sheet);
    const choose = async () => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: words.preset }));
      await user.click(await screen.findByText('CVAT'));
    };
    await screen.findByRole('button', { name: 'Undo: Alt+U' });
    await choose();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.choose }));
    await waitFor(() => expect(kept().keys).toEqual({ preset: 'cvat', changed: {} }));
    expect(place('Next image: F')).toBeTruthy();
  });
});

describe('the workbench', () => {
  function Bench({ desk }: { desk: Desk }) {
    return (
      <KeymapProvider value={useEditorSettings(desk)}>
        <SelectionBar desk={desk} />
      </KeymapProvider>
    );
  }

  it('begins as the account has it, with its keys in hand and in the tips, and keeps what is switched', async () => {
    const { kept, asked } = account({
      keys: { preset: 'loupe', changed: { lock: ['Alt+L'] } },
      isSnapping: true,
      hasGuides: false,
      opacity: 0.4,
    });
    const bench = createBench();
    const stores = makeDeskStores();
    const desk = { ...stores, editor: () => bench } as unknown as Desk;
    stores.mode.set(bench.status());
    const { unmount } = await show(<Bench desk={desk} />, { screen: 'Annotate' });
    await screen.findByRole('button', { name: 'Lock or unlock (Alt+L)' });
    await waitFor(() => expect(bench.status()).toMatchObject({ isSnapping: true, hasGuides: false, opacity: 0.4 }));
    act(() => stores.mode.set(bench.status()));
    expect(asked('workbenchSettingsUpdate')).toEqual([]);
    bench.key('KeyS', { shiftKey: true });
    act(() => {
      stores.mode.set(bench.status());
      stores.minimapOpen.set(false);
    });
    // what was switched last is kept as well by leaving
    unmount();
    await waitFor(() => expect(kept()).toMatchObject({ isSnapping: false, hasMinimap: false, opacity: 0.4 }));
    expect(asked('workbenchSettingsUpdate')).toEqual([{ isSnapping: false, hasMinimap: false }]);
  });
});
