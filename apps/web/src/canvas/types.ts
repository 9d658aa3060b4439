// The words of the annotation core.

import type { Shape, ShapeOp, StoredShape } from '@loupe/contract';

export type { Shape, ShapeOp, StoredShape };

export type EditorLabel = { readonly id: number; readonly name: string; /** #rrggbb */ readonly color: string };

/** Decoded pixels; may be smaller than the picture that they stand for. */
export type PictureBitmap = ImageBitmap | HTMLImageElement | HTMLCanvasElement;

export type ToolName = 'select' | 'rectangle' | 'polygon' | 'pan';

/** What a person should hear of; `canvas.outside` is a message of the contract. */
export type Notice =
  | 'canvas.outside'
  | 'canvas.noLabel'
  | 'canvas.selfCrossing'
  | 'canvas.tooFewPoints'
  | 'canvas.locked'
  | 'canvas.notEmpty';

/** What another client did to a shape: its new state, or null when it is gone. */
export type RemoteChange = { readonly shapeId: string; readonly shape: StoredShape | null };

/** Which sort of shapes is drawn and can be hit. */
export type VisibleShapes = 'labels' | 'predictions' | 'both';
