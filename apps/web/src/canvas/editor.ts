// The editor without a screen: its state, what it tells, and what follows when the document changes.

import { v7 as uuidv7 } from 'uuid';
import { commit, createHistory, renameInHistory } from './history.ts';
import { createDocument, subscribe } from './model.ts';
import { acceptedShape, createPredictions, findPrediction, predictionAt, shownPredictions } from './predictions.ts';

import { createIndex, loadIndex, searchIndex, updateIndex } from './shape-index.ts';
import { isSound, shapeBounds } from './shape.ts';
import { createStaticLayer, moveStatic, redrawStatic, touchStatic } from './static-layer.ts';
import { style } from './style.ts';
import { createPanTool } from './tools/pan.ts';
import { createPolygonTool } from './tools/polygon/polygon.ts';
import { createRectangleTool } from './tools/rectangle/rectangle.ts';
import { createSelectTool } from './tools/select/select.ts';
import { noDraft } from './tools/tool.ts';
import { createView } from './view.ts';
import { isOnStage, isShownAs, stageShape, stageShapes } from './visibility.ts';
import type { Box, ScreenPoint, Size, ViewTransform } from '@loupe/geometry';
import type { History } from './history.ts';
import type { Change, DocumentEvent, ShapeDocument, Wish } from './model.ts';
import type { Predictions } from './predictions.ts';
import type { ActiveScene } from './render-active.ts';
import type { ShapeIndex } from './shape-index.ts';
import type { Scheduler, StaticLayer, Surface } from './static-layer.ts';
import type { Pointer, Tool, ToolContext } from './tools/tool.ts';
import type { EditorLabel, Notice, PictureBitmap, Shape, ShapeOp, ToolName, VisibleShapes } from './types.ts';
import type { ViewState } from './view.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

export type EditorStatus = {
  readonly tool: ToolName;
  /** Screen pixels per picture pixel: 1 is 100 %. */
  readonly scale: number;
  readonly isFitted: boolean;
  /** Picture pixels; null while the cursor is not on the picture. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** The picture's colour below the cursor, without brightness and contrast. */
  readonly color: Rgb | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isDrawing: boolean;
  readonly isCheckedEmpty: boolean;
  readonly labelId: number | null;
  readonly showNames: boolean;
  readonly visible: VisibleShapes;
  readonly shapeCount: number;
  readonly predictionCount: number;
};

export type EditorEvents = {
  /** Edits to save, in order; one call is one gesture. */
  readonly onOps: (ops: ShapeOp[], imageId: number) => void;
  readonly onSelection: (ids: readonly string[], predictionId: string | null) => void;
  /** At most once a frame. */
  readonly onStatus?: (status: EditorStatus) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** Keys that are the screen's to act on. */
  readonly onCommand?: (command: 'picture.previous' | 'picture.next' | 'help') => void;
};

/** What the editor draws on. A test gives one without canvases. */
export type Stage = {
  readonly surfaces: readonly [Surface, Surface];
  readonly scheduler: Scheduler;
  readonly paintPicture: (bitmap: PictureBitmap | null, picture: Size, view: ViewTransform) => void;
  readonly paintActive: (scene: ActiveScene) => void;
  readonly readColor: (bitmap: PictureBitmap, picture: Size, x: number, y: number) => Rgb | null;
  readonly setCursor: (cursor: string) => void;
  readonly setFilter: (filter: string) => void;
  readonly pixelRatio: () => number;
};

export type Editor = {
  readonly events: EditorEvents;
  readonly stage: Stage;
  readonly doc: ShapeDocument;
  readonly history: History;
  readonly index: ShapeIndex;
  readonly view: ViewState;
  readonly layer: StaticLayer;
  readonly predictions: Predictions;
  readonly tools: Readonly<Record<ToolName, Tool>>;
  labels: readonly EditorLabel[];
  labelById: ReadonlyMap<number, EditorLabel>;
  labelId: number | null;
  toolName: ToolName;
  selection: ReadonlySet<string>;
  bitmap: PictureBitmap | null;
  showNames: boolean;
  visible: VisibleShapes;
  /** Shapes that the person does not want to see for now. */
  hidden: ReadonlySet<string>;
  isReadOnly: boolean;
  /** Where the cursor last was; null outside the area. */
  pointer: Pointer | null;
  panFrom: ScreenPoint | null;
  isSpaceHeld: boolean;
  clipboard: readonly Shape[];
  /** What came from elsewhere during a gesture. */
  waiting: (() => void)[];
  due: { picture: boolean; frame: number | null };
  shapeList: readonly Shape[] | null;
  listeners: Set<() => void>;
};

