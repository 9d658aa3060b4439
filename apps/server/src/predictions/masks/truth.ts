/** What a model that gives masks has to find on an image. */
import type { ManifestLine } from '@loupe/contract';
import { boundsOf, boxCorners, isBox, ringsOf } from '@loupe/geometry';
import { classOfTruth } from '../objects/index.ts';
import type { MaskTruth } from '../type.ts';

/**
 * Outlines of what was drawn, even-odd over all rings. A rectangle (`isBox`) is no outline: where the version was trained with filled
 * rectangles it counts as one, else it is a region to ignore, for something of its label is there: its image is no good one.
 */
export function maskTruth(
  { w, h, shapes }: ManifestLine,
  classes: readonly number[],
  { filledBoxes }: Readonly<Record<string, unknown>> = {},
): MaskTruth {
  const items = shapes.flatMap((shape): MaskTruth['items'] => {
    const c = classOfTruth(shape, classes);
    if (c === undefined) return [];
    const isRect = isBox(shape.p, shape.parts);
    const box = boundsOf(shape.p);
    const rings = isRect ? [boxCorners(box)] : ringsOf(shape.p, shape.parts);
    const boxOnly = isRect && filledBoxes !== true && !shape.ignore;
    return [{ c, box, rings, ignore: shape.ignore || boxOnly, ...(boxOnly && { boxOnly }) }];
  });
  return { width: w, height: h, items };
}
