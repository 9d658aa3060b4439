// The words of the annotation core.

import type { MessageKey, Shape, ShapeOp, StoredShape } from '@loupe/contract';
import type { TiledImage } from './tiles.ts';

export type { Shape, ShapeOp, StoredShape };

export type EditorLabel = { readonly id: number; readonly name: string; /** #rrggbb */ readonly color: string };

/** Decoded pixels; may be smaller than the image that they stand for. */
export type WholeBitmap = ImageBitmap | HTMLImageElement | HTMLCanvasElement;
/** What is shown of an image: all its pixels, or tiles that come as they are looked at. */
export type StageImage = WholeBitmap | TiledImage;

/** What a person should hear of: keys of the contract's messages. */
export type Notice = Extract<
  MessageKey,
  | 'canvas.outside'
  | 'canvas.unfinished'
  | 'canvas.pastedAlready'
  | 'canvas.noLabel'
  | 'canvas.selfCrossing'
  | 'canvas.quadCrossed'
  | 'canvas.quadNeeded'
  | 'canvas.tooFewPoints'
  | 'canvas.tooManyPoints'
  | 'canvas.notCut'
  | 'canvas.changedSince'
  | 'canvas.uniteAlike'
  | 'canvas.unitedLabels'
  | 'canvas.selectTwo'
  | 'canvas.tooSmall'
  | 'canvas.locked'
  | 'canvas.noPixels'
  | 'canvas.outlineFailed'
  | 'canvas.noOutline'
  | 'annotation.notEmpty'
>;

/** What another client did to a shape: its new state, or null when it is gone; and its number among the image's edits. */
export type RemoteChange = { readonly shapeId: string; readonly shape: StoredShape | null; readonly seq?: number };

/** What the server answers to an op. */
export interface Answer {
  /** Null where the op changed no shape: refused, a delete that lost against an edit, or it was about no shape. */
  readonly rev: number | null;
  /** Another than the op's after a conflict: our state is the copy from then on, and its history follows it. */
  readonly shapeId?: string | null;
  /** Its number among the image's edits; null where it was refused. */
  readonly seq?: number | null;
  /** It is done, and with it the shape went: one in conflict with it is exactly what it became. */
  readonly isGone?: boolean;
}

/** Which sort of shapes is drawn and can be hit. */
export type VisibleShapes = 'labels' | 'predictions' | 'both';
