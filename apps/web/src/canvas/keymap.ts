// One table of keys: it handles them and it is what the help shows.

import type { Words } from '@loupe/contract';
import { tools } from './tools/registry.ts';
import type { ParseKeys } from 'i18next';
import type { ToolInfo, ToolName } from './tools/registry.ts';

export type CommandGroup = 'tool' | 'draw' | 'edit' | 'text' | 'label' | 'view' | 'image' | 'prediction' | 'review';

/** drawing: a shape is half drawn. selection: something is selected. texts: shapes carry texts. A row for a state goes before the row for any state. */
export type When = 'drawing' | 'selection' | 'texts' | 'any';

export type Binding = {
  readonly command: Command;
  readonly group: CommandGroup;
  /** For the help: "Ctrl+Shift+Z", "1", "←". Which key of a row was pressed is handed on as its index. */
  readonly keys: readonly string[];
  readonly when: When;
  /** Of a tool, its own words. */
  readonly title: ParseKeys | Words;
};

/** Takes a tool into the hand. */
export type ToolChoice = `tool.${ToolName}`;

export type Command = ToolChoice | PlainCommand;

/** What is done with the texts of shapes; the screen does it. */
export type TextCommand = 'text.next' | 'text.previous' | 'text.edit' | 'text.ignore';

/** What is said of the whole image; the screen says it. `next`: to the next image that waits for review. */
export type ReviewCommand = 'review.submit' | 'review.accept' | 'review.return' | 'review.next';

export type PlainCommand =
  | 'pan.hold'
  | 'draw.finish'
  | 'draw.back'
  | 'brush.smaller'
  | 'brush.larger'
  | 'cancel'
  | 'undo'
  | 'redo'
  | 'delete'
  | 'selectAll'
  | 'copy'
  | 'paste'
  | 'pasteHere'
  | 'duplicate'
  | 'ignore'
  | 'lock'
  | 'snap'
  | 'align'
  | 'shapes.hide'
  | 'shapes.fromPrevious'
  | 'unite'
  | 'subtract'
  | 'toFront'
  | 'toBack'
  | 'nudge'
  | 'nudgeFar'
  | 'cycle'
  | 'cycleBack'
  | 'reading.turn'
  | 'reading.turnBack'
  | TextCommand
  | ReviewCommand
  | 'label'
  | 'view.selection'
  | 'view.peek'
  | 'view.fainter'
  | 'view.stronger'
  | 'view.guides'
  | 'view.minimap'
  | 'view.history'
  | 'view.fit'
  | 'view.actual'
  | 'view.zoomIn'
  | 'view.zoomOut'
  | 'view.names'
  | 'view.grid'
  | 'image.previous'
  | 'image.next'
  | 'image.previousOpen'
  | 'image.nextOpen'
  | 'image.checkEmpty'
  | 'image.checkNext'
  | 'prediction.accept'
  | 'prediction.acceptAll'
  | 'prediction.reject'
  | 'prediction.rejectAll'
  | 'prediction.next'
  | 'prediction.run'
  | 'prediction.similar'
  | 'prediction.uncertain'
  | 'help';

/** Only where a person marks each image as annotated or as empty: not where its list says what it is. */
export const markingCommands: ReadonlySet<Command> = new Set<Command>([
  'image.previousOpen',
  'image.nextOpen',
  'image.checkEmpty',
  'image.checkNext',
  'prediction.uncertain',
]);

/** Only where shapes are read as texts. */
export const readingCommands: ReadonlySet<Command> = new Set<Command>([
  'reading.turn',
  'reading.turnBack',
  'text.next',
  'text.previous',
  'text.edit',
  'text.ignore',
]);

/** Only where images are reviewed. */
export const reviewCommands: ReadonlySet<Command> = new Set<ReviewCommand>([
  'review.submit',
  'review.accept',
  'review.return',
  'review.next',
]);

type Row = [PlainCommand, CommandGroup, readonly string[], When?];

const ARROWS = ['←', '→', '↑', '↓'] as const;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