/** More selected shapes than this are not drawn one by one with every move. */
const LIFT_MAX = 500;
/** More changed shapes than this: the static layer is drawn anew. */
const TOUCH_MAX = 50;

const isLifted = (editor: Editor, id: string): boolean => editor.selection.size <= LIFT_MAX && editor.selection.has(id);
export const currentTool = (editor: Editor): Tool => editor.tools[editor.toolName];

/** The tool whose draft is seen and which keys are for: with the hand in use, a half-drawn shape is still there. */
export function draftTool(editor: Editor): Tool {
  const { rectangle, polygon } = editor.tools;
  if (editor.toolName !== 'pan') return currentTool(editor);
  return [polygon, rectangle].find((tool) => tool.isBusy()) ?? currentTool(editor);
}

export const isDrawing = (editor: Editor): boolean => editor.toolName !== 'select' && draftTool(editor).isBusy();

function contextOf(editor: () => Editor): ToolContext {
  return {
    get doc() {
      return editor().doc;
    },
    get index() {
      return editor().index;
    },
    view: () => editor().view.transform,
    labelId: () => editor().labelId,
    canEdit: () => isShownAs(editor(), 'labels') && !editor().isReadOnly,
    selection: () => editor().selection,
    select: (ids) => select(editor(), ids),
    predictionAt: (p, tolerance) => {
      const { predictions, doc } = editor();
      return isShownAs(editor(), 'predictions') ? predictionAt(predictions, doc.shapes, p, tolerance) : null;
    },
    selectPrediction: (id) => selectPrediction(editor(), id),
    acceptPrediction: (id) => void acceptPredictions(editor(), [id]),
    commit: (wishes) => commitWishes(editor(), wishes),
    notice: (notice) => editor().events.onNotice?.(notice),
    newId: uuidv7,
  };
}

export function createEditorState(stage: Stage, events: EditorEvents): Editor {
  const ctx = contextOf(() => editor);
  const editor: Editor = {
    events,
    stage,
    doc: createDocument(),
    history: createHistory(),
    index: createIndex(),
    view: createView(),
    layer: createStaticLayer(stage.surfaces, stage.scheduler, (box) => sceneSource(editor, box)),
    predictions: createPredictions(),
    tools: {
      select: createSelectTool(ctx),
      rectangle: createRectangleTool(ctx),
      polygon: createPolygonTool(ctx),
      pan: createPanTool(),
    },
    labels: [],
    labelById: new Map(),
    labelId: null,
    toolName: 'select',
    selection: new Set(),
    bitmap: null,
    showNames: true,
    visible: 'both',
    hidden: new Set(),
    isReadOnly: false,
    pointer: null,
    panFrom: null,
    isSpaceHeld: false,
    clipboard: [],
    waiting: [],
    due: { picture: false, frame: null },
    shapeList: null,
    listeners: new Set(),
  };
  subscribe(editor.doc, (event) => followDocument(editor, event));
  return editor;
}

function sceneSource(editor: Editor, box: Box) {
  const own = searchIndex(editor.index, box).filter((item) => !isLifted(editor, item.shape.id));
  const predicted = isShownAs(editor, 'predictions')
    ? shownPredictions(editor.predictions, editor.doc.shapes, box)
    : [];
  const items = predicted.length > 0 ? [...own, ...predicted] : own;
  return { items, labels: editor.labelById, showNames: editor.showNames };
}

/** Asks for a frame. `picture`: the view or the picture itself has changed. */
export function refresh(editor: Editor, picture = false): void {
  const { due } = editor;
  due.picture ||= picture;
  due.frame ??= editor.stage.scheduler.frame(() => paintFrame(editor));
}

