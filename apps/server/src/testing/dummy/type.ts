/** Prediction type `level` on the server: an image with a bright part is NG. */
import type { ManifestLine } from '@loupe/contract';
import { levelOfAll } from '@loupe/contract/testing/dummy';
import type { LevelPrediction, LevelReport, LevelThresholds } from '@loupe/contract/testing/dummy';
import type { PredictionTypeDef } from '../../predictions/index.ts';
import type { ParityCase } from '../../predictions/parity.ts';
import { readThresholds } from '../../predictions/thresholds.ts';

interface Row {
  imageId: number;
  truth: { ng: boolean };
  prediction: LevelPrediction;
}
const isNg = ({ level }: LevelPrediction, { least }: LevelThresholds): boolean => level >= least;

const type = {
  type: 'level',
  truthOf: ({ shapes }: ManifestLine) => ({ ng: shapes.length > 0 }),
  effort: () => 0,
  evaluate: ({ images }: { images: Row[] }, thresholds: LevelThresholds) => {
    const listed = images.map(({ imageId, truth: { ng }, prediction }) => ({
      type: 'level',
      imageId,
      level: prediction.level,
      ng,
      wrong: isNg(prediction, thresholds) !== ng,
    }));
    const sum = listed.reduce((all, { level }) => all + level, 0);
    const right = listed.filter(({ wrong }) => !wrong).length;
    return Promise.resolve({
      summary: { type: 'level', right, mean: listed.length === 0 ? null : sum / listed.length },
      images: listed.sort((a, b) => Number(b.wrong) - Number(a.wrong) || a.imageId - b.imageId),
    });
  },
  table: async ({ rows }: { rows: () => AsyncIterable<{ tested: Row }> }) => {
    const levels: number[] = [];
    for await (const { tested } of rows()) levels.push(tested.prediction.level);
    return JSON.stringify(levels);
  },
  judge: (prediction: LevelPrediction, thresholds: LevelThresholds) => {
    const ng = isNg(prediction, thresholds);
    return { verdict: ng ? 'NG' : 'OK', findings: ng ? prediction.found : 0, score: prediction.level };
  },
  withAsked: (defaults: LevelThresholds, { least = defaults.least }: { least?: number }) => ({ least }),
  parseThresholds: (raw: unknown) => readThresholds(levelOfAll.thresholds, raw),
  settingsOf: () => ({}),
  parity: ({ parity }: LevelReport) => ({
    request: { prediction: 'level', settings: {} },
    cases: parity.cases,
    fewest: 1,
    unit: 'levels',
    tolerance: { level: Math.min(parity.tolerance, 0.01) },
    compare: (one: ParityCase & LevelPrediction, answer: LevelPrediction) => {
      const level = Math.abs(one.level - answer.level);
      const isOff = level > parity.tolerance || one.found !== answer.found;
      const failure = `${one.name}: level ${answer.level} of ${answer.found} here, ${one.level} of ${one.found} in the engine`;
      return Promise.resolve({ failures: isOff ? [failure] : [], compared: 1, deltas: { level } });
    },
  }),
  firstThresholds: ({ thresholds }: LevelReport) => thresholds,
  metricsOf: ({ metrics }: LevelReport) => metrics,
  scoresOf: () => null,
  assess: () => ({ level: 'usable', why: [], next: [], hasThreshold: true }),
};
export const levelType = type as unknown as PredictionTypeDef;
