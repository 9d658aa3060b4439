// What the editor asks of a kind of shape. How many points it has is the contract's (shapeRules): the server asks the same.

import type { AnyPoint, Size } from '@loupe/geometry';
import type { Outline } from '../shape.ts';
import type { Shape } from '../types.ts';

/** How corners come and go; only kinds without a fixed number of them have this. */
export type Corners = {
  /** A new corner on the edge that begins at point `edge`. */
  readonly add: (shape: Shape, edge: number, at: AnyPoint, image: Size) => Shape;
  /** Null where too few would be left. */
  readonly remove: (shape: Shape, index: number) => Shape | null;
};

/** Of kinds that enclose a text: where reading starts and which way it goes. */
export type Reading = {
  /** From the start to the end of the first line's upper edge. */
  readonly edge: (shape: Shape) => readonly [AnyPoint, AnyPoint];
  /** The start goes on by so many corners, clockwise. */
  readonly turn: (shape: Shape, steps: number) => Shape;
};

export type ShapeKindDef = {
  /** As rings: what is drawn and hit. */
  readonly outline: (shape: Shape) => Outline;
  /** The outline is its bounds. */
  readonly isBox: boolean;
  /** Where it can be taken hold of. `drag` and `cursor` mean a handle by its place in this list. */
  readonly handles: (shape: Shape) => AnyPoint[];
  readonly drag: (shape: Shape, handle: number, to: AnyPoint, image: Size) => Shape;
  readonly cursor: (handle: number) => string;
  readonly corners: Corners | null;
  /** Whether a shape may be dragged to this; null: to anything. */
  readonly allows: ((next: Shape, before: Shape) => boolean) | null;
  readonly reading: Reading | null;
  /** Where the knob that turns it stands: beyond this place, in this direction. Left out: above its bounds. */
  readonly knob?: (shape: Shape) => { readonly at: AnyPoint; readonly out: AnyPoint };
  /** A path of 12 × 12, for lists. */
  readonly icon: string;
};
