/** Pictures of a model's own by what they are for: those that are not kept for tests train. */
import type { PicturePart } from '@loupe/contract';

export const partCounts = (pictures: number, testPictures: number): Record<PicturePart, number> => ({
  train: pictures - testPictures,
  test: testPictures,
});
