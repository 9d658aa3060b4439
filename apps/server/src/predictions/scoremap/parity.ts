/** Parity of score maps: the same score, the same decision and the same heat on every image of the validation. */
import { ofType, type ScoreReport } from '@loupe/contract';
import sharp from 'sharp';
import type { Comparison } from '../parity.ts';

type Case = ScoreReport['parity']['cases'][number];

/** The widest tolerances that still mean "the same image"; the decision must be equal in any case. */
const widest = { score: 0.005, heat: 2 };

async function meanOf(png: string): Promise<number> {
  const heat = await sharp(Buffer.from(png, 'base64')).greyscale().raw().toBuffer();
  return heat.reduce((sum, level) => sum + level, 0) / Math.max(1, heat.length);
}

export function scoreComparison({ parity, thresholds }: ScoreReport): Comparison<Case> {
  const tolerance = {
    score: Math.min(parity.tolerance.score, widest.score),
    heat: Math.min(parity.tolerance.heat, widest.heat),
  };
  const decision = (score: number): string => (score >= thresholds.score ? 'NG' : 'OK');
  return {
    request: { prediction: 'scoremap', settings: {} },
    cases: parity.cases,
    fewest: Math.max(1, parity.min_cases),
    unit: 'images',
    tolerance,
    async compare(one, answer) {
      const { score, heat } = ofType(answer, 'scoremap');
      const mean = await meanOf(heat.png);
      const scoreDelta = Math.abs(score - one.score);
      const heatDelta = Math.abs(mean - one.heat_mean);
      const failures: string[] = [];
      if (scoreDelta > tolerance.score)
        failures.push(`${one.name}: score ${score.toFixed(5)} here, ${one.score.toFixed(5)} in the engine`);
      if (decision(score) !== decision(one.score))
        failures.push(`${one.name}: ${decision(score)} here, ${decision(one.score)} in the engine`);
      if (heatDelta > tolerance.heat)
        failures.push(`${one.name}: mean heat ${mean.toFixed(2)} here, ${one.heat_mean.toFixed(2)} in the engine`);
      return { failures, compared: 1, deltas: { score: scoreDelta, heat: heatDelta } };
    },
  };
}