function paintFrame(editor: Editor): void {
  const { due, stage, view, doc } = editor;
  due.frame = null;
  if (due.picture) {
    due.picture = false;
    stage.paintPicture(editor.bitmap, doc, view.transform);
    moveStatic(editor.layer, view.transform);
  }
  stage.setCursor(cursorOf(editor));
  stage.paintActive(activeScene(editor));
  editor.events.onStatus?.(statusOf(editor));
}

function cursorOf(editor: Editor): string {
  if (editor.panFrom) return 'grabbing';
  return editor.isSpaceHeld ? 'grab' : currentTool(editor).cursor(editor.pointer);
}

/** What the active layer shows: selected shapes as the draft has them, the selected prediction, and what is being drawn. */
function activeScene(editor: Editor): ActiveScene {
  const draft = editor.bitmap || editor.doc.imageId ? draftTool(editor).draft() : noDraft;
  const drafts = new Map(draft.shapes.map((shape) => [shape.id, shape]));
  const selected = [...editor.selection].slice(0, LIFT_MAX);
  const shapes = selected.map((id) => drafts.get(id) ?? editor.doc.shapes.get(id)).filter((s) => s !== undefined);
  const prediction = editor.predictions.selected && findPrediction(editor.predictions, editor.predictions.selected);
  const isDrawTool = editor.toolName === 'rectangle' || editor.toolName === 'polygon';
  const color = editor.labelId === null ? undefined : editor.labelById.get(editor.labelId)?.color;
  return {
    labels: editor.labelById,
    view: editor.view.transform,
    showNames: editor.showNames,
    pixelRatio: editor.stage.pixelRatio(),
    area: editor.view.area,
    selected: prediction ? [...shapes, prediction.shape] : shapes,
    draft,
    guides: isDrawTool && editor.pointer && !editor.panFrom ? editor.pointer.screen : null,
    drawColor: color ?? style.unlabelled,
    hasHandles: !prediction && !editor.isReadOnly && editor.toolName === 'select' && shapes[0]?.locked === false,
  };
}

export function statusOf(editor: Editor): EditorStatus {
  const { doc, pointer, bitmap, view } = editor;
  const p = pointer?.image;
  const isInside = p !== undefined && p.x >= 0 && p.y >= 0 && p.x < doc.width && p.y < doc.height;
  return {
    tool: editor.toolName,
    scale: view.transform.scale,
    isFitted: view.isFitted,
    cursor: isInside ? { x: p.x, y: p.y } : null,
    color: isInside && bitmap ? editor.stage.readColor(bitmap, doc, Math.floor(p.x), Math.floor(p.y)) : null,
    canUndo: editor.history.past.length > 0,
    canRedo: editor.history.future.length > 0,
    isDrawing: isDrawing(editor),
    isCheckedEmpty: doc.isCheckedEmpty,
    labelId: editor.labelId,
    showNames: editor.showNames,
    visible: editor.visible,
    shapeCount: doc.shapes.size,
    predictionCount: shownPredictions(editor.predictions, doc.shapes).length,
  };
}

function followDocument(editor: Editor, event: DocumentEvent): void {
  if (event.kind === 'loaded') loadIndex(editor.index, stageShapes(editor));
  if (event.kind === 'renamed') followRename(editor, event.from, event.to);
  if (event.kind === 'changed') followChanges(editor, event.changes);
  editor.shapeList = null;
  for (const listener of editor.listeners) listener();
  refresh(editor);
}

function followRename(editor: Editor, from: string, to: string): void {
  renameInHistory(editor.history, from, to);
  updateIndex(editor.index, from, null);
  if (editor.hidden.has(from)) editor.hidden = new Set([...editor.hidden, to]);
  updateIndex(editor.index, to, stageShape(editor, to));
  for (const [prediction, id] of editor.predictions.accepted) {
    if (id === from) editor.predictions.accepted.set(prediction, to);
  }
  if (editor.selection.has(from))
    select(
      editor,
      [...editor.selection].map((id) => (id === from ? to : id)),
    );
}

function followChanges(editor: Editor, changes: readonly Change[]): void {
  const shapes = changes.filter((change) => change.kind === 'shape');
  for (const { id, after } of shapes) updateIndex(editor.index, id, after && isOnStage(editor, after) ? after : null);
  const left = [...editor.selection].filter((id) => stageShape(editor, id));
  if (left.length < editor.selection.size) select(editor, left);
  touchShapes(
    editor,
    shapes.flatMap(({ before, after }) => [before, after]).filter((shape) => shape !== null),
  );
}

