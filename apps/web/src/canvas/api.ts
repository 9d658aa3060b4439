// The editor as the screen sees it: methods over the state, still without a screen of its own.

import {
  copyIn,
  deleteShapes,
  isHeldUp,
  paste,
  redoNext,
  runCommand,
  setCheckedEmpty,
  setTool,
  undoLast,
} from './editor-commands.ts';
import { commitEdits } from './editor-edit.ts';
import { pickLabel, relabel } from './editor-labels.ts';
import { redrawAll, refresh, statusOf } from './editor-paint.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { restorePast } from './editor-past.ts';
import { predictionMethods } from './editor-predictions.ts';
import { draftTool } from './editor-state.ts';
import { runWaiting, whenIdle } from './editor-sync.ts';
import { setGrid, setOpacity } from './editor-view.ts';
import { clearHistory } from './history.ts';
import { keepHistory, restoreHistory } from './kept-history.ts';
import { acknowledge, applyRemote, loadDocument } from './model.ts';
import { allShown, findPrediction, loadPredictions } from './predictions.ts';
import { shapeBounds } from './shape.ts';
import { loadIndex } from './shape-index.ts';
import { sortedShapes } from './shape-list.ts';
import { clearStatic } from './static-layer.ts';
import { deepOf, isTiledImage } from './tiles.ts';
import { centreOn, fit, filterOf, focusOn, reveal, setArea, setImage, setScale } from './view.ts';
import { stageShape, stageShapes } from './visibility.ts';
import type { ImageWindow } from '@loupe/contract';
import type { Box, Size } from '@loupe/geometry';
import type { Conflict } from './conflicts.ts';
import type { Restored } from './editor-past.ts';
import type { Editor, EditorStatus } from './editor-state.ts';
import type { KeptHistory } from './kept-history.ts';
import type { Binding, Command } from './keymap.ts';
import type { DocumentInput } from './model.ts';
import type { SourceViews } from './predictions.ts';
import type { ToolName } from './tools/registry.ts';
import type { HeardWord } from './words.ts';
import type { Answer, EditorLabel, StageImage, RemoteChange, Shape, VisibleShapes } from './types.ts';

/** `bitmap` may follow later by setBitmap; it is never closed here: it belongs to whoever decoded it. */
export type ImageInput = DocumentInput & { readonly bitmap: StageImage | null };

/** Fields of a shape that a panel may set; geometry is the tools'. */
export type ShapePatch = Partial<Pick<Shape, 'labelId' | 'text' | 'ignore' | 'locked' | 'z'>>;

