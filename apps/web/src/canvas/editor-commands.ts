// What keys and buttons do: each command of the keymap, on the editor.

import { v7 as uuidv7 } from 'uuid';
import { pastedShapes } from './clipboard.ts';
import { acceptPredictions, addShapes, commitEdits, sendOps } from './editor-edit.ts';
import { freeSelection, pickLabel } from './editor-labels.ts';
import { redrawAll, refresh } from './editor-paint.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { draftTool, isDrawing, isPanning } from './editor-state.ts';
import { runWaiting } from './editor-sync.ts';
import { redo, undo } from './history.ts';
import { hitItems } from './hit.ts';
import { markingCommands, resolveKey } from './keymap.ts';
import { shownPredictions } from './predictions.ts';
import { allowedShift, movedBy } from './shape.ts';
import { EDGE_REACH } from './tools/tool.ts';
import { areaCentre, fit, zoomBy } from './view.ts';
import { isShownAs } from './visibility.ts';
import type { Editor, StepCommand } from './editor-state.ts';
import type { Command, KeyPress, PlainCommand, ToolChoice } from './keymap.ts';
import type { ToolName } from './tools/registry.ts';

const ZOOM_STEP = 1.25;
/** Screen pixels by which a pasted copy is moved off its original. */
const PASTE_STEP = 12;

export function setTool(editor: Editor, toolName: ToolName): void {
  const next = editor.tools.find(({ def }) => def.id === toolName);
  if (!next || next === editor.tool) return;
  editor.tool = next;
  // The hand does not take a half-drawn shape away.
  if (!isPanning(editor)) for (const other of editor.tools) if (other !== next) other.command('cancel');
  runWaiting(editor);
  refresh(editor);
}

export function deleteShapes(editor: Editor, ids: Iterable<string>): void {
  const gone = [...ids].filter((id) => editor.doc.shapes.get(id)?.locked === false);
  commitEdits(
    editor,
    gone.map((id) => ({ id, shape: null })),
  );
}

function deleteSelection(editor: Editor): void {
  deleteShapes(
    editor,
    freeSelection(editor).map((shape) => shape.id),
  );
}

const DIRECTIONS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

function nudge(editor: Editor, index: number, step: number): void {
  const shapes = freeSelection(editor);
  const [x, y] = DIRECTIONS[index] ?? [0, 0];
  if (shapes.length === 0) return;
  const shift = allowedShift(shapes, x * step, y * step, editor.doc);
  commitEdits(
    editor,
    shapes.map((shape) => ({ id: shape.id, shape: movedBy(shape, shift.x, shift.y) })),
  );
}

/** False where fewer than two shapes lie below the cursor: Tab then does what it does elsewhere. */
function cycle(editor: Editor, step: number): boolean {
  if (!editor.pointer) return false;
  const items = hitItems(editor.index, editor.pointer.image, EDGE_REACH / editor.view.transform.scale);
  if (items.length === 0) return false;
  const at = items.findIndex((item) => editor.selection.has(item.shape.id));
  const next = items[at < 0 ? 0 : (at + step + items.length) % items.length];
  if (next) select(editor, [next.shape.id]);
  return true;
}

export function paste(editor: Editor): void {
  const { doc, labelById } = editor;
  const shapes = pastedShapes({
    copied: editor.clipboard,
    present: doc.shapes.values(),
    image: doc,
    step: Math.max(1, Math.round(PASTE_STEP / editor.view.transform.scale)),
    labelFor: (labelId) => (labelId !== null && labelById.has(labelId) ? labelId : editor.labelId),
    newId: uuidv7,
  });
  if (shapes.some((shape) => shape.labelId === null)) editor.events.onNotice?.('canvas.noLabel');
  else addShapes(editor, shapes);
}

export function setCheckedEmpty(editor: Editor, isCheckedEmpty: boolean): void {
  if (isCheckedEmpty && editor.doc.shapes.size > 0) editor.events.onNotice?.('annotation.notEmpty');
  else commitEdits(editor, [{ isCheckedEmpty }]);
}

function cancel(editor: Editor): void {
  if (draftTool(editor).command('cancel')) return runWaiting(editor);
  if (editor.selection.size > 0 || editor.predictions.selected !== null) {
    select(editor, []);
    selectPrediction(editor, null);
  } else setTool(editor, 'select');
}

export function undoLast(editor: Editor): void {
  if (!draftTool(editor).command('undo') && !editor.isReadOnly) sendOps(editor, undo(editor.history, editor.doc));
  refresh(editor);
}

