/** The graph of a model that gives one score and a heat map. */
import { limits, type ScoreMap } from '@loupe/contract';
import sharp from 'sharp';
import { failed, type GraphContract, type Output } from '../graph.ts';

async function readScoreMap(outputs: Readonly<Record<string, Output>>): Promise<ScoreMap> {
  const [scores, heat] = [outputs['score'], outputs['heat']];
  if (!scores || !heat) throw failed('the model did not give score and heat');
  const score = Number(scores.data[0]);
  if (scores.data.length !== 1 || !(score >= 0 && score <= 1))
    throw failed(`the model gave score ${String(scores.data[0])} of ${scores.data.length}`);
  const [height = 0, width = 0] = heat.dims;
  const side = limits.heatSideMax;
  const fits = heat.dims.length === 2 && width >= 1 && height >= 1 && width <= side && height <= side;
  if (!fits || heat.data.length !== width * height) throw failed(`the model gave a heat map of ${heat.dims.join('×')}`);
  const raw = { width, height, channels: 1 } as const;
  const png = await sharp(heat.data as Uint8Array, { raw })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { type: 'scoremap', score, heat: { width, height, png: png.toString('base64') } };
}

export const scoreMapGraph: GraphContract = {
  inputs: { image: { type: 'uint8', rank: 3 } },
  optional: {},
  outputs: { score: { type: 'float32', rank: 1 }, heat: { type: 'uint8', rank: 2 } },
  read: readScoreMap,
};
