/** The texts that are annotated on an image, whatever their label: outlines in pixels, and what they say. */
import type { ManifestLine } from '@loupe/contract';
import type { TextTruth } from '@loupe/metrics';
import type { TextsTruth } from '../type.ts';

type Shape = ManifestLine['shapes'][number];

function ringOf({ kind, p, parts }: Shape): number[] {
  if (kind === 'rect') {
    const [x1, y1, x2, y2] = p as [number, number, number, number];
    return [x1, y1, x2, y1, x2, y2, x1, y2];
  }
  // the outline alone: a text has no holes
  return p.slice(0, parts[1] === undefined ? p.length : 2 * parts[1]);
}

const truthOfShape = (shape: Shape): TextTruth => ({
  ring: ringOf(shape),
  text: shape.text === null || shape.text.trim() === '' ? null : shape.text,
  ignore: shape.ignore,
});

export const textsTruth = ({ w: width, h: height, shapes }: ManifestLine): TextsTruth => ({
  width,
  height,
  items: shapes.map(truthOfShape),
});
