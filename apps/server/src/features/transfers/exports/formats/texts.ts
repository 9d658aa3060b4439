/** Lists of texts as PPOCRLabel and ICDAR 2015 have them, and the texts themselves, cut out upright. */
import { readingQuad } from '@loupe/geometry';
import type { ExportLossKind } from '@loupe/contract';
import type { ZipEntry } from '../../../../core/zip.ts';
import { withoutEnding } from '../../without-ending.ts';
import { cropLine, icdarLine, ppocrLine, type TextLine } from '../../text-lines.ts';
import { shapesOf } from '../material.ts';
import { cornersOf, ringsBySide, shortFloat, type ExportShape } from '../shapes.ts';
import { kept, namedBatches, type Format, type NamedImage, type Work } from '../work.ts';

/** The shapes of each image that the format keeps. */
async function* textsOf(work: Work): AsyncGenerator<{ image: NamedImage; shapes: ExportShape[] }> {
  const placeOf = kept(work);
  // a list has the stem of its image, and so has a text that is cut out of it
  for await (const images of namedBatches(work, { byStem: true })) {
    work.taken(images);
    const shapes = await shapesOf(work.tx, images);
    for (const image of images)
      yield { image, shapes: (shapes.get(image.id) ?? []).filter((one) => placeOf(one) !== undefined) };
  }
}

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''));

/** The outlines of a shape, each with what it says: pieces are outlines of their own. */
const outlined = (shape: ExportShape): TextLine[] =>
  (shape.kind === 'rect' ? [cornersOf(shape)] : ringsBySide(shape).outer).map((ring) => ({
    points: ring.map(shortFloat),
    text: shape.text,
    ignore: shape.ignore,
  }));

/** Of what has more corners its smallest rotated rectangle, which is what is read of it. */
function fourCorners(shape: ExportShape): number[] {
  const points = cornersOf(shape);
  return points.length === 8 ? points : readingQuad(points);
}

async function* ppocrEntries(work: Work): AsyncGenerator<ZipEntry> {
  let [folder, lines]: [string, string[]] = ['', []];
  const list = (): ZipEntry => ({ name: `${folder}/Label.txt`, bytes: bytesOf(lines), deflate: true });
  for await (const { image, shapes } of textsOf(work)) {
    const own = image.file.slice(0, image.file.indexOf('/'));
    if (own !== folder && lines.length > 0) {
      yield list();
      lines = [];
    }
    folder = own;
    const texts = shapes.flatMap(outlined);
    lines.push(ppocrLine(image.file, texts));
  }
  if (lines.length > 0) yield list();
}

async function* icdarEntries(work: Work): AsyncGenerator<ZipEntry> {
  for await (const { image, shapes } of textsOf(work)) {
    const lines = shapes.map((one) => icdarLine({ ...one, points: fourCorners(one) }));
    const at = image.file.lastIndexOf('/') + 1;
    const name = `gt/${image.file.slice(0, at)}gt_${withoutEnding(image.file.slice(at))}.txt`;
    yield { name, bytes: bytesOf(lines) };
  }
}

async function* cropEntries(work: Work): AsyncGenerator<ZipEntry> {
  const lines: string[] = [];
  for await (const { image, shapes } of textsOf(work)) {
    for (const [i, shape] of shapes.entries()) {
      const name = `${withoutEnding(image.file)}_crop_${i}.png`;
      work.cut(name, image, fourCorners(shape));
      lines.push(cropLine(`crop_img/${name}`, shape.text ?? ''));
    }
  }
  yield { name: 'rec_gt.txt', bytes: bytesOf(lines), deflate: true };
}

const isOutline = ({ kind }: ExportShape): boolean => kind === 'polygon';
function pieceLosses(shape: ExportShape): ExportLossKind[] {
  if (shape.parts.length === 1) return [];
  const { outer, holes } = ringsBySide(shape);
  return [...(holes.length > 0 ? ['holes' as const] : []), ...(outer.length > 1 ? ['separateParts' as const] : [])];
}
const scoreLoss = ({ score }: ExportShape): ExportLossKind[] => (score === null ? [] : ['scores']);

/** A Label.txt in each folder, as the program looks for it in the one that is opened. */
export const ppocr: Format = {
  suffix: 'ppocr',
  imageRoot: '',
  hasOneClass: true,
  lossesOf: (shape) => [
    ...(isOutline(shape) && shape.points.length === 8 ? ['polygonsToQuads' as const] : []),
    ...pieceLosses(shape),
    ...scoreLoss(shape),
  ],
  entries: ppocrEntries,
};

export const icdar: Format = {
  suffix: 'icdar',
  imageRoot: 'images/',
  hasOneClass: true,
  lossesOf: (shape) => [
    'wholePixels',
    ...(isOutline(shape) ? ['polygonsToQuads' as const] : []),
    ...(shape.ignore && shape.text !== null ? ['ignoredTexts' as const] : []),
    ...scoreLoss(shape),
  ],
  entries: icdarEntries,
};

export const textCrops: Format = {
  suffix: 'crops',
  imageRoot: 'crop_img/',
  hasOneClass: true,
  cutsImages: true,
  lossesOf: (shape) => (shape.ignore || shape.text === null ? ['untyped'] : ['places', ...scoreLoss(shape)]),
  entries: cropEntries,
};