/** These shapes are to be drawn anew where they were and where they are. */
function touchShapes(editor: Editor, shapes: readonly Shape[]): void {
  if (shapes.length > TOUCH_MAX) redrawStatic(editor.layer);
  else for (const shape of shapes) touchStatic(editor.layer, shapeBounds(shape));
}

export function redrawAll(editor: Editor): void {
  redrawStatic(editor.layer);
  refresh(editor, true);
}

/** Makes a line or a speck of what was none. What came so from elsewhere may still be moved and labelled. */
function spoils(editor: Editor, id: string, shape: Shape | null): boolean {
  const before = editor.doc.shapes.get(id);
  return shape !== null && !isSound(shape) && (before === undefined || isSound(before));
}

export function commitWishes(editor: Editor, wishes: readonly Wish[]): void {
  if (editor.isReadOnly) return;
  if (wishes.some((wish) => 'id' in wish && spoils(editor, wish.id, wish.shape))) {
    editor.events.onNotice?.('canvas.tooSmall');
    return;
  }
  sendOps(editor, commit(editor.history, editor.doc, wishes));
}

export function sendOps(editor: Editor, ops: ShapeOp[]): void {
  if (ops.length > 0) editor.events.onOps(ops, editor.doc.imageId);
}

export function select(editor: Editor, ids: Iterable<string>): void {
  const next = new Set([...ids].filter((id) => stageShape(editor, id)));
  const before = editor.selection;
  if (editor.predictions.selected === null && next.size === before.size && [...next].every((id) => before.has(id)))
    return;
  editor.selection = next;
  editor.predictions.selected = null;
  const moved = [...before, ...next].filter((id) => before.has(id) !== next.has(id));
  if (before.size > LIFT_MAX || next.size > LIFT_MAX) redrawStatic(editor.layer);
  else
    touchShapes(
      editor,
      moved.map((id) => editor.doc.shapes.get(id)).filter((shape) => shape !== undefined),
    );
  tellSelection(editor);
}

function tellSelection(editor: Editor): void {
  editor.events.onSelection([...editor.selection], editor.predictions.selected);
  refresh(editor);
}

export function selectPrediction(editor: Editor, id: string | null): void {
  if (id === editor.predictions.selected) return;
  if (id !== null) select(editor, []);
  editor.predictions.selected = id;
  tellSelection(editor);
}

/** Makes shapes of predictions, as one entry of the history. Gives the ids of the shapes. */
export function acceptPredictions(editor: Editor, ids: readonly string[]): string[] {
  if (editor.isReadOnly) return [];
  const shapes = ids.flatMap((id) => {
    const prediction = findPrediction(editor.predictions, id)?.shape;
    const labelId = prediction?.labelId ?? editor.labelId;
    if (!prediction || labelId === null) return [];
    const shape = acceptedShape(prediction, uuidv7(), labelId, editor.doc);
    if (shape) editor.predictions.accepted.set(id, shape.id);
    return shape ? [shape] : [];
  });
  if (shapes.length === 0 && ids.length > 0 && editor.labelId === null) editor.events.onNotice?.('canvas.noLabel');
  addShapes(editor, shapes);
  return shapes.map((shape) => shape.id);
}

/** New shapes as one entry; a picture that was checked as empty no longer is. */
export function addShapes(editor: Editor, shapes: readonly Shape[]): void {
  if (shapes.length === 0) return;
  const uncheck: Wish[] = editor.doc.isCheckedEmpty ? [{ isCheckedEmpty: false }] : [];
  commitWishes(editor, [...uncheck, ...shapes.map((shape) => ({ id: shape.id, shape }))]);
  select(
    editor,
    shapes.map((shape) => shape.id),
  );
}

/** Runs now, or after the gesture that holds shapes in the hand. */
export function whenIdle(editor: Editor, run: () => void): void {
  if (editor.toolName === 'select' && currentTool(editor).isBusy()) editor.waiting.push(run);
  else run();
}

export function runWaiting(editor: Editor): void {
  for (const run of editor.waiting.splice(0)) run();
}
