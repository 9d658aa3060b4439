/** Figures of a test with score maps from its rows. */
import type { ThresholdsOf, Verdict } from '@loupe/contract';
import { fillRings } from '@loupe/geometry';
import { auroc, pixelFigures, verdictOf, verdictRates, type PixelFigures } from '@loupe/metrics';
import sharp from 'sharp';
import type { Figures, TestedImage, TestRows } from '../type.ts';

type Tested = TestedImage<'scoremap'>;

/** Images that take part in figures by pixel: those without a defect, and those whose defects are drawn. */
const isDrawn = ({ truth }: Tested): boolean => !truth.ng || truth.defects.length > 0;

async function addPixels(figures: ReturnType<typeof pixelFigures>, { truth, prediction }: Tested): Promise<void> {
  const { width, height, png } = prediction.heat;
  const heat = await sharp(Buffer.from(png, 'base64')).greyscale().raw().toBuffer();
  const [scaleX, scaleY] = [width / truth.width, height / truth.height];
  const onHeat = (ring: readonly number[]) => ring.map((v, i) => v * (i % 2 === 0 ? scaleX : scaleY));
  const regions = truth.ng ? truth.defects.map((rings) => fillRings(rings.map(onHeat), width, height)) : [];
  figures.add(heat, regions);
}

async function byPixel(images: readonly Tested[]): Promise<PixelFigures> {
  const figures = pixelFigures();
  if (!images.some(({ truth }) => truth.defects.length > 0)) return figures.end();
  // one at a time: memory stays that of one image
  // oxlint-disable-next-line no-await-in-loop
  for (const one of images) if (isDrawn(one)) await addPixels(figures, one);
  return figures.end();
}

const names = { ok: 'OK', review: 'review', ng: 'NG' } as const;
export const verdictAt = (score: number, thresholds: ThresholdsOf<'scoremap'>): Verdict =>
  names[verdictOf(score, zoneOf(thresholds))];

const zoneOf = ({ score, review }: ThresholdsOf<'scoremap'>) => ({
  ng: score,
  ...(review === undefined ? {} : { review }),
});

export async function evaluateScores(
  { images }: TestRows<'scoremap'>,
  thresholds: ThresholdsOf<'scoremap'>,
): Promise<Figures<'scoremap'>> {
  const scored = images.map(({ imageId, truth, prediction }) => ({
    imageId,
    isDefective: truth.ng,
    score: prediction.score,
  }));
  const of = (ng: boolean) => scored.filter((one) => one.isDefective === ng).map(({ score }) => score);
  const [ok, ng] = [of(false), of(true)];
  const listed = scored.map(({ imageId, isDefective, score }) => {
    const verdict = verdictAt(score, thresholds);
    // as overkill and escape count: what a person has to look at is neither
    const wrong = verdict === (isDefective ? 'OK' : 'NG');
    return {
      type: 'scoremap' as const,
      imageId,
      score,
      ng: isDefective,
      verdict,
      wrong,
    };
  });
  // how far on the wrong side of the threshold: positive is wrong
  const errorOf = (one: { score: number; ng: boolean }) => (one.score - thresholds.score) * (one.ng ? -1 : 1);
  return {
    summary: {
      type: 'scoremap',
      ok: ok.length,
      ng: ng.length,
      imageAuroc: auroc(ok, ng),
      ...(await byPixel(images)),
      ...verdictRates(scored, zoneOf(thresholds)),
    },
    images: listed.sort((a, b) => errorOf(b) - errorOf(a) || a.imageId - b.imageId),
  };
}
