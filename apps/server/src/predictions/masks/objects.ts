/** Truths and predicted masks of an image, with how they overlap. */
import { maskRuns, masksOverlap, type MaskRuns, type Overlap } from '@loupe/metrics';
import type { TestedImage } from '../type.ts';

export const runsOfImage = ({ truth, prediction: { cell, items } }: Omit<TestedImage<'masks'>, 'imageId'>): MaskRuns =>
  maskRuns({ image: truth, cell, truths: truth.items, detections: items });

export const overlapOfImage = (tested: Omit<TestedImage<'masks'>, 'imageId'>): Overlap =>
  masksOverlap(runsOfImage(tested), tested.truth.items);
