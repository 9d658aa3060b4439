// The editor without a screen: how it is made, and what its tools see of it.

import { boxHeight, boxUnion, boxWidth, growBox, visibleBox } from '@loupe/geometry';
import { v7 as uuidv7 } from 'uuid';
import { acceptPredictions, commitEdits } from './editor-edit.ts';
import { refresh, sceneSource } from './editor-paint.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { placePoint } from './editor-snap.ts';
import { followDocument } from './editor-sync.ts';
import { createHistory } from './history.ts';
import { keymapOf } from './keymap.ts';
import { pixelPlace } from './outline/pixels.ts';
import { createDocument, subscribe } from './model.ts';
import { createPredictions, predictionAt } from './predictions.ts';
import { createIndex } from './shape-index.ts';
import { createStaticLayer } from './static-layer.ts';
import { isTiledImage } from './tiles.ts';
import { tools } from './tools/registry.ts';
import { createView } from './view.ts';
import { isShownAs } from './visibility.ts';
import { brushRadius } from './editor-state.ts';
import type { AnyPoint, Box } from '@loupe/geometry';
import type { Editor, EditorEvents, LiveTool, Stage } from './editor-state.ts';
import type { ToolInfo } from './tools/registry.ts';
import type { ToolContext } from './tools/tool.ts';

/** Of what is in sight, by which more is looked at beyond its edges. */
const BEYOND = 0.25;

/** Around what is in sight and these places, for an object may reach beyond both. */
function widened(sight: Box, places: readonly AnyPoint[]): Box {
  const box = places.reduce<Box>((sum, { x, y }) => boxUnion(sum, [x, y, x, y]), sight);
  return growBox(box, BEYOND * Math.max(boxWidth(sight), boxHeight(sight)));
}

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
    canEdit: () => isShownAs(editor(), 'labels') && !editor().isReadOnly && editor().past === null,
    selection: () => editor().selection,
    select: (ids) => select(editor(), ids),
    predictionAt: (p, tolerance) => {
      const { predictions, doc } = editor();
      return isShownAs(editor(), 'predictions') ? predictionAt(predictions, doc, p, tolerance) : null;
    },
    selectPrediction: (id) => selectPrediction(editor(), id),
    acceptPrediction: (id) => void acceptPredictions(editor(), [id]),
    commit: (edits) => commitEdits(editor(), edits),
    notice: (notice) => editor().events.onNotice?.(notice),
    newId: uuidv7,
    place: (p, except) => placePoint(editor(), p, except),
    brushRadius: () => brushRadius(editor()),
    pixels: (most, around) => {
      const { bitmap, doc, view, stage } = editor();
      const sight = visibleBox(view.transform, view.area);
      const place = bitmap && pixelPlace(around ? widened(sight, around) : sight, doc, most);
      return place ? stage.readPixels(bitmap, doc, place) : null;
    },
    isComing: () => {
      const { bitmap } = editor();
      return bitmap === null || isTiledImage(bitmap);
    },
    outline: (pixels, job) => editor().stage.outline(pixels, job),
    refresh: () => refresh(editor()),
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
    window: null,
    showNames: true,
    visible: 'both',
    hidden: new Set(),
    past: null,
    mark: null,
    isMarked: true,
    hasTexts: false,
    isReadOnly: false,
    isComing: false,
    pointer: null,
    panFrom: null,
    isSpaceHeld: false,
    isPeeking: false,
    peekCode: null,
    opacity: 1,
    hasGuides: true,
    hasGrid: true,
    isSnapping: false,
    snapped: null,
    brushRadius: null,
    clipboard: { imageId: 0, shapes: [] },
    waiting: [],
    due: { change: null, frame: null },
    shapeList: null,
    listeners: new Set(),
  };
  subscribe(editor.doc, (event) => followDocument(editor, event));
  return editor;
}