export type EditorApi = {
  /** Shows another image; history (see restoreHistory) and selection start over, what was half drawn is dropped. */
  readonly loadImage: (input: ImageInput) => void;
  readonly setBitmap: (bitmap: StageImage | null) => void;
  readonly setLabels: (labels: readonly EditorLabel[]) => void;
  readonly setTool: (tool: ToolName) => void;
  /** As a number key does it: of new shapes, and in Select of what is selected as well. */
  readonly pickLabel: (labelId: number) => void;
  /** Of new shapes, whatever is selected. */
  readonly setDrawLabel: (labelId: number | null) => void;
  /** Of these shapes, whatever the tool; the label of new shapes stays. */
  readonly relabel: (ids: readonly string[], labelId: number) => void;
  /** Shapes that two people edited at the same time and nobody has decided on. */
  readonly conflicts: () => Conflict[];
  readonly keepOne: (conflict: Conflict, id: string) => void;
  readonly keepAll: (conflict: Conflict) => void;
  /** What a model proposes; null: none was run on the image. */
  readonly setPredictions: (shapes: readonly Shape[] | null, views?: SourceViews) => void;
  /** Which of it is shown. */
  readonly setSourceViews: (views: SourceViews) => void;
  readonly acceptPredictions: (ids: readonly string[]) => string[];
  readonly rejectPredictions: (ids: readonly string[]) => void;
  /** Those that were turned down, surest first; any of them can be selected, to be looked at. */
  readonly rejectedPredictions: () => Shape[];
  readonly restorePredictions: (ids: readonly string[]) => void;
  /** Those that are shown, surest first. */
  readonly predictions: () => Shape[];
  /** labels: what persons drew; predictions: what a model said, also where it is stored as a shape. */
  readonly setVisible: (visible: VisibleShapes) => void;
  /** Shapes that are neither drawn nor hit until they are taken off this list, or another image is shown. */
  readonly setHidden: (ids: Iterable<string>) => void;
  readonly setShowNames: (showNames: boolean) => void;
  readonly setReadOnly: (isReadOnly: boolean) => void;
  /** Another image is about to stand here: one that is not there cannot be marked on the way past it. */
  readonly setComing: (isComing: boolean) => void;
  /** Whether a person marks each image as annotated or as empty: without it the keys for that do nothing. */
  readonly setMarked: (isMarked: boolean) => void;
  /** Whether shapes carry texts: without it the keys for texts have their other meanings. */
  readonly setTexts: (hasTexts: boolean) => void;
  readonly setCheckedEmpty: (isCheckedEmpty: boolean) => void;
  /** −100 to 100 each; 0 is the image as it is. */
  readonly setAdjustment: (brightness: number, contrast: number) => void;
  /** Of an image with 16 bits a channel; null: the automatic one. */
  readonly setWindow: (window: ImageWindow | null) => void;
  /** What can be undone and redone, as plain data to be kept; see restoreHistory. */
  readonly keptHistory: () => KeptHistory;
  /** After loadImage: takes up what was kept, as far as the image still is as it was then. */
  readonly restoreHistory: (kept: KeptHistory) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly deleteShapes: (ids: readonly string[]) => void;
  readonly patchShapes: (ids: readonly string[], patch: ShapePatch) => void;
  readonly paste: () => void;
  /** Copies of another image's shapes in their places, selected; gives how many: what is here already is left out. */
  readonly copyIn: (shapes: readonly Shape[]) => number;
  readonly select: (ids: readonly string[]) => void;
  readonly selectPrediction: (id: string | null) => void;
  /** Brings a shape into sight; the scale stays. */
  readonly reveal: (id: string) => void;
  /** Shows the shapes of a moment that is gone, while nothing is half drawn; null: the image as it is. */
  readonly showPast: (shapes: readonly Shape[] | null) => void;
  /** Makes the image what it was, as one entry of the history. */
  readonly restorePast: (
    shapes: readonly Shape[],
    isCheckedEmpty: boolean,
    decided?: ReadonlyMap<string, boolean>,
  ) => Restored;
  /** Points a place out and brings it near, until the image is edited; null: no more. */
  readonly mark: (box: Box | null) => void;
  readonly fit: () => void;
  readonly setScale: (scale: number) => void;
  /** Brings a place of the image into the middle. */
  readonly centreOn: (x: number, y: number) => void;
  /** The keys from now on. */
  readonly setKeymap: (keymap: readonly Binding[]) => void;
  /** Points snap; with Ctrl held they do the opposite. */
  readonly setSnapping: (isSnapping: boolean) => void;
  /** Lines through the cursor while a tool draws. */
  readonly setGuides: (hasGuides: boolean) => void;
  /** Lines between pixels at a large scale. */
  readonly setGrid: (hasGrid: boolean) => void;
  /** Of shapes, 0.2 to 1; of a selected one the outline stays. */
  readonly setOpacity: (opacity: number) => void;
  /** Any command of the keymap, as its key would do it. */
  readonly run: (command: Command, index?: number) => boolean;
  /** A shape is half drawn, which leaving the image would lose; says so. */
  readonly isHeldUp: () => boolean;
  /** For a tool that is pointed with: whether the next click is one beside the object. */
  readonly pointAt: (isGround: boolean) => void;
  /** The server's answer to an op; see acknowledge in model.ts. */
  readonly acknowledge: (opId: string, answer: Answer) => void;
  /** What the image's history says, see model.ts: shapes as they are, and words on proposals and on the empty mark. */
  readonly applyRemote: (changes: readonly RemoteChange[], words?: readonly HeardWord[]) => void;
  /** Topmost first, then newest first. The same array until a shape changes: fit for useSyncExternalStore. */
  readonly shapes: () => readonly Shape[];
  /** Called after each change of the shapes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly status: () => EditorStatus;
  /** The area has another size, in CSS pixels. */
  readonly resize: (area: Size) => void;
};

