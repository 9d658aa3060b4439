// Keys as a person wants them: a preset, and what was changed of it. No key ends up with two meanings in one state.

import { patterns, type KeySettings } from '@loupe/contract';
import { presetKeys } from './key-presets.ts';
import { keymapOf } from './keymap.ts';
import { tools } from './tools/registry.ts';
import type { Binding, Command, When } from './keymap.ts';
import type { ToolInfo } from './tools/registry.ts';

type Table = readonly Binding[];

/** The place of a key in these rows says what it does, so that a row has as many as it has places. */
const slotted: ReadonlySet<Command> = new Set<Command>(['label', 'align', 'nudge', 'nudgeFar']);
/** The same everywhere, and held or read in other places as well. */
const fixed: ReadonlySet<Command> = new Set<Command>(['pan.hold', 'cancel', 'nudge', 'nudgeFar']);
export const isFixed = (command: Command): boolean => fixed.has(command);
export const isSlotted = (command: Command): boolean => slotted.has(command);

/** Whether a command may have this key at all: `unknown` keys have no name, some are the browser's, some are fixed. */
export function refusalOf(key: string): 'unknown' | 'browser' | null {
  if (!key || !patterns.keyName.test(key)) return 'unknown';
  return patterns.browserKey.test(key) ? 'browser' : null;
}

/** Both can hold at once. */
const overlap = (a: When, b: When): boolean =>
  a === b || a === 'any' || b === 'any' || (a !== 'drawing' && b !== 'drawing');

const byDefault = keymapOf(tools);
/** Rows that share a key on purpose: arrows move what is selected, and change the image where nothing is. */
const shareOnPurpose = (a: Binding, b: Binding, key: string): boolean =>
  [a, b].every(({ command }) => byDefault.find((row) => row.command === command)?.keys.includes(key));

const clash = (a: Binding, b: Binding, key: string): boolean =>
  a.command !== b.command &&
  a.keys.includes(key) &&
  b.keys.includes(key) &&
  overlap(a.when, b.when) &&
  !shareOnPurpose(a, b, key);

const without = (row: Binding, isTaken: (key: string) => boolean): Binding => {
  if (!row.keys.some((key) => key && isTaken(key))) return row;
  const keys = isSlotted(row.command)
    ? row.keys.map((key) => (isTaken(key) ? '' : key))
    : row.keys.filter((key) => !isTaken(key));
  return { ...row, keys };
};

/** Rows with other keys; where one of these is another row's, that row gives it up. */
function changedBy(table: Table, changes: Readonly<Record<string, readonly string[] | undefined>>): Table {
  const changed = table.map((row) => {
    const keys = isFixed(row.command) ? undefined : changes[row.command];
    return keys ? { ...row, keys } : row;
  });
  const own = changed.filter((row, i) => row !== table[i] || isFixed(row.command));
  return changed.map((row, i) => {
    if (isFixed(row.command)) return row;
    // of two that were given the same, the first has it
    const stronger = row === table[i] ? own : own.filter((one) => isFixed(one.command) || changed.indexOf(one) < i);
    return without(row, (key) => key !== '' && stronger.some((one) => clash(one, row, key)));
  });
}

export const keymapFor = ({ preset, changed }: KeySettings, all: readonly ToolInfo[] = tools): Table =>
  changedBy(changedBy(keymapOf(all), presetKeys[preset]), changed);

/** The rows that this key would be taken from. */
export function clashesWith(table: Table, command: Command, key: string): Table {
  const row = table.find((one) => one.command === command);
  if (!row) return [];
  const asked = { ...row, keys: [key] };
  return table.filter((one) => clash(one, asked, key));
}

/** `place`: of the key that is replaced; behind the last: one more. Rows that had it give it up. */
export function withKey(table: Table, command: Command, place: number, key: string): Table {
  const taken = new Set(clashesWith(table, command, key).map((row) => row.command));
  return table.map((row) => {
    if (taken.has(row.command)) return without(row, (one) => one === key);
    if (row.command !== command) return row;
    const keys = [...row.keys];
    keys[place] = key;
    return { ...row, keys: isSlotted(command) ? keys : [...new Set(keys)] };
  });
}

export const withoutKey = (table: Table, command: Command, place: number): Table =>
  table.map((row) => {
    if (row.command !== command) return row;
    return { ...row, keys: isSlotted(command) ? row.keys.with(place, '') : row.keys.filter((_, i) => i !== place) };
  });

/** What has other keys than the preset gives it. */
export function changedKeys(table: Table, preset: KeySettings['preset']): KeySettings['changed'] {
  const plain = new Map(keymapFor({ preset, changed: {} }).map((row) => [row.command, row.keys.join(' ')]));
  const changed = table.filter((row) => plain.get(row.command) !== row.keys.join(' '));
  return Object.fromEntries(changed.map((row) => [row.command, [...row.keys]]));
}
