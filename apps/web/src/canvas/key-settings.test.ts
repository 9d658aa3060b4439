// Presets and changed keys: no key has two meanings in one state, what was changed wins, and all of it goes back.

import { KeySettings, keyPresets } from '@loupe/contract';
import { describe, expect, it } from 'vitest';
import { changedKeys, clashesWith, isFixed, keymapFor, refusalOf, withKey, withoutKey } from './key-settings.ts';
import { presetKeys } from './key-presets.ts';
import { keymap, resolveKey } from './keymap.ts';
import { createBench, stored } from './testing/headless.ts';
import type { Binding, Command } from './keymap.ts';

const plain = { preset: 'loupe', changed: {} } as const;
const keysOf = (table: readonly Binding[], command: Command) => table.find((row) => row.command === command)!.keys;
const clashes = (table: readonly Binding[]) =>
  table.flatMap((row) =>
    row.keys
      .filter((key) => key && clashesWith(table, row.command, key).length > 0)
      .map((key) => `${row.command} ${key}`),
  );

describe.each(keyPresets)('preset %s', (preset) => {
  const table = keymapFor({ preset, changed: {} });

  it('gives no key two meanings in one state, and none that cannot be had', () => {
    expect(clashes(table)).toEqual([]);
    expect(table.flatMap(({ keys }) => keys).filter((key) => refusalOf(key) !== null)).toEqual([]);
  });

  it('leaves every command a key', () => {
    expect(table.filter(({ keys }) => keys.filter(Boolean).length === 0)).toEqual([]);
  });

  it('has every key that it names', () => {
    for (const [command, keys] of Object.entries(presetKeys[preset])) {
      expect([command, keysOf(table, command as Command)]).toEqual([command, keys]);
    }
  });
});

describe('changed keys', () => {
  it('are none of the default table', () => {
    expect(keymapFor(plain)).toEqual(keymap);
    expect(changedKeys(keymap, 'loupe')).toEqual({});
  });

  it('take a key from whoever has it, and say from whom', () => {
    expect(clashesWith(keymap, 'tool.polygon', 'R').map((row) => row.command)).toEqual(['tool.rectangle']);
    const table = withKey(keymap, 'tool.polygon', 1, 'R');
    expect(keysOf(table, 'tool.polygon')).toEqual(['P', 'R']);
    expect(keysOf(table, 'tool.rectangle')).toEqual([]);
    const changed = changedKeys(table, 'loupe');
    expect(changed).toEqual({ 'tool.polygon': ['P', 'R'], 'tool.rectangle': [] });
    expect(KeySettings.parse({ preset: 'loupe', changed })).toEqual({ preset: 'loupe', changed });
    expect(keymapFor({ preset: 'loupe', changed })).toEqual(table);
  });

  it('keep the places of a row in which each key means something of its own', () => {
    const table = withKey(keymap, 'undo', 0, '3');
    expect(keysOf(table, 'label')).toEqual(['1', '2', '', '4', '5', '6', '7', '8', '9', '0']);
    const press = { code: 'Digit4', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    expect(resolveKey(table, press, { isDrawing: false, hasSelection: false })).toEqual({ command: 'label', index: 3 });
    expect(keysOf(withoutKey(keymap, 'label', 9), 'label').at(-1)).toBe('');
  });

  it('see that a key for a selection would hide one for any time, but for those that share it on purpose', () => {
    expect(clashesWith(keymap, 'lock', 'D').map((row) => row.command)).toEqual(['image.next']);
    expect(clashesWith(keymap, 'image.next', '→')).toEqual([]);
    // while a shape is half drawn nothing is selected
    expect(clashesWith(keymap, 'draw.finish', 'M')).toEqual([]);
  });

  it('leave fixed keys alone, whatever is stored, and give one of two equal ones', () => {
    const table = keymapFor({
      preset: 'loupe',
      changed: { cancel: ['G'], undo: ['Esc', 'Ctrl+Z'], redo: ['Alt+9'], copy: ['Alt+9'], gone: ['J'] },
    });
    expect(isFixed('cancel')).toBe(true);
    expect(keysOf(table, 'cancel')).toEqual(['Esc']);
    expect(keysOf(table, 'undo')).toEqual(['Ctrl+Z']);
    expect([keysOf(table, 'redo'), keysOf(table, 'copy')]).toEqual([['Alt+9'], []]);
    expect(clashes(table)).toEqual([]);
  });

  it('refuse what the browser keeps, and keys without a name', () => {
    expect(['Ctrl+T', 'Ctrl+Shift+W', 'F5', 'Ctrl+R'].map(refusalOf)).toEqual(Array(4).fill('browser'));
    expect(['MediaPlay', '', 'Ctrl+Lang1'].map(refusalOf)).toEqual(Array(3).fill('unknown'));
    expect(['Ctrl+K', 'Alt+A', 'F2', '?'].map(refusalOf)).toEqual(Array(4).fill(null));
  });
});

describe('in the editor', () => {
  it('hold from the moment they are set, also for what is held', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    let table = withKey(keymap, 'view.peek', 0, 'J');
    table = withKey(table, 'tool.rectangle', 0, 'W');
    bench.setKeymap(table);
    bench.key('KeyW');
    expect(bench.status().tool).toBe('rectangle');
    bench.key('KeyR');
    bench.key('KeyV');
    bench.key('KeyJ');
    expect(bench.opacities.at(-1)).toBe(0);
    bench.keyUp('KeyW');
    expect(bench.opacities.at(-1)).toBe(0);
    bench.keyUp('KeyJ');
    expect(bench.opacities.at(-1)).toBe(1);
  });

  it('tells what is switched on', () => {
    const bench = createBench();
    bench.key('KeyS', { shiftKey: true });
    bench.key('KeyC', { shiftKey: true });
    bench.key('KeyG', { shiftKey: true });
    expect(bench.status()).toMatchObject({ isSnapping: true, hasGuides: false, hasGrid: false });
    bench.setSnapping(false);
    bench.setGuides(true);
    bench.setGrid(true);
    expect(bench.status()).toMatchObject({ isSnapping: false, hasGuides: true, hasGrid: true });
  });
});
