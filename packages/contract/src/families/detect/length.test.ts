/** The length of a training: its steps as the engine counts them, what is too short, and the presets. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { initialValues, recipes } from '../index.ts';
import { DetectParams } from '../detection-params.ts';
import { length, presets } from './length.ts';
import { mainFields } from './main.ts';

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
    expect(length.steps(params({ epochs: 8, ...short.instead }), 20)).toBe(limits.fewSteps * limits.enoughSteps);
    expect(length.tooShort(params({ epochs: 10 }), 20, null)).toBeNull();
  });
  it('is half as much with a pretrained backbone', () => {
    const pretrained = params({ network: 'n', backbone: 'imagenet', epochs: 5 });
    expect(length.tooShort(pretrained, 20, null)).toBeNull();
    const short = length.tooShort({ ...pretrained, epochs: 4 }, 20, null)!;
    expect(short).toEqual({ steps: 80, instead: { epochs: 13 } });
    expect(length.tooShort({ ...pretrained, backbone: 'own' }, 20, null)?.steps).toBe(100);
  });
  it('follows what an image costs: with the square of the size, less where the processor has bfloat16', () => {
    const cost = (change: Partial<DetectParams>, bf16 = false) => length.imageSeconds!(params(change), { bf16 });
    for (const { value } of mainFields.network.options) {
      expect(cost({ network: value, imageSize: 1280 })).toBeCloseTo(16 * cost({ network: value, imageSize: 320 }));
      expect(cost({ network: value }, true)).toBeLessThan(cost({ network: value }));
    }
    const rising = ['n', 's', 'm', 'l', 'x'] as const;
    const costs = rising.map((network) => cost({ network }));
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect(cost({ network: 'n', backbone: 'imagenet' })).toBeGreaterThan(cost({ network: 'n' }));
  });
  it('is known of a time only where it is about known what a step takes', () => {
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
