// One table of keys: it handles them and it is what the help shows.

export type CommandGroup = 'tool' | 'draw' | 'edit' | 'label' | 'view' | 'picture' | 'prediction';

/** drawing: a shape is half drawn. selection: something is selected. A row for a state goes before the row for any state. */
export type When = 'drawing' | 'selection' | 'any';

export type Binding = {
  readonly command: Command;
  readonly group: CommandGroup;
  /** For the help: "Ctrl+Shift+Z", "1", "←". Which key of a row was pressed is handed on as its index. */
  readonly keys: readonly string[];
  readonly when: When;
  readonly title: { readonly zh: string; readonly en: string };
};

export type Command =
  | 'tool.select'
  | 'tool.rectangle'
  | 'tool.polygon'
  | 'tool.pan'
  | 'pan.hold'
  | 'draw.finish'
  | 'draw.back'
  | 'cancel'
  | 'undo'
  | 'redo'
  | 'delete'
  | 'selectAll'
  | 'copy'
  | 'paste'
  | 'nudge'
  | 'nudgeFar'
  | 'cycle'
  | 'cycleBack'
  | 'label'
  | 'view.fit'
  | 'view.actual'
  | 'view.zoomIn'
  | 'view.zoomOut'
  | 'view.names'
  | 'picture.previous'
  | 'picture.next'
  | 'picture.previousOpen'
  | 'picture.nextOpen'
  | 'picture.checkEmpty'
  | 'prediction.accept'
  | 'prediction.acceptAll'
  | 'help';

type Row = [Command, CommandGroup, readonly string[], string, string, When?];

const ARROWS = ['←', '→', '↑', '↓'] as const;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

const rows: readonly Row[] = [
  ['tool.select', 'tool', ['V'], '选择', 'Select'],
  ['tool.rectangle', 'tool', ['R'], '矩形', 'Rectangle'],
  ['tool.polygon', 'tool', ['P'], '多边形', 'Polygon'],
  ['tool.pan', 'tool', ['H'], '平移', 'Pan'],
  ['pan.hold', 'view', ['Space'], '按住并拖动：平移', 'Hold and drag: pan'],
  ['draw.finish', 'draw', ['Enter'], '完成多边形', 'Finish the polygon', 'drawing'],
  ['draw.back', 'draw', ['Backspace'], '删除最后一个点', 'Remove the last point', 'drawing'],
  ['cancel', 'draw', ['Esc'], '取消，取消选择', 'Cancel, select nothing'],
  ['undo', 'edit', ['Ctrl+Z'], '撤销', 'Undo'],
  ['redo', 'edit', ['Ctrl+Shift+Z', 'Ctrl+Y'], '重做', 'Redo'],
  ['delete', 'edit', ['Delete', 'Backspace'], '删除所选', 'Delete the selection'],
  ['selectAll', 'edit', ['Ctrl+A'], '全选', 'Select all'],
  ['copy', 'edit', ['Ctrl+C'], '复制', 'Copy'],
  ['paste', 'edit', ['Ctrl+V'], '粘贴', 'Paste'],
  ['nudge', 'edit', ARROWS, '将所选移动 1 像素', 'Move the selection by 1 pixel', 'selection'],
  [
    'nudgeFar',
    'edit',
    ARROWS.map((a) => `Shift+${a}`),
    '将所选移动 10 像素',
    'Move the selection by 10 pixels',
    'selection',
  ],
  ['cycle', 'edit', ['Tab'], '光标下的下一个图形', 'Next shape under the cursor'],
  ['cycleBack', 'edit', ['Shift+Tab'], '光标下的上一个图形', 'Previous shape under the cursor'],
  [
    'label',
    'label',
    DIGITS,
    '新图形的标签；选择工具下也改所选图形',
    'Label of new shapes; with Select, of the selection too',
  ],
  ['view.fit', 'view', ['F'], '适合窗口', 'Fit'],
  ['view.actual', 'view', ['Z'], '一个像素对一个像素', 'Pixel by pixel (100 %)'],
  ['view.zoomIn', 'view', ['='], '放大', 'Zoom in'],
  ['view.zoomOut', 'view', ['-'], '缩小', 'Zoom out'],
  ['view.names', 'view', ['N'], '显示或隐藏标签名', 'Show or hide label names'],
  ['picture.previous', 'picture', ['A', 'PageUp', '←'], '上一张', 'Previous picture'],
  ['picture.next', 'picture', ['D', 'PageDown', '→'], '下一张', 'Next picture'],
  ['picture.previousOpen', 'picture', ['Shift+A'], '上一张未标注', 'Previous unannotated picture'],
  ['picture.nextOpen', 'picture', ['Shift+D'], '下一张未标注', 'Next unannotated picture'],
  ['picture.checkEmpty', 'picture', ['E'], '已检查，无缺陷', 'Checked, empty'],
  ['prediction.accept', 'prediction', ['Y'], '采纳所选预测', 'Accept the selected prediction'],
  ['prediction.acceptAll', 'prediction', ['Shift+Y'], '采纳所有显示的预测', 'Accept all predictions shown'],
  ['help', 'view', ['?', 'F1'], '快捷键', 'Shortcuts'],
];

export const keymap: readonly Binding[] = rows.map(([command, group, keys, zh, en, when = 'any']) => ({
  command,
  group,
  keys,
  when,
  title: { zh, en },
}));

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
};

/** The name of a key by its place on the keyboard, not its character: letters then work while a Chinese input method is on. */
export function keyName(press: KeyPress): string {
  const { code } = press;
  const plain = NAMES[code] ?? code.replace(/^(Key|Digit|Numpad)(?=.$)/, '');
  if (plain === '/' && press.shiftKey) return '?';
  const held = [press.ctrlKey || press.metaKey ? 'Ctrl' : '', press.altKey ? 'Alt' : '', press.shiftKey ? 'Shift' : ''];
  return [...held, plain].filter(Boolean).join('+');
}

export type KeyState = { readonly isDrawing: boolean; readonly hasSelection: boolean };
export type Resolved = { readonly command: Command; /** Place of the key in its row. */ readonly index: number };

/** The command for a key. Arrows move a selection where there is one, and change the picture where not. */
export function resolveKey(press: KeyPress, state: KeyState): Resolved | null {
  const name = keyName(press);
  const holds = (when: When): boolean =>
    when === 'any' || (when === 'drawing' ? state.isDrawing : state.hasSelection && !state.isDrawing);
  const found = keymap.filter((row) => row.keys.includes(name) && holds(row.when));
  const row = found.find(({ when }) => when !== 'any') ?? found[0];
  return row ? { command: row.command, index: row.keys.indexOf(name) } : null;
}
