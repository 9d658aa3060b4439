/** Training parameters: every bound from both sides, defaults that pass, and the rules across parameters. */
import { describe, expect, it } from 'vitest';
import { DetectParams, detectTable } from './detection-params.ts';
import { recipes } from './index.ts';
import { hasPlaces, type ParamField } from './params.ts';

const roomy = { epochs: 999_999, warmupEpochs: 0, closeMosaicEpochs: 0 };
const passes = (key: string, value: unknown) =>
  DetectParams.safeParse({ ...roomy, [key]: value, ...(key === 'epochs' ? { epochs: value } : {}) }).success;

describe.each(Object.entries(detectTable) as [string, ParamField][])('%s', (key, field) => {
  it('has words in both languages', () => {
    for (const words of [field.label, field.help]) {
      expect(words.zh.length).toBeGreaterThan(0);
      expect(words.en.length).toBeGreaterThan(0);
    }
  });
  if (field.kind === 'integer' || field.kind === 'decimal') {
    const step = field.kind === 'integer' ? (field.step ?? 1) : 10 ** -(field.decimals ?? 4);
    // the upper bound of warm-up is the epochs themselves, held by a rule
    const top = key === 'warmupEpochs' ? field.max - step : field.max;
    it('takes its bounds and refuses the next value outside', () => {
      expect(passes(key, field.min)).toBe(true);
      expect(passes(key, top)).toBe(true);
      expect(passes(key, field.min - step)).toBe(false);
      expect(passes(key, field.max + step)).toBe(false);
    });
    it('refuses text, NaN, infinity and finer steps', () => {
      for (const bad of ['1', Number.NaN, Number.POSITIVE_INFINITY, null, field.min + step / 2])
        expect(passes(key, bad)).toBe(false);
    });
  } else if (field.kind === 'choice') {
    it('takes each option and nothing else', () => {
      for (const option of field.options) expect(passes(key, option.value)).toBe(true);
      expect(passes(key, 'none')).toBe(false);
    });
  } else {
    it('takes a switch only', () => {
      expect(passes(key, true)).toBe(true);
      expect(passes(key, 'true')).toBe(false);
    });
  }
});

describe('DetectParams', () => {
  it('is complete from defaults and refuses what it does not know', () => {
    expect(Object.keys(DetectParams.parse({})).sort()).toEqual(Object.keys(detectTable).sort());
    expect(DetectParams.safeParse({ adams: true }).success).toBe(false);
    expect(recipes.detect.params.parse({})).toEqual(DetectParams.parse({}));
  });
  it.each([
    [{ epochs: 3, warmupEpochs: 3 }, 'train.warmupTooLong'],
    [{ epochs: 3, warmupEpochs: 1, saveInterval: 4 }, 'train.saveIntervalTooLong'],
    [{ epochs: 3, warmupEpochs: 1, closeMosaicEpochs: 4 }, 'train.closeMosaicTooLong'],
  ])('names the broken rule of %j', (params, message) => {
    expect(DetectParams.safeParse(params).error?.issues.map((i) => i.message)).toEqual([message]);
  });
});

describe('hasPlaces', () => {
  it('counts decimal places in spite of binary fractions', () => {
    expect(hasPlaces(0.1 + 0.2, 1)).toBe(true);
    expect(hasPlaces(0.123, 2)).toBe(false);
    expect(hasPlaces(0.00000001, 8)).toBe(true);
  });
});
