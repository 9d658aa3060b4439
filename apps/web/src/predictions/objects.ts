/** Predicted objects as the screens draw and list them, whatever their type: a box, and of masks an outline with its measures. */
import {
  ofType,
  type Boxes,
  type Masks,
  type Prediction,
  type ShapeKind,
  type StoredShape,
  type TestImageDetail,
} from '@loupe/contract';
import {
  boxCorners,
  joinRings,
  longestDistance,
  polygonArea,
  ringsOf,
  windowArea,
  windowLength,
  windowRings,
  type Box,
} from '@loupe/geometry';
import { maskRuns, masksOverlap, type Overlap } from '@loupe/metrics';

export type Objects = Boxes | Masks;

/** In pixels of the image. */
export interface Measures {
  area: number;
  /** The largest distance between two points. */
  length: number;
}
export interface FoundObject {
  c: number;
  score: number;
  box: Box;
  outline: { kind: ShapeKind; points: readonly number[]; parts?: readonly number[] };
  /** Of masks alone. */
  measures: Measures | null;
}

/** Of what was drawn. */
export const measuresOf = ({ kind, points, parts }: StoredShape): Measures => {
  const corners = kind === 'rect' ? boxCorners(points as unknown as Box) : points;
  return { area: polygonArea(corners, parts), length: longestDistance(corners) };
};

export const objectsIn = (prediction: Prediction): Objects =>
  prediction.type === 'masks' ? prediction : ofType(prediction, 'boxes');

/** In the order of the prediction. Outlines follow the edges of cells to 0.7 pixels and fill to the same cells. */
export function objectsOf(prediction: Objects): FoundObject[] {
  if (prediction.type === 'boxes')
    return prediction.items.map(({ c, score, p }) => ({
      c,
      score,
      box: p,
      outline: { kind: 'rect', points: p },
      measures: null,
    }));
  const { cell, items } = prediction;
  return items.map(({ c, score, p, mask }) => {
    const rings = windowRings(mask, cell).flat();
    const isEmpty = rings.length === 0;
    return {
      c,
      score,
      box: p,
      // of an object without a mask its box is all there is
      outline: isEmpty ? { kind: 'rect', points: p } : { kind: 'polygon', ...joinRings(rings) },
      measures: { area: windowArea(mask, cell), length: windowLength(mask, cell) },
    };
  });
}

/** The overlap of masks with what was drawn; undefined where it is that of boxes. */
export function overlapIn(
  { image, truths }: TestImageDetail,
  prediction: Objects,
  places: readonly number[],
): Overlap | undefined {
  if (prediction.type === 'boxes') return undefined;
  const drawn = places.map((place) => {
    const { kind, points, parts, ignore } = truths[place]!;
    return { rings: kind === 'rect' ? [boxCorners(points as unknown as Box)] : ringsOf(points, parts), ignore };
  });
  const runs = maskRuns({ image, cell: prediction.cell, truths: drawn, detections: prediction.items });
  return masksOverlap(runs, drawn);
}
