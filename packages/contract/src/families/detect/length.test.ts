/** The length of a training: its steps as the engine counts them, what is too short, and the presets. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { initialValues, recipes } from '../index.ts';
import { DetectParams } from '../detection-params.ts';
import { length, presets } from './length.ts';

const params = (change: Partial<DetectParams>) => DetectParams.parse(change);
const time = { length: 'time', timeBudget: 5 } as const;

it.each([
  [20, { epochs: 8 }, 160],
  [20, { epochs: 8, epochSteps: 1 }, 16],
  [305, { epochs: 10 }, 200],
  [304, { epochs: 10 }, 380],
  [2000, { epochs: 100 }, 12_500],
  [5, { epochs: 4, epochSteps: 6, batchSize: 4 }, 28],
  [8, { epochs: 4, epochSteps: 1, batchSize: 16 }, 4],
] as const)('%i images and %j are %i steps', (images, change, steps) => {
  expect(length.steps(params(change), images)).toBe(steps);
});

describe('what is too short', () => {
  it('is told in steps with epochs that are enough', () => {
    const short = length.tooShort(params({ epochs: 8 }), 20, null)!;
    expect(short).toEqual({ steps: 160, instead: { epochs: 25 } });
    expect(length.steps(params({ epochs: 8, ...short.instead }), 20)).toBe(limits.enoughSteps);
    expect(length.tooShort(params({ epochs: 10 }), 20, null)).toBeNull();
  });
  it('is known of a time only where a step was measured before', () => {
    expect(length.tooShort(params(time), 20, null)).toBeNull();
    expect(length.tooShort(params(time), 20, 1.5)).toBeNull();
    expect(length.tooShort(params(time), 20, 6)).toEqual({ steps: 50, instead: { timeBudget: 50 } });
    expect(length.tooShort(params(time), 20, 1e6)!.instead['timeBudget']).toBe(limits.timeBudgetMax);
  });
});

it('every preset passes with the defaults, each takes longer than the one before, and the form begins with one', () => {
  for (const { values } of presets) expect(DetectParams.safeParse(values).error).toBeUndefined();
  const minutes = presets.map(({ values }) => length.minutes(values));
  expect(minutes).toEqual([...new Set(minutes)].toSorted((a, b) => a! - b!));
  expect(initialValues(recipes.detect)).toMatchObject({ length: 'time', timeBudget: 30 });
  expect(Object.keys(initialValues(recipes.anomaly))).toEqual(Object.keys(recipes.anomaly.table));
});
