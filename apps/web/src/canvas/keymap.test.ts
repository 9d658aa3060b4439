// The keymap: every command has a key, no key means two things, and both names are there.

import { describe, expect, it } from 'vitest';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';
import { keyName, keymap, resolveKey } from './keymap.ts';
import { createBench, stored } from './testing/headless.ts';
import type { KeyPress, KeyState } from './keymap.ts';

const press = (code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const idle: KeyState = { isDrawing: false, hasSelection: false };

const textOf = (texts: object, key: string): unknown =>
  key.split('.').reduce((at: unknown, name) => (at as Record<string, unknown>)[name], texts);
const titleIn = (language: 'zh' | 'en', title: (typeof keymap)[number]['title']): unknown =>
  typeof title === 'string' ? textOf({ zh, en }[language], title) : title[language];

/** Back from a name in the table to a press on the keyboard. */
function pressOf(name: string): KeyPress {
  const parts = name.split('+');
  const plain = parts.pop() as string;
  const codes: Record<string, string> = {
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
    Esc: 'Escape',
    '=': 'Equal',
    '-': 'Minus',
    '?': 'Slash',
    '.': 'Period',
    ',': 'Comma',
    '[': 'BracketLeft',
    ']': 'BracketRight',
  };
  const code = codes[plain] ?? (/^[A-Z]$/.test(plain) ? `Key${plain}` : /^\d$/.test(plain) ? `Digit${plain}` : plain);
  return press(code, {
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift') || plain === '?',
  });
}

describe('keymap', () => {
  it('has one row for each command, with keys and both titles', () => {
    expect(new Set(keymap.map((row) => row.command)).size).toBe(keymap.length);
    for (const row of keymap) {
      expect(row.keys.length).toBeGreaterThan(0);
      expect(titleIn('zh', row.title)).toMatch(/[\u4e00-\u9fff]/);
      expect(titleIn('en', row.title)).toMatch(/^[A-Z]/);
    }
  });

  it('gives no key two meanings in one state', () => {
    const taken = keymap.flatMap((row) => row.keys.map((key) => `${row.when} ${key}`));
    expect(taken.filter((key, i) => taken.indexOf(key) !== i)).toEqual([]);
  });

  it('resolves every key of every row to its command', () => {
    for (const row of keymap) {
      row.keys.forEach((key, index) => {
        const state = {
          isDrawing: row.when === 'drawing',
          hasSelection: row.when === 'selection',
          hasTexts: row.when === 'texts',
        };
        expect(resolveKey(keymap, pressOf(key), state)).toEqual({ command: row.command, index });
      });
    }
  });

  it('leaves the browser its own keys', () => {
    for (const key of ['Ctrl+N', 'Ctrl+T', 'Ctrl+W', 'Ctrl+R', 'Ctrl+L', 'F5', 'F12']) {
      expect(resolveKey(keymap, pressOf(key), idle)).toBeNull();
    }
  });

  it('moves a selection with the arrows, and changes the image without one', () => {
    const right = press('ArrowRight');
    expect(resolveKey(keymap, right, idle)).toEqual({ command: 'image.next', index: 2 });
    expect(resolveKey(keymap, right, { ...idle, hasSelection: true })).toEqual({ command: 'nudge', index: 1 });
    expect(resolveKey(keymap, press('ArrowUp'), idle)).toBeNull();
    expect(resolveKey(keymap, press('Backspace'), { isDrawing: true, hasSelection: false })?.command).toBe('draw.back');
  });

  it('reads keys by place, so an input method or a layout does not matter', () => {
    expect(keyName(press('KeyZ', { metaKey: true, shiftKey: true }))).toBe('Ctrl+Shift+Z');
    expect(keyName(press('Numpad3'))).toBe('3');
    expect(keyName(press('NumpadEnter'))).toBe('Enter');
    expect(keyName(press('KeyA', { altKey: true }))).toBe('Alt+A');
  });
});

describe('texts by key', () => {
  const untyped = stored('rect', [10, 10, 60, 60]);
  const typed = stored('rect', [80, 10, 120, 60], { text: 'A7' });

  it('goes on to the next text and types it, where shapes carry texts', () => {
    const bench = createBench({ shapes: [untyped, typed] });
    bench.setTexts(true);
    bench.key('Tab');
    bench.key('Tab', { shiftKey: true });
    bench.click(100, 30);
    bench.key('Enter');
    bench.key('F2');
    expect(bench.commands).toEqual(['text.next', 'text.previous', 'text.edit', 'text.ignore']);
  });

  it('goes through texts also where all are typed, and leaves Tab to the page where there are none', () => {
    const bench = createBench({ shapes: [typed] });
    bench.setTexts(true);
    expect(bench.key('Enter')).toBe(false);
    expect(bench.key('Tab')).toBe(true);
    expect(bench.key('Tab', { shiftKey: true })).toBe(true);
    expect(bench.commands).toEqual(['text.next', 'text.previous']);
    const bare = createBench({ shapes: [] });
    bare.setTexts(true);
    expect(bare.key('Tab')).toBe(false);
  });

  it('leaves its keys their meaning where shapes carry none', () => {
    const bench = createBench({ shapes: [untyped, stored('rect', [5, 5, 70, 70])] });
    bench.move(30, 30);
    bench.key('Tab');
    expect(bench.selections.at(-1)).toHaveLength(1);
    expect(bench.commands).toEqual([]);
  });
});

describe('commands by key', () => {
  it('marks an image without shapes as checked and goes on, and only goes on from one with shapes', () => {
    const bench = createBench({ shapes: [] });
    bench.key('KeyJ');
    expect([bench.status().isCheckedEmpty, bench.commands]).toEqual([true, ['image.next']]);
    bench.key('KeyJ');
    expect([bench.status().isCheckedEmpty, bench.ops.length]).toEqual([true, 1]);
    const drawn = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    drawn.key('KeyJ');
    expect([drawn.ops, drawn.commands]).toEqual([[], ['image.next']]);
    drawn.key('KeyP');
    drawn.click(20, 20);
    drawn.key('KeyJ');
    expect(drawn.commands).toEqual(['image.next']);
  });

  it('handles every command of the table', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    bench.move(30, 30);
    for (const row of keymap) expect(() => bench.run(row.command)).not.toThrow();
    expect(bench.commands).toEqual([
      'shapes.hide',
      'shapes.fromPrevious',
      'view.minimap',
      'view.history',
      'image.previous',
      'image.next',
      'image.previousOpen',
      'image.nextOpen',
      'image.next',
      'prediction.missing',
      'prediction.missing',
      'prediction.missing',
      'prediction.run',
      'prediction.similar',
      'prediction.uncertain',
      'review.submit',
      'review.accept',
      'review.return',
      'review.next',
      'help',
    ]);
  });

  it('labels the selection, or else what will be drawn', () => {
    const shape = stored('rect', [10, 10, 60, 60]);
    const bench = createBench({ shapes: [shape] });
    bench.key('Digit2');
    expect(bench.status().labelId).toBe(12);
    bench.click(30, 30);
    bench.key('Digit1');
    bench.key('Digit2');
    bench.key('Digit9');
    expect(bench.shapes()[0]?.labelId).toBe(12);
    expect(bench.ops).toHaveLength(1);
  });

  it('nudges by 1 and 10 pixels and stops at the edge', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    bench.click(30, 30);
    bench.key('ArrowRight');
    bench.key('ArrowUp', { shiftKey: true });
    expect(bench.shapes()[0]?.points).toEqual([11, 0, 61, 50]);
    bench.key('ArrowUp');
    expect(bench.ops).toHaveLength(2);
    expect(bench.commands).toEqual([]);
  });

  it('copies in place onto another image, beside the original on the same, and into a smaller one', () => {
    const bench = createBench({ shapes: [stored('rect', [300, 200, 400, 300])] });
    bench.click(350, 250);
    bench.key('KeyC', { ctrlKey: true });
    bench.key('KeyV', { ctrlKey: true });
    expect(bench.shapes()).toHaveLength(2);
    expect(bench.shapes()[0]?.points).toEqual([300, 200, 400, 300]);
    bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [] });
    bench.key('KeyV', { ctrlKey: true });
    expect(bench.shapes()[0]?.points).toEqual([300, 200, 400, 300]);
    // again: what lies there already is not doubled, and not moved off either
    bench.key('KeyV', { ctrlKey: true });
    expect([bench.shapes().length, bench.notices.at(-1)]).toEqual([1, 'canvas.pastedAlready']);
    // of another label it is another object, in the very same place
    bench.relabel([bench.shapes()[0]!.id], 12);
    bench.key('KeyV', { ctrlKey: true });
    expect(bench.shapes().map(({ points }) => points)).toEqual([
      [300, 200, 400, 300],
      [300, 200, 400, 300],
    ]);
    bench.loadImage({ imageId: 3, width: 150, height: 60, bitmap: null, shapes: [] });
    bench.key('KeyV', { ctrlKey: true });
    expect(bench.shapes()[0]?.points).toEqual([50, 0, 150, 60]);
    expect(new Set(bench.ops.map((op) => op.shapeId)).size).toBe(4);
  });

  it('says why the image stays while a shape is half drawn', () => {
    const bench = createBench();
    bench.key('KeyP');
    bench.click(20, 20);
    bench.key('KeyD');
    expect([bench.commands, bench.notices]).toEqual([[], ['canvas.unfinished']]);
    bench.key('KeyV');
    expect([bench.status().tool, bench.isHeldUp(), bench.notices.length]).toEqual(['polygon', true, 3]);
    bench.key('Escape');
    bench.key('KeyD');
    expect(bench.commands).toEqual(['image.next']);
    bench.key('KeyV');
    expect(bench.status().tool).toBe('select');
  });

  it('checks an image as empty, not one with shapes; drawing ends it; undo brings it back', () => {
    const bench = createBench();
    bench.key('KeyE');
    expect(bench.status().isCheckedEmpty).toBe(true);
    bench.setTool('rectangle');
    bench.drag([10, 10], [50, 50]);
    expect(bench.ops.map((op) => op.kind)).toEqual(['checkEmpty', 'uncheckEmpty', 'put']);
    bench.key('KeyE');
    expect(bench.notices).toEqual(['annotation.notEmpty']);
    bench.undo();
    expect(bench.status()).toMatchObject({ isCheckedEmpty: true, shapeCount: 0 });
  });

  it('marks nothing, and looks for nothing unmarked, where the list of an image says what it is', () => {
    const bench = createBench();
    bench.setMarked(false);
    bench.key('KeyE');
    bench.key('KeyD', { shiftKey: true });
    bench.key('KeyA', { shiftKey: true });
    expect(bench.ops).toEqual([]);
    expect(bench.commands).toEqual([]);
    bench.key('KeyD');
    expect(bench.commands).toEqual(['image.next']);
  });
});
