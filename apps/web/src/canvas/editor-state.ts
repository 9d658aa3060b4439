// What the editor is: its parts and its state, and which tool has the hand.

import type { ImageWindow } from '@loupe/contract';
import type { Box, ImagePoint, ScreenPoint, Size, ViewTransform } from '@loupe/geometry';
import type { History } from './history.ts';
import type { ShapeDocument } from './model.ts';
import type { OutlineJob } from './outline/jobs.ts';
import type { PixelPlace, Pixels } from './outline/pixels.ts';
import type { Predictions } from './predictions.ts';
import type { Region } from './region.ts';
import type { ActiveScene } from './render-active.ts';
import type { ShapeIndex } from './shape-index.ts';
import type { Binding, ReviewCommand, TextCommand } from './keymap.ts';
import type { Scheduler, StaticLayer, Surface } from './static-layer.ts';
import type { ToolInfo, ToolName } from './tools/registry.ts';
import type { Pointer, Pointing, Tool } from './tools/tool.ts';
import type { EditorLabel, Notice, StageImage, Shape, ShapeOp, VisibleShapes } from './types.ts';
import type { ViewState } from './view.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** new: the shapes that will be drawn. selection: in Select, what is selected is relabelled as well. */
export type LabelTarget = 'new' | 'selection';

export type EditorStatus = {
  readonly tool: ToolName;
  /** Screen pixels per image pixel: 1 is 100 %. */
  readonly scale: number;
  readonly isFitted: boolean;
  /** What of the image is in sight, in its pixels; may reach beyond it. */
  readonly sight: Box;
  /** Image pixels; null while the cursor is not on the image. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** The image's colour below the cursor, without brightness and contrast. */
  readonly color: Rgb | null;
  /** Of an image with 16 bits a channel, its values there. */
  readonly values: readonly number[] | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isDrawing: boolean;
  readonly isCheckedEmpty: boolean;
  /** Of new shapes. */
  readonly labelId: number | null;
  /** Whose label a key or the label list sets now. */
  readonly labelTarget: LabelTarget;
  readonly isSnapping: boolean;
  readonly hasGuides: boolean;
  readonly hasGrid: boolean;
  /** Of shapes, 0.2 to 1; of a selected one the outline stays. */
  readonly opacity: number;
  /** Across, in image pixels; null where the tool has no brush. */
  readonly brushSize: number | null;
  /** By which colours may differ; null where the tool looks at none. */
  readonly tolerance: number | null;
  /** What a tool that is pointed with was told; null where the tool is none. */
  readonly pointing: Pointing | null;
  readonly showNames: boolean;
  readonly visible: VisibleShapes;
  readonly shapeCount: number;
  /** Predictions in sight. */
  readonly predictionCount: number;
  /** Those of a search among them. */
  readonly similarCount: number;
  /** Those of them that a version and a search have both found. */
  readonly bothCount: number;
  /** Objects that sources in sight predict and nobody has decided on, also below the score that is shown. */
  readonly openCount: number;
  /** Predictions that were turned down. */
  readonly rejectedCount: number;
  /** A version or a search was run on the image, and nobody has decided on all that it said. */
  readonly isUndecided: boolean;
};

/** Commands that change the image; `open`: to one that nobody has annotated. */
export type StepCommand = 'image.previous' | 'image.next' | 'image.previousOpen' | 'image.nextOpen';
/** What the screen does with a model; `missing`: a decision was asked for where none was run. */
export type ModelCommand = 'prediction.run' | 'prediction.similar' | 'prediction.uncertain' | 'prediction.missing';
/** What the screen does with shapes; `hide`: the selected ones, or shows the hidden ones again. */
export type ShapeCommand = 'shapes.hide' | 'shapes.fromPrevious';
export type ScreenCommand =
  StepCommand | ModelCommand | ShapeCommand | TextCommand | ReviewCommand | 'view.minimap' | 'view.history' | 'help';

export type EditorEvents = {
  /** Edits to save, in order; one call is one gesture. */
  readonly onOps: (ops: ShapeOp[], imageId: number) => void;
  readonly onSelection: (ids: readonly string[], predictionId: string | null) => void;
  /** At most once a frame. */
  readonly onStatus?: (status: EditorStatus) => void;
  /** These shapes got another label by a key or a list. `before` are the shapes as they were. */
  readonly onRelabel?: (before: readonly Shape[], labelId: number) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** Keys that are the screen's to act on. */
  readonly onCommand?: (command: ScreenCommand) => void;
};

/** view: the image lies elsewhere or is shown at another scale; image: its pixels, or how they are shown, are others. */
export type ImageChange = 'view' | 'image';