/** Takes what is shown of the image; tiles that come later are drawn as they come. */
function takeBitmap(editor: Editor, bitmap: StageImage | null): void {
  editor.bitmap = bitmap;
  if (bitmap) deepOf(bitmap)?.setWindow(editor.window);
  if (!bitmap || !isTiledImage(bitmap)) return;
  bitmap.onTile = () => {
    if (editor.bitmap === bitmap) refresh(editor, 'image');
  };
}

function loadImage(editor: Editor, input: ImageInput): void {
  editor.past = null;
  for (const tool of editor.tools) tool.command('cancel');
  // What waited for the gesture's end was about the old image.
  editor.waiting = [];
  editor.panFrom = null;
  clearHistory(editor.history);
  select(editor, []);
  loadPredictions(editor.predictions, null, allShown);
  takeBitmap(editor, input.bitmap);
  editor.hidden = new Set();
  editor.mark = null;
  loadDocument(editor.doc, input);
  setImage(editor.view, { width: input.width, height: input.height });
  clearStatic(editor.layer);
  refresh(editor, 'image');
}

function setLabels(editor: Editor, labels: readonly EditorLabel[]): void {
  editor.labels = labels;
  editor.labelById = new Map(labels.map((label) => [label.id, label]));
  const isKnown = editor.labelId !== null && editor.labelById.has(editor.labelId);
  if (!isKnown) editor.labelId = labels[0]?.id ?? null;
  redrawAll(editor);
}

/** A text that a person changed is no longer what a model read: neither its score nor its version say anything of it. */
const ofPerson = (shape: Shape, { text = shape.text }: ShapePatch): Partial<Shape> =>
  text === shape.text ? {} : { source: 'person', score: null, versionId: null };

function patchShapes(editor: Editor, ids: readonly string[], patch: ShapePatch): void {
  const shapes = ids.map((id) => editor.doc.shapes.get(id)).filter((shape) => shape !== undefined);
  // A lock can be opened; nothing else of a locked shape changes.
  const isUnlock = patch.locked === false;
  const free = shapes.filter((shape) => isUnlock || !shape.locked);
  commitEdits(
    editor,
    free.map((shape) => ({ id: shape.id, shape: { ...shape, ...patch, ...ofPerson(shape, patch) } })),
  );
}

function listShapes(editor: Editor): readonly Shape[] {
  editor.shapeList ??= sortedShapes(editor.doc.shapes.values());
  return editor.shapeList;
}

function revealShape(editor: Editor, id: string): void {
  const shape = editor.doc.shapes.get(id) ?? findPrediction(editor.predictions, id)?.shape;
  if (!shape) return;
  reveal(editor.view, shapeBounds(shape));
  refresh(editor, 'view');
}

function showPast(editor: Editor, shapes: readonly Shape[] | null): void {
  if (shapes === editor.past || (shapes && draftTool(editor).isBusy())) return;
  if (shapes) {
    select(editor, []);
    selectPrediction(editor, null);
  }
  editor.past = shapes;
  stageAgain(editor);
}

/** Other shapes than before may be on the stage: the index holds those that are, so that only they are drawn and hit. */
function stageAgain(editor: Editor): void {
  loadIndex(editor.index, stageShapes(editor));
  const left = [...editor.selection].filter((id) => stageShape(editor, id));
  if (left.length < editor.selection.size) select(editor, left);
  redrawAll(editor);
}

