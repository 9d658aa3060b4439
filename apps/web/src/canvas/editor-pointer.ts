// The hand on the image: presses, moves, the wheel; panning with Space or the middle button in every tool.

import { screenPoint, toImage } from '@loupe/geometry';
import { refresh } from './editor-paint.ts';
import { brushRadius, isPanning, isSelecting } from './editor-state.ts';
import { placePoint } from './editor-snap.ts';
import { runWaiting } from './editor-sync.ts';
import { pan, zoomBy } from './view.ts';
import { panWhole } from './editor-view.ts';
import type { Editor } from './editor-state.ts';
import type { Pointer } from './tools/tool.ts';

/** What is read of a pointer event; x and y from the corner of the area, in CSS pixels. */
export type PointerInput = {
  readonly x: number;
  readonly y: number;
  /** 0 main, 1 middle, 2 second; −1 for moves. */
  readonly button: number;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
};

export type WheelInput = PointerInput & {
  /** CSS pixels. */
  readonly deltaX: number;
  readonly deltaY: number;
};

const MIDDLE = 1;
const SECOND = 2;
/** Wheel pixels that double the scale, and the most that one event may change it. */
const WHEEL_DOUBLE = 360;
const WHEEL_MAX = 240;

/** The second button, where the tool knows what it means. */
const isSecond = ({ tool }: Editor, { button }: PointerInput): boolean =>
  button === SECOND && tool.def.takesSecond === true;

function pointerOf(editor: Editor, input: PointerInput): Pointer {
  const screen = screenPoint(input.x, input.y);
  const { shift, ctrl } = input;
  const alt = input.alt || isSecond(editor, input);
  return { screen, image: toImage(editor.view.transform, screen), shift, ctrl, alt };
}

export function pointerDown(editor: Editor, input: PointerInput): void {
  const p = pointerOf(editor, input);
  editor.pointer = p;
  const isPan = input.button === MIDDLE || (input.button === 0 && (editor.isSpaceHeld || isPanning(editor)));
  if (isPan) editor.panFrom = p.screen;
  else if (input.button === 0 || isSecond(editor, input)) editor.tool.down(p);
  refresh(editor);
}

export function pointerMove(editor: Editor, input: PointerInput): void {
  const p = pointerOf(editor, input);
  editor.snapped = null;
  if (editor.panFrom) {
    const moved = panWhole(editor, p.screen.x - editor.panFrom.x, p.screen.y - editor.panFrom.y);
    editor.panFrom = screenPoint(editor.panFrom.x + moved.x, editor.panFrom.y + moved.y);
  } else {
    editor.tool.move(p);
    // before the first point it is seen where that would go
    if (editor.tool.def.snaps && !editor.tool.isBusy()) placePoint(editor, p);
  }
  editor.pointer = pointerOf(editor, input);
  refresh(editor, editor.panFrom ? 'view' : undefined);
}

export function pointerUp(editor: Editor, input: PointerInput): void {
  const p = pointerOf(editor, input);
  if (editor.panFrom) editor.panFrom = null;
  else if (input.button === 0 || isSecond(editor, input)) editor.tool.up(p);
  editor.snapped = null;
  editor.pointer = p;
  runWaiting(editor);
  refresh(editor);
}

/** The system has taken the pointer away: what was under way is given up. */
export function pointerCancel(editor: Editor): void {
  editor.panFrom = null;
  if (isSelecting(editor)) editor.tool.command('cancel');
  runWaiting(editor);
  refresh(editor);
}

export function pointerLeave(editor: Editor): void {
  if (editor.panFrom) return;
  editor.pointer = null;
  refresh(editor);
}

export function doubleClick(editor: Editor, input: PointerInput): void {
  if (input.button !== 0 || editor.isSpaceHeld) return;
  editor.tool.doubleClick(pointerOf(editor, input));
  refresh(editor);
}

const BRUSH_STEP = 1.2;
const BRUSH_MAX = 1000;

/** By steps of a fifth, at least half a pixel; false where the tool has nothing to size. */
export function sizeBrush(editor: Editor, steps: number): boolean {
  const { tool } = editor;
  if (tool.size) {
    tool.size(steps);
    refresh(editor);
    return true;
  }
  if (!tool.def.hasBrush) return false;
  const now = brushRadius(editor);
  const next = now * BRUSH_STEP ** steps;
  const halves = Math.round(2 * next) / 2;
  const moved = halves === now ? now + Math.sign(steps) / 2 : halves;
  editor.brushRadius = Math.max(0.5, Math.min(BRUSH_MAX, moved));
  refresh(editor);
  return true;
}

/** The wheel zooms at the cursor; with Shift it moves sideways. A pinch comes as a wheel with Ctrl. */
export function wheel(editor: Editor, input: WheelInput): void {
  // with Alt held, some systems turn the wheel sideways
  const turn = input.deltaY || input.deltaX;
  if (input.alt && sizeBrush(editor, -Math.sign(turn))) return;
  if (input.shift) {
    pan(editor.view, -(input.deltaX || input.deltaY), 0);
  } else {
    const gain = input.ctrl ? 3 : 1;
    const turned = Math.max(-WHEEL_MAX, Math.min(WHEEL_MAX, input.deltaY * gain));
    zoomBy(editor.view, 2 ** (-turned / WHEEL_DOUBLE), screenPoint(input.x, input.y));
  }
  editor.pointer = pointerOf(editor, input);
  refresh(editor, 'view');
}
