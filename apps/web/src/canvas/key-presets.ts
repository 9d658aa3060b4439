// Keys of programs that people come from. What a program does not have keeps our key, unless one of its own takes it.

import type { KeyPreset } from '@loupe/contract';
import type { Command } from './keymap.ts';

export type PresetKeys = Partial<Record<Command, readonly string[]>>;

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** LabelMe and X-AnyLabeling, which has LabelMe's keys and more. */
const labelme: PresetKeys = {
  'tool.select': ['Ctrl+J', 'V'],
  'tool.quadrilateral': ['T', 'Q'],
  'tool.assist': ['Shift+I'],
  'image.previousOpen': ['Ctrl+Shift+A'],
  'image.nextOpen': ['Ctrl+Shift+D'],
  'view.fit': ['Ctrl+F', 'F'],
  'view.actual': ['Ctrl+0', 'Z'],
  'view.zoomIn': ['Ctrl+=', '='],
  'view.zoomOut': ['Ctrl+-', '-'],
  'shapes.hide': ['S', 'Ctrl+H'],
  'shapes.fromPrevious': ['Ctrl+P', 'C'],
  unite: ['Ctrl+Shift+M'],
  'prediction.run': ['Ctrl+M', 'I'],
  'prediction.next': ['Shift+T'],
};

/** `N` ends a shape; `F` is the next image, `H` hides, `-` and `=` are the order of shapes. */
const cvat: PresetKeys = {
  'draw.finish': ['N', 'Enter'],
  'image.previous': ['D', 'PageUp', '←'],
  'image.next': ['F', 'PageDown', '→'],
  'image.previousOpen': ['Shift+D'],
  'image.nextOpen': ['Shift+F'],
  label: digits.map((digit) => `Ctrl+${digit}`),
  'shapes.hide': ['H'],
  'tool.pan': ['Shift+H'],
  'tool.cut': ['Alt+J', 'K'],
  unite: ['J'],
  'image.checkNext': ['Shift+J'],
  toFront: ['='],
  toBack: ['-'],
  'view.zoomIn': ['Ctrl+='],
  'view.zoomOut': ['Ctrl+-'],
  'view.fit': ['Shift+Z'],
  'view.selection': ['Alt+Z'],
  'view.names': ['Shift+N'],
  help: ['F1', '?'],
};

/** `W` draws a rectangle and `Q` four corners, the keys of its manual. */
const ppocrlabel: PresetKeys = {
  'tool.rectangle': ['W', 'R'],
  'tool.quadrilateral': ['Q', 'Home'],
  'text.edit': ['Ctrl+E', 'Enter'],
  'view.peek': ['Shift+W'],
  'image.checkNext': ['End', 'J'],
  'view.zoomIn': ['Ctrl+=', '='],
  'view.zoomOut': ['Ctrl+-', '-'],
};

export const presetKeys: Readonly<Record<KeyPreset, PresetKeys>> = { loupe: {}, labelme, cvat, ppocrlabel };
