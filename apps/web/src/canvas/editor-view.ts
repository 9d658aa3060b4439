// What is shown of an image and of its shapes, by keys: zoom to the selection, peek below the shapes, their opacity, guides.

import { boundsOf } from '@loupe/geometry';
import { refresh } from './editor-paint.ts';
import { shapeBounds } from './shape.ts';
import { pan, zoomToBox } from './view.ts';
import type { Editor } from './editor-state.ts';

const OPACITY_STEP = 0.2;

/** False without a selection. */
export function zoomToSelection(editor: Editor): boolean {
  const shapes = [...editor.selection].flatMap((id) => editor.doc.shapes.get(id) ?? []);
  if (shapes.length === 0) return false;
  zoomToBox(editor.view, boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)])));
  refresh(editor, 'view');
  return true;
}

/** By whole pixels of the screen: what is painted can be shifted so. Gives how far it went; what is left is for the next move. */
export function panWhole(editor: Editor, dx: number, dy: number): { x: number; y: number } {
  const ratio = editor.stage.pixelRatio();
  const [x, y] = [Math.round(dx * ratio) / ratio, Math.round(dy * ratio) / ratio];
  pan(editor.view, x, y);
  return { x, y };
}

/** While it is held, the image is seen without any shape on it. */
export function setPeeking(editor: Editor, isPeeking: boolean): void {
  if (editor.isPeeking === isPeeking) return;
  editor.isPeeking = isPeeking;
  showOpacity(editor);
  refresh(editor);
}

export function setGrid(editor: Editor, hasGrid: boolean): void {
  editor.hasGrid = hasGrid;
  editor.stage.setGrid(hasGrid);
  refresh(editor, 'image');
}

/** Of shapes, 0.2 to 1; of a selected one the outline stays. */
export function setOpacity(editor: Editor, opacity: number): void {
  editor.opacity = Math.round(Math.min(1, Math.max(OPACITY_STEP, opacity)) * 100) / 100;
  showOpacity(editor);
  refresh(editor);
}

export const stepOpacity = (editor: Editor, steps: number): void =>
  setOpacity(editor, editor.opacity + steps * OPACITY_STEP);

const showOpacity = (editor: Editor): void => editor.stage.setOpacity(editor.isPeeking ? 0 : editor.opacity);