/** Methods that change what is shown, not what is saved. */
function viewMethods(editor: Editor) {
  return {
    setVisible: (visible: VisibleShapes) => {
      editor.visible = visible;
      if (visible === 'labels') selectPrediction(editor, null);
      stageAgain(editor);
    },
    setHidden: (ids: Iterable<string>) => {
      editor.hidden = new Set(ids);
      stageAgain(editor);
    },
    setShowNames: (showNames: boolean) => {
      editor.showNames = showNames;
      redrawAll(editor);
    },
    setAdjustment: (brightness: number, contrast: number) => editor.stage.setFilter(filterOf(brightness, contrast)),
    setWindow: (window: ImageWindow | null) => {
      editor.window = window;
      takeBitmap(editor, editor.bitmap);
      refresh(editor, 'image');
    },
    reveal: (id: string) => revealShape(editor, id),
    showPast: (shapes: readonly Shape[] | null) => showPast(editor, shapes),
    mark: (box: Box | null) => {
      editor.mark = box;
      if (box) focusOn(editor.view, box);
      refresh(editor, 'view');
    },
    fit: () => {
      fit(editor.view);
      refresh(editor, 'view');
    },
    centreOn: (x: number, y: number) => {
      centreOn(editor.view, x, y);
      refresh(editor, 'view');
    },
    setOpacity: (opacity: number) => setOpacity(editor, opacity),
    setGrid: (hasGrid: boolean) => setGrid(editor, hasGrid),
    setKeymap: (keymap: readonly Binding[]) => {
      editor.keymap = keymap;
    },
    setSnapping: (isSnapping: boolean) => {
      editor.isSnapping = isSnapping;
      refresh(editor);
    },
    setGuides: (hasGuides: boolean) => {
      editor.hasGuides = hasGuides;
      refresh(editor);
    },
    setScale: (scale: number) => {
      setScale(editor.view, scale);
      refresh(editor, 'view');
    },
    resize: (area: Size) => {
      setArea(editor.view, area);
      refresh(editor, 'image');
    },
    status: () => statusOf(editor),
  };
}

function syncMethods(editor: Editor) {
  return {
    acknowledge: (opId: string, answer: Answer) => whenIdle(editor, () => acknowledge(editor.doc, opId, answer)),
    applyRemote: (changes: readonly RemoteChange[], words?: readonly HeardWord[]) =>
      whenIdle(editor, () => applyRemote(editor.doc, changes, words)),
    shapes: () => listShapes(editor),
    subscribe: (listener: () => void) => {
      editor.listeners.add(listener);
      return () => void editor.listeners.delete(listener);
    },
  };
}

export function editorApi(editor: Editor): EditorApi {
  return {
    ...viewMethods(editor),
    ...predictionMethods(editor),
    ...syncMethods(editor),
    loadImage: (input) => loadImage(editor, input),
    setBitmap: (bitmap) => {
      takeBitmap(editor, bitmap);
      refresh(editor, 'image');
    },
    setLabels: (labels) => setLabels(editor, labels),
    setTool: (tool) => setTool(editor, tool),
    pickLabel: (labelId) => pickLabel(editor, labelId),
    relabel: (ids, labelId) => relabel(editor, ids, labelId),
    setDrawLabel: (labelId) => {
      editor.labelId = labelId;
      refresh(editor);
    },
    setReadOnly: (isReadOnly) => {
      editor.isReadOnly = isReadOnly;
      if (isReadOnly) for (const tool of editor.tools) tool.command('cancel');
      runWaiting(editor);
      refresh(editor);
    },
    setComing: (isComing) => {
      editor.isComing = isComing;
    },
    setMarked: (isMarked) => {
      editor.isMarked = isMarked;
    },
    setTexts: (hasTexts) => {
      editor.hasTexts = hasTexts;
    },
    setCheckedEmpty: (isCheckedEmpty) => setCheckedEmpty(editor, isCheckedEmpty),
    keptHistory: () => keepHistory(editor.history),
    restoreHistory: (kept) => {
      restoreHistory(editor.history, editor.doc, kept);
      refresh(editor);
    },
    undo: () => undoLast(editor),
    redo: () => redoNext(editor),
    deleteShapes: (ids) => deleteShapes(editor, ids),
    patchShapes: (ids, patch) => patchShapes(editor, ids, patch),
    paste: () => paste(editor),
    restorePast: (shapes, isCheckedEmpty, decided) => {
      showPast(editor, null);
      return restorePast(editor, shapes, isCheckedEmpty, decided);
    },
    copyIn: (shapes: readonly Shape[]) => (editor.isReadOnly ? 0 : copyIn(editor, shapes)),
    select: (ids) => select(editor, ids),
    run: (command, index = 0) => runCommand(editor, command, index),
    isHeldUp: () => isHeldUp(editor),
    pointAt: (isGround) => {
      editor.tool.pointing?.setGround(isGround);
      refresh(editor);
    },
  };
}
