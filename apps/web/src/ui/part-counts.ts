/** Images of a model's own by what they are for: those that are not kept for tests train. */
import type { ImagePart } from '@loupe/contract';

export const partCounts = (images: number, testImages: number): Record<ImagePart, number> => ({
  train: images - testImages,
  test: testImages,
});
