// The annotation editor: shapes on an image, without React and without fetch.
//
//   const editor = createEditor({ container, labels, onOps, onSelection, onStatus, onNotice, onCommand });
//   editor.loadImage({ imageId, width, height, bitmap, shapes, isCheckedEmpty, rejected, revision, pending });
//
// `shapes` are StoredShape[] of the server; `pending` are the outbox's unanswered ops of this image, oldest first.
// `onOps(ops, imageId)` comes once a gesture: put them into the outbox in order. When the server has answered an op:
// `editor.acknowledge(opId, { rev, shapeId, seq })`, with `rev` null for status `lived` or `refused`, the others as answered
// (`shapeId` another one after a conflict). What the history says: `editor.applyRemote([{ shapeId, shape | null }], words?)`.
// Answers that come while a shape is in the hand wait for the end of the gesture by themselves.
// `editor.shapes()` with `editor.subscribe` fits useSyncExternalStore. All methods: EditorApi in api.ts.
// Bitmaps are not closed here: their owner is createPrefetcher (prefetch.ts) or the screen.
// Key events are taken from the window while no field or dialog has the focus; `keymap` is the table for the help.

import { editorApi } from './api.ts';
import { createDomStage } from './dom-stage.ts';
import { listen } from './dom-input.ts';
import { createEditorState } from './editor.ts';
import { resizeStatic, stopStatic } from './static-layer.ts';
import { style } from './style.ts';
import type { EditorApi } from './api.ts';
import type { EditorEvents } from './editor-state.ts';
import type { EditorLabel } from './types.ts';

export type EditorOptions = EditorEvents & {
  /** Filled by the editor; give it a size by CSS. */
  readonly container: HTMLElement;
  /** In the order of the number keys. */
  readonly labels: readonly EditorLabel[];
};

export type ImageEditor = EditorApi & { readonly destroy: () => void };

function prepare(container: HTMLElement): void {
  container.tabIndex = 0;
  container.setAttribute('role', 'application');
  if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
  container.style.overflow = 'hidden';
  container.style.touchAction = 'none';
  container.style.userSelect = 'none';
  container.style.backgroundColor = style.stage;
}

export function createEditor(options: EditorOptions): ImageEditor {
  const { container } = options;
  prepare(container);
  const stage = createDomStage(container);
  const editor = createEditorState(stage, options);
  const api = editorApi(editor);
  const stop = new AbortController();

  const fitArea = (): void => {
    const area = { width: container.clientWidth || 1, height: container.clientHeight || 1 };
    stage.resize(area);
    resizeStatic(editor.layer, area, stage.pixelRatio());
    api.resize(area);
  };
  const observer = new ResizeObserver(fitArea);
  observer.observe(container);
  fitArea();
  api.setLabels(options.labels);
  listen(editor, container, stop.signal);

  return {
    ...api,
    destroy: () => {
      stop.abort();
      observer.disconnect();
      stopStatic(editor.layer);
      if (editor.due.frame !== null) stage.scheduler.cancelFrame(editor.due.frame);
      // Late calls (an answer of the server, say) find an editor that no longer paints.
      editor.due.frame = -1;
      stage.dispose();
    },
  };
}

export { createPrefetcher } from './prefetch.ts';
export { isAboutShape, shapesOf } from './model.ts';
export { alignSides } from './editor-arrange.ts';
export { keyName, keymap, keymapOf, markingCommands, readingCommands, reviewCommands } from './keymap.ts';
export {
  changedKeys,
  clashesWith,
  isFixed,
  isSlotted,
  keymapFor,
  refusalOf,
  withKey,
  withoutKey,
} from './key-settings.ts';
export { renderShapes } from './render.ts';
export { isUntyped } from './shape.ts';
export { shapeKinds } from './shapes/registry.ts';
export { offeredTool, tools, toolsFor } from './tools/registry.ts';
export { createDeepImage } from './deep.ts';
export { readDeepPng } from './deep-png.ts';
export { createTiledImage, deepOf } from './tiles.ts';
export type { EditorApi, ImageInput, ShapePatch } from './api.ts';
export type {
  EditorEvents,
  EditorStatus,
  LabelTarget,
  ModelCommand,
  Rgb,
  ScreenCommand,
  ShapeCommand,
  StepCommand,
} from './editor-state.ts';
export type { Conflict } from './conflicts.ts';
export type { Binding, Command, CommandGroup, PlainCommand, ReviewCommand, TextCommand } from './keymap.ts';
export type { KeptHistory } from './kept-history.ts';
export { allShown } from './predictions.ts';
export type { ScoreLimits, SourceView, SourceViews } from './predictions.ts';
export type { Prefetcher } from './prefetch.ts';
export type { LoadDeepTile } from './deep.ts';
export type { LoadTile, TiledImage } from './tiles.ts';
export type { ToolInfo, ToolName } from './tools/registry.ts';
export { copyWord } from './words.ts';
export type { HeardWord } from './words.ts';
export type { Answer, EditorLabel, Notice, StageImage, RemoteChange, VisibleShapes } from './types.ts';
