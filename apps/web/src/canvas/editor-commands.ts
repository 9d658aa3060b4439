// What keys and buttons do: each command of the keymap, on the editor.

import { v7 as uuidv7 } from 'uuid';
import { pastedShapes } from './clipboard.ts';
import { align, alignSides, arrange, toggleIgnore, toggleLock } from './editor-arrange.ts';
import { acceptPredictions, addShapes, commitEdits, rejectPredictions, sendOps } from './editor-edit.ts';
import { freeSelection, pickLabel } from './editor-labels.ts';
import { redrawAll, refresh } from './editor-paint.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { subtractSelection, uniteSelection } from './editor-regions.ts';
import { draftTool, isDrawing, isPanning } from './editor-state.ts';
import { sizeBrush } from './editor-pointer.ts';
import { runWaiting } from './editor-sync.ts';
import { setGrid, setPeeking, stepOpacity, zoomToSelection } from './editor-view.ts';
import { redo, undo } from './history.ts';
import { hitItems } from './hit.ts';
import { markingCommands, resolveKey } from './keymap.ts';
import { findPrediction, listPredictions, openPredictions } from './predictions.ts';
import { allowedShift, movedBy, shapeBounds } from './shape.ts';
import { shapeKinds } from './shapes/registry.ts';
import { EDGE_REACH } from './tools/tool.ts';
import { areaCentre, fit, reveal, zoomBy } from './view.ts';
import { isShownAs } from './visibility.ts';
import type { Editor, ModelCommand, ShapeCommand, StepCommand } from './editor-state.ts';
import type { Command, KeyPress, PlainCommand, ReviewCommand, TextCommand, ToolChoice } from './keymap.ts';
import type { ToolName } from './tools/registry.ts';
import type { Shape } from './types.ts';
import type { AnyPoint } from '@loupe/geometry';

const ZOOM_STEP = 1.25;
/** Screen pixels by which a pasted copy is moved off its original. */
const PASTE_STEP = 12;