export function redoNext(editor: Editor): void {
  // A gesture under way comes first: redo would change what it holds.
  if (!draftTool(editor).isBusy() && !editor.isReadOnly) sendOps(editor, redo(editor.history, editor.doc));
  refresh(editor);
}

type Action = (editor: Editor, index: number) => boolean | void;

/** At the cursor, by what the present scale asks for. */
const zoom = (factorOf: (scale: number) => number): Action => {
  return (editor) => {
    const factor = factorOf(editor.view.transform.scale);
    zoomBy(editor.view, factor, editor.pointer?.screen ?? areaCentre(editor.view));
    refresh(editor, true);
  };
};

/** Leaving a half-drawn shape by a slip of the hand would lose it: the image stays. */
const changeImage = (command: StepCommand): Action => {
  return (editor) => {
    if (!isDrawing(editor)) editor.events.onCommand?.(command);
  };
};

const actions: Readonly<Record<PlainCommand, Action>> = {
  'pan.hold': (editor) => {
    editor.isSpaceHeld = true;
  },
  'draw.finish': (editor) => draftTool(editor).command('finish'),
  'draw.back': (editor) => draftTool(editor).command('back'),
  cancel,
  undo: undoLast,
  redo: redoNext,
  delete: (editor) => {
    if (!draftTool(editor).command('delete')) deleteSelection(editor);
  },
  selectAll: (editor) => {
    if (!isDrawing(editor)) select(editor, editor.doc.shapes.keys());
  },
  copy: (editor) => {
    const shapes = [...editor.selection].map((id) => editor.doc.shapes.get(id));
    if (shapes.length === 0) return false;
    editor.clipboard = shapes.filter((shape) => shape !== undefined);
    return true;
  },
  paste,
  nudge: (editor, index) => nudge(editor, index, 1),
  nudgeFar: (editor, index) => nudge(editor, index, 10),
  cycle: (editor) => cycle(editor, 1),
  cycleBack: (editor) => cycle(editor, -1),
  label: (editor, index) => {
    const label = editor.labels[index];
    if (label) pickLabel(editor, label.id);
  },
  'view.fit': (editor) => {
    fit(editor.view);
    refresh(editor, true);
  },
  'view.actual': zoom((scale) => 1 / scale),
  'view.zoomIn': zoom(() => ZOOM_STEP),
  'view.zoomOut': zoom(() => 1 / ZOOM_STEP),
  'view.names': (editor) => {
    editor.showNames = !editor.showNames;
    redrawAll(editor);
  },
  'image.previous': changeImage('image.previous'),
  'image.next': changeImage('image.next'),
  'image.previousOpen': changeImage('image.previousOpen'),
  'image.nextOpen': changeImage('image.nextOpen'),
  'image.checkEmpty': (editor) => setCheckedEmpty(editor, !editor.doc.isCheckedEmpty),
  'prediction.accept': (editor) => {
    if (editor.predictions.selected !== null) acceptPredictions(editor, [editor.predictions.selected]);
  },
  'prediction.acceptAll': (editor) => {
    if (!isShownAs(editor, 'predictions')) return;
    const shown = shownPredictions(editor.predictions, editor.doc.shapes);
    acceptPredictions(
      editor,
      shown.map((item) => item.shape.id),
    );
  },
  help: (editor) => editor.events.onCommand?.('help'),
};

const isToolChoice = (command: Command): command is ToolChoice => command.startsWith('tool.');

/** Does a command. False: it did not apply, and the key may go its usual way. */
export function runCommand(editor: Editor, command: Command, index = 0): boolean {
  if (!editor.isMarked && markingCommands.has(command)) return true;
  const isDone = isToolChoice(command)
    ? setTool(editor, command.slice('tool.'.length) as ToolName)
    : actions[command](editor, index);
  refresh(editor);
  return isDone !== false;
}

/** Gives whether the key was the editor's. */
export function keyDown(editor: Editor, press: KeyPress): boolean {
  const hasSelection = editor.selection.size > 0;
  const resolved = resolveKey(editor.keymap, press, { isDrawing: isDrawing(editor), hasSelection });
  return resolved !== null && runCommand(editor, resolved.command, resolved.index);
}

export function keyUp(editor: Editor, press: Pick<KeyPress, 'code'>): void {
  if (press.code !== 'Space') return;
  editor.isSpaceHeld = false;
  refresh(editor);
}