const rows: readonly Row[] = [
  ['pan.hold', 'view', ['Space']],
  ['draw.finish', 'draw', ['Enter'], 'drawing'],
  ['draw.back', 'draw', ['Backspace'], 'drawing'],
  ['brush.smaller', 'draw', ['[']],
  ['brush.larger', 'draw', [']']],
  ['cancel', 'draw', ['Esc']],
  ['undo', 'edit', ['Ctrl+Z']],
  ['redo', 'edit', ['Ctrl+Shift+Z', 'Ctrl+Y']],
  ['delete', 'edit', ['Delete', 'Backspace']],
  ['selectAll', 'edit', ['Ctrl+A']],
  ['copy', 'edit', ['Ctrl+C']],
  ['paste', 'edit', ['Ctrl+V']],
  ['pasteHere', 'edit', ['Ctrl+Shift+V']],
  ['duplicate', 'edit', ['Ctrl+D']],
  ['ignore', 'edit', ['M'], 'selection'],
  ['lock', 'edit', ['L'], 'selection'],
  ['snap', 'draw', ['Shift+S']],
  ['unite', 'edit', ['Ctrl+U']],
  ['subtract', 'edit', ['Ctrl+I']],
  ['toFront', 'edit', ['Ctrl+]'], 'selection'],
  ['toBack', 'edit', ['Ctrl+['], 'selection'],
  ['align', 'edit', ['Alt+A', 'Alt+D', 'Alt+W', 'Alt+S', 'Alt+H', 'Alt+V'], 'selection'],
  ['shapes.hide', 'edit', ['Shift+H']],
  ['shapes.fromPrevious', 'edit', ['C']],
  ['nudge', 'edit', ARROWS, 'selection'],
  ['nudgeFar', 'edit', ARROWS.map((a) => `Shift+${a}`), 'selection'],
  ['cycle', 'edit', ['Tab']],
  ['cycleBack', 'edit', ['Shift+Tab']],
  ['text.next', 'text', ['Tab'], 'texts'],
  ['text.previous', 'text', ['Shift+Tab'], 'texts'],
  ['text.edit', 'text', ['Enter'], 'texts'],
  ['text.ignore', 'text', ['F2'], 'texts'],
  ['reading.turn', 'text', ['.']],
  ['reading.turnBack', 'text', [',']],
  ['label', 'label', DIGITS],
  ['view.fit', 'view', ['F']],
  ['view.selection', 'view', ['Shift+F']],
  ['view.peek', 'view', ['W']],
  ['view.fainter', 'view', ['Shift+-']],
  ['view.stronger', 'view', ['Shift+=']],
  ['view.guides', 'view', ['Shift+C']],
  ['view.minimap', 'view', ['F9']],
  ['view.history', 'view', ['F8']],
  ['view.actual', 'view', ['Z']],
  ['view.zoomIn', 'view', ['=']],
  ['view.zoomOut', 'view', ['-']],
  ['view.names', 'view', ['N']],
  ['view.grid', 'view', ['Shift+G']],
  ['image.previous', 'image', ['A', 'PageUp', '←']],
  ['image.next', 'image', ['D', 'PageDown', '→']],
  ['image.previousOpen', 'image', ['Shift+A']],
  ['image.nextOpen', 'image', ['Shift+D']],
  ['image.checkEmpty', 'image', ['E']],
  ['image.checkNext', 'image', ['J']],
  ['prediction.accept', 'prediction', ['Y']],
  ['prediction.acceptAll', 'prediction', ['Shift+Y']],
  ['prediction.reject', 'prediction', ['X']],
  ['prediction.rejectAll', 'prediction', ['Shift+X']],
  ['prediction.next', 'prediction', ['T']],
  ['prediction.run', 'prediction', ['I']],
  ['prediction.similar', 'prediction', ['Shift+U']],
  ['prediction.uncertain', 'prediction', ['U']],
  ['review.submit', 'review', ['Ctrl+Enter']],
  ['review.accept', 'review', ['Shift+Enter']],
  ['review.return', 'review', ['Shift+Backspace']],
  ['review.next', 'review', ['Shift+R']],
  ['help', 'view', ['?', 'F1']],
];

/** The table for a set of tools; theirs come first. */
export const keymapOf = (all: readonly ToolInfo[]): readonly Binding[] => [
  ...all.map(({ id, key, title }): Binding => ({
    command: `tool.${id}`,
    group: 'tool',
    keys: [key],
    when: 'any',
    title,
  })),
  ...rows.map(([command, group, keys, when = 'any']): Binding => {
    return { command, group, keys, when, title: `annotation.keys.${command}` };
  }),
];

export const keymap = keymapOf(tools);

/** What is read of a keyboard event. */
export type KeyPress = {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  NumpadEnter: 'Enter',
  Equal: '=',
  NumpadAdd: '=',
  Minus: '-',
  NumpadSubtract: '-',
  Slash: '/',
  Period: '.',
  NumpadDecimal: '.',
  Comma: ',',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Backslash: '\\',
};

/** The name of a key by its place on the keyboard, not its character: letters then work while a Chinese input method is on. */
export function keyName(press: KeyPress): string {
  const { code } = press;
  const plain = NAMES[code] ?? code.replace(/^(Key|Digit|Numpad)(?=.$)/, '');
  const isAsked = plain === '/' && press.shiftKey;
  const isShift = press.shiftKey && !isAsked;
  const held = [press.ctrlKey || press.metaKey ? 'Ctrl' : '', press.altKey ? 'Alt' : '', isShift ? 'Shift' : ''];
  return [...held, isAsked ? '?' : plain].filter(Boolean).join('+');
}

export type KeyState = {
  readonly isDrawing: boolean;
  readonly hasSelection: boolean;
  /** Shapes carry texts; left out: they do not. */
  readonly hasTexts?: boolean;
};
export type Resolved = { readonly command: Command; /** Place of the key in its row. */ readonly index: number };

/** The command for a key. Arrows move a selection where there is one, and change the image where not. */
export function resolveKey(table: readonly Binding[], press: KeyPress, state: KeyState): Resolved | null {
  const name = keyName(press);
  const holds = (when: When): boolean => {
    if (when === 'any') return true;
    if (when === 'drawing') return state.isDrawing;
    return !state.isDrawing && (when === 'texts' ? state.hasTexts === true : state.hasSelection);
  };
  const found = table.filter((row) => row.keys.includes(name) && holds(row.when));
  const row = found.find(({ when }) => when !== 'any') ?? found[0];
  return row ? { command: row.command, index: row.keys.indexOf(name) } : null;
}
