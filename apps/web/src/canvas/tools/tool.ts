// What a tool is: its name, key and icon, and a small state machine over pointer events that sees the editor only through its context.

import type { Words } from '@loupe/contract';
import { isInImage } from '@loupe/geometry';
import type { AnyPoint, Box, ImagePoint, ScreenPoint, ViewTransform } from '@loupe/geometry';
import type { OutlineJob } from '../outline/jobs.ts';
import type { Pixels } from '../outline/pixels.ts';
import type { PromptClick } from '../outline/prompt.ts';
import type { Region } from '../region.ts';
import type { ShapeDocument, Edit } from '../model.ts';
import type { ShapeIndex } from '../shape-index.ts';
import type { Notice, Shape } from '../types.ts';

export type Pointer = {
  readonly screen: ScreenPoint;
  /** Not clamped: may lie outside the image. */
  readonly image: ImagePoint;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
};

export type ToolContext = {
  readonly doc: ShapeDocument;
  readonly index: ShapeIndex;
  readonly view: () => ViewTransform;
  /** The label that new shapes get. */
  readonly labelId: () => number | null;
  /** Shapes may be drawn and changed. */
  readonly canEdit: () => boolean;
  readonly selection: () => ReadonlySet<string>;
  readonly select: (ids: Iterable<string>) => void;
  /** The prediction at a point that is nearest to being meant. */
  readonly predictionAt: (p: ImagePoint, tolerance: number) => string | null;
  readonly selectPrediction: (id: string | null) => void;
  readonly acceptPrediction: (id: string) => void;
  /** One call is one entry of the history. */
  readonly commit: (edits: readonly Edit[]) => void;
  readonly notice: (notice: Notice) => void;
  readonly newId: () => string;
  /** The point that is meant: in the image, and with snapping on the corner or edge near it. */
  readonly place: (p: Pointer, except?: string) => ImagePoint;
  /** Of tools with a round brush, in image pixels. */
  readonly brushRadius: () => number;
  /** What is in sight, in at most so many cells; null while the image has not come. `around`: a wider part, in which these
   *  places lie too. */
  readonly pixels: (most: number, around?: readonly AnyPoint[]) => Pixels | null;
  /** More of the image may still come: pixels that are read again may be finer. */
  readonly isComing: () => boolean;
  /** Works an outline out, beside the screen. */
  readonly outline: (pixels: Pixels, job: OutlineJob) => Promise<Region>;
  /** Something is seen differently without an event of the hand. */
  readonly refresh: () => void;
};

/** What a gesture under way looks like. */
export type Draft = {
  /** Shapes as they would become; drawn in place of those with the same id. */
  readonly shapes: readonly Shape[];
  /** An open line that is being drawn, as a flat list, with the cursor as its last point. */
  readonly line: readonly number[] | null;
  /** The line divides what it goes over: it is not filled. */
  readonly isCut: boolean;
  /** The next click closes the line. */
  readonly closes: boolean;
  /** A box that selects. */
  readonly marquee: Box | null;
  /** The way of the hand so far, closed where it ends. */
  readonly way: readonly number[] | null;
  /** The way of a brush, as a flat list. */
  readonly stroke: { readonly line: readonly number[]; readonly radius: number; readonly erases: boolean } | null;
  /** A region that is worked out, of rings. */
  readonly region: { readonly rings: Region; readonly erases: boolean } | null;
  /** What was pointed at: the object, or what is beside it. */
  readonly marks: readonly PromptClick[];
  /** The corner that Delete would remove. */
  readonly vertex: { readonly id: string; readonly index: number } | null;
};

export const noDraft: Draft = {
  shapes: [],
  line: null,
  isCut: false,
  closes: false,
  marquee: null,
  way: null,
  stroke: null,
  region: null,
  marks: [],
  vertex: null,
};

/** What a tool that is pointed with was told so far. */
export type Pointing = {
  /** Clicks and boxes. */
  readonly count: number;
  /** The next click is one beside the object. */
  readonly isGround: boolean;
  readonly isWaiting: boolean;
  readonly hasOutline: boolean;
  /** Of clicks, box and outline together, in image pixels; 0 while there are none. */
  readonly top: number;
  readonly bottom: number;
};

/** What a key asks of the tool in use. True: done, nobody else needs to act. */
export type ToolCommand = 'finish' | 'back' | 'cancel' | 'delete' | 'undo';

export type Tool = {
  readonly down: (p: Pointer) => void;
  readonly move: (p: Pointer) => void;
  readonly up: (p: Pointer) => void;
  readonly doubleClick: (p: Pointer) => void;
  readonly command: (command: ToolCommand) => boolean;
  /** A gesture has begun and not ended; changes from elsewhere wait for it. */
  readonly isBusy: () => boolean;
  /** Keys and wheel that size a brush set this instead: steps up or down. */
  readonly size?: (steps: number) => void;
  /** By which colours may differ, 0 … 255. */
  readonly tolerance?: () => number;
  /** Of a tool that is told about an object by pointing. */
  readonly pointing?: { readonly get: () => Pointing; readonly setGround: (isGround: boolean) => void };
  readonly draft: () => Draft;
  readonly cursor: (p: Pointer | null) => string;
  /** Where in its tree of states it is. */
  readonly state: () => string;
};

/** From each state those that one event may lead to. The first state is the one at rest. */
export type StateTree<State extends string = string> = Readonly<Record<State, readonly State[]>>;

export type ToolDef<Id extends string = string> = {
  readonly id: Id;
  /** As the keymap names it. */
  readonly key: string;
  readonly title: Words;
  /** What the mouse does with it. */
  readonly tip: Words;
  /** The kind of shape that it draws; a data set may not take it. A tool that draws nothing has none. */
  readonly makes?: Shape['kind'];
  /** The second button is the main one with Alt. */
  readonly takesSecond?: boolean;
  /** It works with a round brush, which is seen at the cursor instead of guides. */
  readonly hasBrush?: boolean;
  /** Its points snap. */
  readonly snaps?: boolean;
  /** It needs every point on the way of the hand, not one for each frame. */
  readonly followsHand?: boolean;
  /** Of 18 × 18: lines, and dots for points that one sets. */
  readonly icon: { readonly lines: string; readonly dots?: readonly (readonly [x: number, y: number])[] };
  readonly states: StateTree;
  readonly create: (ctx: ToolContext) => Tool;
};

/** Screen pixels: what counts as the same place, as near a handle, as near an outline. */
export const CLICK_SLOP = 3;
export const HANDLE_REACH = 8;
export const EDGE_REACH = 5;

export const reach = (ctx: ToolContext, screenPixels: number): number => screenPixels / ctx.view().scale;

/** Whether something may begin here; says why not. */
export function mayBegin(ctx: ToolContext, p: ImagePoint): boolean {
  const { width, height } = ctx.doc;
  const isInside = isInImage(p, width, height);
  if (!isInside) ctx.notice('canvas.outside');
  return isInside && ctx.canEdit();
}

/** Whether a new shape may begin here; says why not. */
export function mayDraw(ctx: ToolContext, p: ImagePoint): boolean {
  if (!isInImage(p, ctx.doc.width, ctx.doc.height)) {
    ctx.notice('canvas.outside');
    return false;
  }
  if (ctx.labelId() === null) {
    ctx.notice('canvas.noLabel');
    return false;
  }
  return ctx.canEdit();
}

/** A new shape, and with it the end of "checked, empty". */
export const drawn = (ctx: ToolContext, shape: Shape): Edit[] => [
  ...(ctx.doc.isCheckedEmpty ? [{ isCheckedEmpty: false }] : []),
  { id: shape.id, shape },
];
