// What the editor shows: frames, the scene of each layer, and the status for the screen.

import { conflictsOf } from './conflicts.ts';
import { searchIndex } from './shape-index.ts';
import {
  findPrediction,
  isUndecided,
  openPredictions,
  rejectedPredictions,
  shownPredictions,
  sourceOf,
  withTwins,
} from './predictions.ts';
import { shapeBounds } from './shape.ts';
import { moveStatic, redrawStatic, touchStatic } from './static-layer.ts';
import { style } from './style.ts';
import { brushRadius, draftTool, isDrawing, isSelecting, labelTarget } from './editor-state.ts';
import { frameOf } from './frame.ts';
import { deepOf } from './tiles.ts';
import { noDraft } from './tools/tool.ts';
import { isShownAs } from './visibility.ts';
import { boundsOf, ringsOf, visibleBox } from '@loupe/geometry';
import type { Box } from '@loupe/geometry';
import type { Editor, EditorStatus, ImageChange } from './editor-state.ts';
import type { ActiveScene } from './render-active.ts';
import type { Shape } from './types.ts';

/** More selected shapes than this are not drawn one by one with every move. */
export const LIFT_MAX = 500;
/** More changed shapes than this: the static layer is redrawn. */
const TOUCH_MAX = 50;
/** A shape of more parts is redrawn as a whole. */
const PARTS_MAX = 16;

const isLifted = (editor: Editor, id: string): boolean => editor.selection.size <= LIFT_MAX && editor.selection.has(id);

export function sceneSource(editor: Editor, box: Box) {
  const own = searchIndex(editor.index, box).filter((item) => !isLifted(editor, item.shape.id));
  const predicted =
    isShownAs(editor, 'predictions') && !editor.past ? shownPredictions(editor.predictions, editor.doc, box) : [];
  const items = predicted.length > 0 ? [...own, ...predicted] : own;
  return { items, labels: editor.labelById, showNames: editor.showNames };
}

/** Asks for a frame, and says whether the image lies elsewhere or looks otherwise in it. */
export function refresh(editor: Editor, change?: ImageChange): void {
  const { due } = editor;
  if (change && due.change !== 'image') due.change = change;
  due.frame ??= editor.stage.scheduler.frame(() => paintFrame(editor));
}

function paintFrame(editor: Editor): void {
  const { due, stage, view, doc } = editor;
  due.frame = null;
  if (due.change) {
    stage.paintImage(editor.bitmap, doc, view.transform, due.change);
    due.change = null;
    moveStatic(editor.layer, view.transform);
  }
  stage.setCursor(cursorOf(editor));
  stage.paintActive(activeScene(editor));
  editor.events.onStatus?.(statusOf(editor));
}

function cursorOf(editor: Editor): string {
  if (editor.panFrom) return 'grabbing';
  return editor.isSpaceHeld ? 'grab' : editor.tool.cursor(editor.pointer);
}

/** What the active layer shows: selected shapes as the draft has them, the selected prediction, and what is being drawn. */
function activeScene(editor: Editor): ActiveScene {
  const draft = editor.bitmap || editor.doc.imageId ? draftTool(editor).draft() : noDraft;
  const drafts = new Map(draft.shapes.map((shape) => [shape.id, shape]));
  const selected = [...editor.selection].slice(0, LIFT_MAX);
  const shapes = selected.map((id) => drafts.get(id) ?? editor.doc.shapes.get(id)).filter((s) => s !== undefined);
  const prediction = editor.predictions.selected && findPrediction(editor.predictions, editor.predictions.selected);
  const { makes, hasBrush } = editor.tool.def;
  const cursor = editor.pointer && !editor.panFrom && !editor.isSpaceHeld ? editor.pointer.screen : null;
  const canTransform =
    !editor.isPeeking &&
    !prediction &&
    !editor.isReadOnly &&
    isSelecting(editor) &&
    isShownAs(editor, 'labels') &&
    selected.length === editor.selection.size;
  const color = editor.labelId === null ? undefined : editor.labelById.get(editor.labelId)?.color;
  return {
    labels: editor.labelById,
    view: editor.view.transform,
    showNames: editor.showNames,
    pixelRatio: editor.stage.pixelRatio(),
    area: editor.view.area,
    selected: editor.isPeeking ? [] : prediction ? [...shapes, prediction.shape] : shapes,
    opacity: editor.opacity,
    draft,
    guides: makes !== undefined && !hasBrush && editor.hasGuides ? cursor : null,
    snap: cursor && editor.snapped,
    frame: canTransform ? frameOf(shapes, editor.view.transform.scale) : null,
    brush: hasBrush && cursor ? { at: cursor, radius: brushRadius(editor) * editor.view.transform.scale } : null,
    mark: editor.mark,
    conflicts:
      editor.past || editor.isPeeking ? [] : conflictsOf(editor.doc).flatMap((one) => one.shapes.map(shapeBounds)),
    drawColor: color ?? style.unlabelled,
    hasHandles: !prediction && !editor.isReadOnly && isSelecting(editor) && shapes[0]?.locked === false,
  };
}