/** What the editor draws on. A test gives one without canvases. */
export type Stage = {
  readonly surfaces: readonly [Surface, Surface];
  readonly scheduler: Scheduler;
  readonly paintImage: (bitmap: StageImage | null, image: Size, view: ViewTransform, change: ImageChange) => void;
  readonly paintActive: (scene: ActiveScene) => void;
  readonly readColor: (bitmap: StageImage, image: Size, x: number, y: number) => Rgb | null;
  /** Without brightness and contrast; of tiles, as fine as they are there. */
  readonly readPixels: (bitmap: StageImage, image: Size, place: PixelPlace) => Pixels;
  readonly outline: (pixels: Pixels, job: OutlineJob) => Promise<Region>;
  readonly setCursor: (cursor: string) => void;
  readonly setFilter: (filter: string) => void;
  /** Lines between pixels at a large scale, from the next painting on. */
  readonly setGrid: (hasGrid: boolean) => void;
  /** Of the resting shapes, 0 to 1: nothing is drawn again for it. */
  readonly setOpacity: (opacity: number) => void;
  readonly pixelRatio: () => number;
};

/** A tool at work in one editor. */
export type LiveTool = Tool & { readonly def: ToolInfo };

export type Editor = {
  readonly events: EditorEvents;
  readonly stage: Stage;
  readonly doc: ShapeDocument;
  readonly history: History;
  readonly index: ShapeIndex;
  readonly view: ViewState;
  readonly layer: StaticLayer;
  readonly predictions: Predictions;
  readonly tools: readonly LiveTool[];
  keymap: readonly Binding[];
  labels: readonly EditorLabel[];
  labelById: ReadonlyMap<number, EditorLabel>;
  /** Of new shapes; what is selected has no say in it. */
  labelId: number | null;
  /** The one in the hand. */
  tool: LiveTool;
  selection: ReadonlySet<string>;
  bitmap: StageImage | null;
  /** Of an image with 16 bits a channel; null: the automatic one. */
  window: ImageWindow | null;
  showNames: boolean;
  visible: VisibleShapes;
  /** Shapes that the person does not want to see for now. */
  hidden: ReadonlySet<string>;
  /** The shapes of a moment that is gone, shown instead of the image's own; nothing is edited meanwhile. */
  past: readonly Shape[] | null;
  /** A place that was asked for, pointed out until the image is edited or another one is shown. */
  mark: Box | null;
  /** A person marks each image as annotated or as empty. */
  isMarked: boolean;
  /** Shapes carry texts. */
  hasTexts: boolean;
  isReadOnly: boolean;
  /** Another image is about to stand here. */
  isComing: boolean;
  /** Where the cursor last was; null outside the area. */
  pointer: Pointer | null;
  panFrom: ScreenPoint | null;
  isSpaceHeld: boolean;
  isPeeking: boolean;
  /** The key that is held to peek. */
  peekCode: string | null;
  opacity: number;
  /** Lines through the cursor while a tool draws. */
  hasGuides: boolean;
  /** Lines between pixels at a large scale. */
  hasGrid: boolean;
  /** Points snap to corners, edges and the border; with Ctrl held they do the opposite. */
  isSnapping: boolean;
  /** The place that the point below the cursor has snapped to. */
  snapped: ImagePoint | null;
  /** In image pixels; null until a tool with a brush is used. */
  brushRadius: number | null;
  /** Copied shapes, and the image that they are of. */
  clipboard: { readonly imageId: number; readonly shapes: readonly Shape[] };
  /** What came from elsewhere during a gesture. */
  waiting: (() => void)[];
  due: { change: ImageChange | null; frame: number | null };
  shapeList: readonly Shape[] | null;
  listeners: Set<() => void>;
};

export const isSelecting = ({ tool }: Editor): boolean => tool.def.id === 'select';
export const isPanning = ({ tool }: Editor): boolean => tool.def.id === 'pan';

/** The tool whose draft is seen and which keys are for: with the hand in use, a half-drawn shape is still there. */
export function draftTool(editor: Editor): LiveTool {
  const { tool, tools } = editor;
  return (isPanning(editor) && tools.find(({ def, isBusy }) => def.makes && isBusy())) || tool;
}

export const isDrawing = (editor: Editor): boolean => !isSelecting(editor) && draftTool(editor).isBusy();

export const labelTarget = (editor: Editor): LabelTarget =>
  isSelecting(editor) && editor.selection.size > 0 && !editor.tool.isBusy() ? 'selection' : 'new';

/** Screen pixels that the brush first has on the image that is seen then. */
const FIRST_BRUSH = 14;

export const brushRadius = (editor: Editor): number =>
  (editor.brushRadius ??= Math.max(1, Math.round(FIRST_BRUSH / editor.view.transform.scale)));
