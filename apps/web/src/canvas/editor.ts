// The editor without a screen: how it is made, what it commits, and what follows when the document changes.

import { v7 as uuidv7 } from 'uuid';
import { refresh, sceneSource, touchShapes } from './editor-paint.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { isSelecting } from './editor-state.ts';
import { commit, createHistory, renameInHistory } from './history.ts';
import { keymapOf } from './keymap.ts';
import { createDocument, subscribe } from './model.ts';
import { acceptedShape, createPredictions, findPrediction, predictionAt } from './predictions.ts';
import { createIndex, loadIndex, updateIndex } from './shape-index.ts';
import { isSound } from './shapes/registry.ts';
import { createStaticLayer } from './static-layer.ts';
import { tools } from './tools/registry.ts';
import { createView } from './view.ts';
import { isOnStage, isShownAs, stageShape, stageShapes } from './visibility.ts';
import type { Editor, EditorEvents, LiveTool, Stage } from './editor-state.ts';
import type { Change, DocumentEvent, Wish } from './model.ts';
import type { ToolInfo } from './tools/registry.ts';
import type { ToolContext } from './tools/tool.ts';
import type { Shape, ShapeOp } from './types.ts';

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

export function createEditorState(stage: Stage, events: EditorEvents, defs: readonly ToolInfo[] = tools): Editor {
  const ctx = contextOf(() => editor);
  const live = defs.map((def): LiveTool => ({ def, ...def.create(ctx) }));
  const editor: Editor = {
    events,
    stage,
    doc: createDocument(),
    history: createHistory(),
    index: createIndex(),
    view: createView(),
    layer: createStaticLayer(stage.surfaces, stage.scheduler, (box) => sceneSource(editor, box)),
    predictions: createPredictions(),
    tools: live,
    tool: live[0]!,
    keymap: keymapOf(defs),
    labels: [],
    labelById: new Map(),
    labelId: null,
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
  if (isSelecting(editor) && editor.tool.isBusy()) editor.waiting.push(run);
  else run();
}

export function runWaiting(editor: Editor): void {
  for (const run of editor.waiting.splice(0)) run();
}