export function statusOf(editor: Editor): EditorStatus {
  const { doc, pointer, bitmap, view } = editor;
  const p = pointer?.image;
  const { predictions } = editor;
  const predicted = shownPredictions(predictions, doc);
  const isInside = p !== undefined && p.x >= 0 && p.y >= 0 && p.x < doc.width && p.y < doc.height;
  return {
    tool: editor.tool.def.id,
    scale: view.transform.scale,
    isFitted: view.isFitted,
    cursor: isInside ? { x: p.x, y: p.y } : null,
    color: isInside && bitmap ? editor.stage.readColor(bitmap, doc, Math.floor(p.x), Math.floor(p.y)) : null,
    values: (isInside && bitmap && deepOf(bitmap)?.valuesAt(Math.floor(p.x), Math.floor(p.y))) || null,
    canUndo: editor.history.past.length > 0,
    canRedo: editor.history.future.length > 0,
    isDrawing: isDrawing(editor),
    isCheckedEmpty: doc.isCheckedEmpty,
    labelId: editor.labelId,
    labelTarget: labelTarget(editor),
    sight: visibleBox(view.transform, view.area),
    opacity: editor.opacity,
    isSnapping: editor.isSnapping,
    hasGuides: editor.hasGuides,
    hasGrid: editor.hasGrid,
    brushSize: editor.tool.def.hasBrush ? 2 * brushRadius(editor) : null,
    tolerance: editor.tool.tolerance?.() ?? null,
    pointing: editor.tool.pointing?.get() ?? null,
    showNames: editor.showNames,
    visible: editor.visible,
    shapeCount: doc.shapes.size,
    predictionCount: predicted.length,
    similarCount: predicted.filter(({ shape }) => sourceOf(shape) === 'similar').length,
    bothCount: predicted.filter(({ shape }) => withTwins(predictions, [shape.id], doc).length > 1).length,
    openCount: openPredictions(predictions, doc).length,
    rejectedCount: rejectedPredictions(predictions, doc).length,
    isUndecided: isUndecided(predictions, doc),
  };
}

/** These shapes are to be redrawn where they were and where they are. */
export function touchShapes(editor: Editor, shapes: readonly Shape[]): void {
  if (shapes.length > TOUCH_MAX) redrawStatic(editor.layer);
  else for (const shape of shapes) for (const box of boxesOf(editor, shape)) touchStatic(editor.layer, box);
}

/** Parts may lie far from each other, with many shapes between them that are as they were. A name belongs to the whole. */
function boxesOf({ layer }: Editor, shape: Shape): Box[] {
  const { points, parts } = shape;
  const isWhole = parts.length < 2 || parts.length > PARTS_MAX || layer.detail.hasNames;
  return isWhole ? [shapeBounds(shape)] : ringsOf(points, parts).map(boundsOf);
}

export function redrawAll(editor: Editor): void {
  redrawStatic(editor.layer);
  refresh(editor, 'image');
}
