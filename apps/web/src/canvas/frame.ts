// The frame around what is selected: a knob to turn it, and corners to scale several shapes at once.

import { boundsOf, boxCentre, boxHeight, boxWidth, clampNumber, distance } from '@loupe/geometry';
import { movedBy, shapeBounds, withPoints } from './shape.ts';
import { shapeKinds } from './shapes/registry.ts';
import type { AnyPoint, Box, Size } from '@loupe/geometry';
import type { Shape } from './types.ts';

export type Frame = {
  readonly box: Box;
  readonly centre: AnyPoint;
  /** The knob, and where its stem begins. */
  readonly knob: AnyPoint;
  readonly stem: AnyPoint;
  /** Only around several shapes: one is scaled by its own handles. */
  readonly corners: readonly AnyPoint[];
};

/** Screen pixels from the frame to its knob. */
const KNOB_AWAY = 24;
/** More shapes are neither turned nor scaled: each frame of the gesture would be late. */
const FRAME_MAX = 500;
const STEP = Math.PI / 12;
const SCALE_MIN = 0.02;

/** An upright rectangle stays upright: alone it cannot be turned. */
const isUpright = (shape: Shape): boolean => shapeKinds[shape.kind].isBox;

export function frameOf(shapes: readonly Shape[], scale: number): Frame | null {
  const [only, ...more] = shapes;
  if (!only || shapes.length > FRAME_MAX || shapes.some(({ locked }) => locked)) return null;
  const isOne = more.length === 0;
  if (isOne && isUpright(only)) return null;
  const box = boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)]));
  const [x1, y1, x2, y2] = box;
  const away = KNOB_AWAY / scale;
  const own = isOne ? shapeKinds[only.kind].knob?.(only) : undefined;
  const { at, out } = own ?? { at: { x: (x1 + x2) / 2, y: y1 }, out: { x: 0, y: -1 } };
  return {
    box,
    centre: boxCentre(box),
    stem: at,
    knob: { x: at.x + out.x * away, y: at.y + out.y * away },
    corners: isOne
      ? []
      : [
          { x: x1, y: y1 },
          { x: x2, y: y1 },
          { x: x2, y: y2 },
          { x: x1, y: y2 },
        ],
  };
}

/** What of a frame lies at a point: its knob, or a corner by its number; null: nothing. */
export function frameAt(frame: Frame | null, p: AnyPoint, tolerance: number): 'knob' | number | null {
  if (!frame) return null;
  if (distance(frame.knob, p) <= tolerance) return 'knob';
  const corner = frame.corners.findIndex((one) => distance(one, p) <= tolerance);
  return corner < 0 ? null : corner;
}

const isInside = (shapes: readonly Shape[], { width, height }: Size): boolean => {
  const [x1, y1, x2, y2] = boundsOf(shapes.flatMap((shape) => [...shapeBounds(shape)]));
  return x1 >= 0 && y1 >= 0 && x2 <= width && y2 <= height;
};

/** By the angle from one place to another around the middle of the frame; null: a shape would leave the image. */
export function turned(
  shapes: readonly Shape[],
  { centre }: Frame,
  [from, to]: readonly [AnyPoint, AnyPoint],
  image: Size,
  inSteps: boolean,
): Shape[] | null {
  const angleOf = (p: AnyPoint): number => Math.atan2(p.y - centre.y, p.x - centre.x);
  const free = angleOf(to) - angleOf(from);
  const angle = inSteps ? Math.round(free / STEP) * STEP : free;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = (x: number, y: number): [number, number] => [
    centre.x + (x - centre.x) * cos - (y - centre.y) * sin,
    centre.y + (x - centre.x) * sin + (y - centre.y) * cos,
  ];
  const next = shapes.map((shape) => {
    if (!isUpright(shape))
      return withPoints(
        shape,
        shape.points.flatMap((_, i, all) => (i % 2 === 0 ? turn(all[i]!, all[i + 1]!) : [])),
      );
    const { x, y } = boxCentre(shapeBounds(shape));
    const [atX, atY] = turn(x, y);
    return movedBy(shape, atX - x, atY - y);
  });
  return isInside(next, image) ? next : null;
}

/** All of them larger or smaller, alike in both directions; the opposite corner stays, and nothing leaves the image. */
export function scaled(shapes: readonly Shape[], { box }: Frame, corner: number, to: AnyPoint, image: Size): Shape[] {
  const [x1, y1, x2, y2] = box;
  const isRight = corner === 1 || corner === 2;
  const isBelow = corner >= 2;
  const fixed = { x: isRight ? x1 : x2, y: isBelow ? y1 : y2 };
  const [signX, signY] = [isRight ? 1 : -1, isBelow ? 1 : -1];
  const [width, height] = [Math.max(boxWidth(box), 1e-6), Math.max(boxHeight(box), 1e-6)];
  const wanted = Math.max((signX * (to.x - fixed.x)) / width, (signY * (to.y - fixed.y)) / height);
  const roomX = isRight ? image.width - fixed.x : fixed.x;
  const roomY = isBelow ? image.height - fixed.y : fixed.y;
  const factor = clampNumber(wanted, SCALE_MIN, Math.max(SCALE_MIN, Math.min(roomX / width, roomY / height)));
  return shapes.map((shape) =>
    withPoints(
      shape,
      shape.points.map((value, i) => {
        const from = i % 2 === 0 ? fixed.x : fixed.y;
        return from + (value - from) * factor;
      }),
    ),
  );
}
