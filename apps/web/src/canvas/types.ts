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

/** What another client did to a shape: its new state, or null when it is gone. */
export type RemoteChange = { readonly shapeId: string; readonly shape: StoredShape | null };

/** Which sort of shapes is drawn and can be hit. */
export type VisibleShapes = 'labels' | 'predictions' | 'both';