export function setTool(editor: Editor, toolName: ToolName): void {
  const next = editor.tools.find(({ def }) => def.id === toolName);
  if (!next || next === editor.tool) return;
  // The hand does not take a half-drawn shape away; any other tool would.
  if (next.def.id !== 'pan' && next !== draftTool(editor) && isHeldUp(editor)) return;
  editor.tool = next;
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

/** Reading of the selected texts starts at another corner. */
function turnReading(editor: Editor, steps: number): boolean {
  const edits = freeSelection(editor).flatMap((shape) => {
    const { reading } = shapeKinds[shape.kind];
    return reading ? [{ id: shape.id, shape: reading.turn(shape, steps) }] : [];
  });
  if (edits.length > 0) commitEdits(editor, edits);
  return edits.length > 0;
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

/** Copies of shapes on this image; `at`: with their middle there; `from`: of this image. */
export function placeCopies(
  editor: Editor,
  copied: readonly Shape[],
  { at = null, from = editor.doc.imageId }: { at?: AnyPoint | null; from?: number } = {},
): void {
  const { doc, labelById } = editor;
  const shapes = pastedShapes({
    copied,
    at,
    isForeign: from !== doc.imageId,
    present: doc.shapes.values(),
    image: doc,
    step: Math.max(1, Math.round(PASTE_STEP / editor.view.transform.scale)),
    labelFor: (labelId) => (labelId !== null && labelById.has(labelId) ? labelId : editor.labelId),
    newId: uuidv7,
  });
  if (shapes.some((shape) => shape.labelId === null)) editor.events.onNotice?.('canvas.noLabel');
  else addShapes(editor, shapes);
}

/** Those of another image in their places, without what is here already. */
export function copyIn(editor: Editor, shapes: readonly Shape[]): number {
  const before = editor.doc.shapes.size;
  placeCopies(editor, shapes, { from: NO_IMAGE });
  return editor.doc.shapes.size - before;
}
/** Whichever the image is, it is not this one. */
const NO_IMAGE = 0;

const selectedShapes = (editor: Editor): Shape[] =>
  [...editor.selection].flatMap((id) => editor.doc.shapes.get(id) ?? []);

export function paste(editor: Editor): void {
  const { shapes, imageId } = editor.clipboard;
  const before = editor.doc.shapes.size;
  placeCopies(editor, shapes, { from: imageId });
  const isForeign = imageId !== editor.doc.imageId;
  if (
    isForeign &&
    shapes.length > 0 &&
    editor.doc.shapes.size === before &&
    editor.labelId !== null &&
    !editor.isReadOnly
  )
    editor.events.onNotice?.('canvas.pastedAlready');
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

const tellStale = (editor: Editor) => (): void => editor.events.onNotice?.('canvas.changedSince');

export function undoLast(editor: Editor): void {
  if (!draftTool(editor).command('undo') && !editor.isReadOnly && !editor.past)
    sendOps(editor, undo(editor.history, editor.doc, tellStale(editor)));
  refresh(editor);
}

export function redoNext(editor: Editor): void {
  // A gesture under way comes first: redo would change what it holds.
  if (!draftTool(editor).isBusy() && !editor.isReadOnly && !editor.past)
    sendOps(editor, redo(editor.history, editor.doc, tellStale(editor)));
  refresh(editor);
}

/** Of the predictions in sight, surest first. */
const shownIds = (editor: Editor): string[] =>
  isShownAs(editor, 'predictions') ? listPredictions(editor.predictions, editor.doc).map(({ id }) => id) : [];

/** Selects the one after the selected one, and brings it into sight; behind the last, the first. */
function stepPrediction(editor: Editor): void {
  const ids = shownIds(editor);
  const at = ids.indexOf(editor.predictions.selected ?? '');
  pick(editor, ids[(at + 1) % ids.length]);
}

function pick(editor: Editor, id: string | undefined): void {
  const found = id === undefined ? undefined : findPrediction(editor.predictions, id);
  if (!found) return;
  selectPrediction(editor, found.shape.id);
  reveal(editor.view, shapeBounds(found.shape));
  refresh(editor, 'view');
}

/** Nothing to decide on where no model was run: the screen offers to. */
function lacksRun(editor: Editor): boolean {
  if (!editor.predictions.hasRun && !editor.isReadOnly) editor.events.onCommand?.('prediction.missing');
  return !editor.predictions.hasRun;
}

/** Decides on the selected prediction, or on the surest one, and goes on to the next: one key for each. */
function decideOne(editor: Editor, decide: (id: string) => void): void {
  if (editor.isReadOnly || lacksRun(editor)) return;
  const ids = shownIds(editor);
  const chosen = editor.predictions.selected ?? ids[0];
  if (chosen === undefined) return;
  const next = ids[ids.indexOf(chosen) + 1] ?? ids.find((id) => id !== chosen);
  decide(chosen);
  pick(editor, next);
}

/** What the screen does with texts; where there is nothing to do the key goes its usual way. */
function textCommand(editor: Editor, command: TextCommand, applies: boolean): boolean {
  if (!editor.hasTexts || !applies) return false;
  editor.events.onCommand?.(command);
  return true;
}

type Action = (editor: Editor, index: number) => boolean | void;

/** At the cursor, by what the present scale asks for. */
const zoom = (factorOf: (scale: number) => number): Action => {
  return (editor) => {
    const factor = factorOf(editor.view.transform.scale);
    zoomBy(editor.view, factor, editor.pointer?.screen ?? areaCentre(editor.view));
    refresh(editor, 'view');
  };
};

/** Leaving a half-drawn shape by a slip of the hand would lose it: image and tool stay, and why is said. */
export function isHeldUp(editor: Editor): boolean {
  if (!isDrawing(editor)) return false;
  editor.events.onNotice?.('canvas.unfinished');
  return true;
}

const changeImage = (command: StepCommand | ModelCommand | ShapeCommand | ReviewCommand): Action => {
  return (editor) => {
    if (!isHeldUp(editor)) editor.events.onCommand?.(command);
  };
};

/** What is drawn says enough; an image without anything is marked as checked first. */
const checkAndGo: Action = (editor) => {
  if (editor.isComing || isHeldUp(editor)) return;
  if (editor.doc.shapes.size === 0 && !editor.doc.isCheckedEmpty) setCheckedEmpty(editor, true);
  editor.events.onCommand?.('image.next');
};

const actions: Readonly<Record<PlainCommand, Action>> = {
  'pan.hold': (editor) => {
    editor.isSpaceHeld = true;
  },
  'draw.finish': (editor) => draftTool(editor).command('finish'),
  'draw.back': (editor) => draftTool(editor).command('back'),
  'brush.smaller': (editor) => sizeBrush(editor, -1),
  'brush.larger': (editor) => sizeBrush(editor, 1),
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
    const shapes = selectedShapes(editor);
    if (shapes.length === 0) return false;
    editor.clipboard = { imageId: editor.doc.imageId, shapes };
    return true;
  },
  paste,
  pasteHere: (editor) =>
    placeCopies(editor, editor.clipboard.shapes, {
      at: editor.pointer?.image ?? null,
      from: editor.clipboard.imageId,
    }),
  duplicate: (editor) => placeCopies(editor, selectedShapes(editor)),
  ignore: toggleIgnore,
  lock: toggleLock,
  snap: (editor) => {
    editor.isSnapping = !editor.isSnapping;
  },
  unite: uniteSelection,
  subtract: subtractSelection,
  toFront: (editor) => arrange(editor, 'front'),
  toBack: (editor) => arrange(editor, 'back'),
  nudge: (editor, index) => nudge(editor, index, 1),
  nudgeFar: (editor, index) => nudge(editor, index, 10),
  cycle: (editor) => cycle(editor, 1),
  cycleBack: (editor) => cycle(editor, -1),
  'text.next': (editor) => textCommand(editor, 'text.next', editor.doc.shapes.size > 0),
  'text.previous': (editor) => textCommand(editor, 'text.previous', editor.doc.shapes.size > 0),
  'text.edit': (editor) => textCommand(editor, 'text.edit', editor.selection.size === 1),
  'text.ignore': (editor) => textCommand(editor, 'text.ignore', freeSelection(editor).length > 0),
  'reading.turn': (editor) => turnReading(editor, 1),
  'reading.turnBack': (editor) => turnReading(editor, -1),
  label: (editor, index) => {
    const label = editor.labels[index];
    if (label) pickLabel(editor, label.id);
  },
  align: (editor, index) => align(editor, alignSides[index] ?? 'left'),
  'shapes.hide': (editor) => editor.events.onCommand?.('shapes.hide'),
  'shapes.fromPrevious': changeImage('shapes.fromPrevious'),
  'view.selection': zoomToSelection,
  'view.peek': (editor) => setPeeking(editor, true),
  'view.fainter': (editor) => stepOpacity(editor, -1),
  'view.stronger': (editor) => stepOpacity(editor, 1),
  'view.guides': (editor) => {
    editor.hasGuides = !editor.hasGuides;
  },
  'view.minimap': (editor) => editor.events.onCommand?.('view.minimap'),
  'view.history': (editor) => editor.events.onCommand?.('view.history'),
  'view.fit': (editor) => {
    fit(editor.view);
    refresh(editor, 'view');
  },
  'view.actual': zoom((scale) => 1 / scale),
  'view.zoomIn': zoom(() => ZOOM_STEP),
  'view.zoomOut': zoom(() => 1 / ZOOM_STEP),
  'view.names': (editor) => {
    editor.showNames = !editor.showNames;
    redrawAll(editor);
  },
  'view.grid': (editor) => setGrid(editor, !editor.hasGrid),
  'image.previous': changeImage('image.previous'),
  'image.next': changeImage('image.next'),
  'image.previousOpen': changeImage('image.previousOpen'),
  'image.nextOpen': changeImage('image.nextOpen'),
  'image.checkEmpty': (editor) => setCheckedEmpty(editor, !editor.doc.isCheckedEmpty),
  'image.checkNext': checkAndGo,
  'prediction.accept': (editor) => decideOne(editor, (id) => acceptPredictions(editor, [id])),
  'prediction.acceptAll': (editor) => {
    if (!lacksRun(editor)) acceptPredictions(editor, shownIds(editor));
  },
  'prediction.reject': (editor) => decideOne(editor, (id) => rejectPredictions(editor, [id])),
  'prediction.rejectAll': (editor) => {
    const { predictions, doc } = editor;
    if (isShownAs(editor, 'predictions'))
      rejectPredictions(
        editor,
        openPredictions(predictions, doc).map(({ id }) => id),
      );
  },
  'prediction.next': (editor) => stepPrediction(editor),
  'prediction.run': (editor) => editor.events.onCommand?.('prediction.run'),
  'prediction.similar': (editor) => editor.events.onCommand?.('prediction.similar'),
  'prediction.uncertain': changeImage('prediction.uncertain'),
  'review.submit': changeImage('review.submit'),
  'review.accept': changeImage('review.accept'),
  'review.return': changeImage('review.return'),
  'review.next': changeImage('review.next'),
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
  const { hasTexts } = editor;
  const hasSelection = editor.selection.size > 0;
  const resolved = resolveKey(editor.keymap, press, { isDrawing: isDrawing(editor), hasSelection, hasTexts });
  if (resolved?.command === 'view.peek') editor.peekCode = press.code;
  return resolved !== null && runCommand(editor, resolved.command, resolved.index);
}

export function keyUp(editor: Editor, press: Pick<KeyPress, 'code'>): void {
  if (press.code === editor.peekCode) setPeeking(editor, false);
  if (press.code !== 'Space') return;
  editor.isSpaceHeld = false;
  refresh(editor);
}

/** Keys that are let go in another window never arrive. */
export function releaseKeys(editor: Editor): void {
  keyUp(editor, { code: 'Space' });
  setPeeking(editor, false);
}
