/** Outlines of what the tests and the guide draw, as a COCO file: polygons of blocks, masks of run lengths of all else. */
import type { Label } from '@loupe/contract';
import { boundsOf, boxCorners, cocoMask, cocoText, fillRings } from '@loupe/geometry';
import { labelOf } from './client.ts';
import type { Drawn, Mark } from './png.ts';

type Outline = (mark: Mark) => number[];

/** A ring of 48 points; `radius`: share of the mark's own at an angle. */
export const ringOf = ({ box: [x1, y1, x2, y2] }: Mark, radius: (angle: number) => number = () => 1): number[] => {
  const [rx, ry] = [(x2 - x1) / 2, (y2 - y1) / 2];
  return Array.from({ length: 48 }, (_, i) => (i * Math.PI) / 24).flatMap((angle) => {
    const share = radius(angle);
    return [x1 + rx + rx * share * Math.cos(angle), y1 + ry + ry * share * Math.sin(angle)];
  });
};

/** A block has a fifth point at its left side: with four corners it would be a box, of which no outline is known. */
const blockOf = ({ box: [x1, y1, x2, y2] }: Mark): number[] => [...boxCorners([x1, y1, x2, y2]), x1, (y1 + y2) / 2];

/** Blocks are filled, discs are ellipses. */
const plain: Outline = (mark) => (mark.sort === 'block' ? blockOf(mark) : ringOf(mark));

function runsOf(outline: number[], side: number) {
  const filled = fillRings([outline], side, side);
  const { counts } = cocoMask(filled, { x: 0, y: 0, width: side, height: side }, side, side);
  return { size: [side, side], counts: cocoText(counts) };
}

export const outlinesOf = (
  drawn: readonly Drawn[],
  labels: readonly Label[],
  side: number,
  outline: Outline = plain,
) => ({
  images: drawn.map(({ name }, i) => ({ id: i + 1, file_name: name, width: side, height: side })),
  categories: labels.map(({ name }, i) => ({ id: i + 1, name })),
  annotations: drawn
    .flatMap(({ marks }, i) => marks.map((mark) => ({ mark, image_id: i + 1 })))
    .map(({ mark, image_id }, i) => {
      const ring = outline(mark);
      const [x1, y1, x2, y2] = boundsOf(ring);
      const segmentation = mark.sort === 'block' ? [ring] : runsOf(ring, side);
      const category_id = labels.indexOf(labelOf(labels, mark)) + 1;
      return { id: i + 1, image_id, category_id, bbox: [x1, y1, x2 - x1, y2 - y1], segmentation };
    }),
});
