/** Training parameters: every bound from both sides, made from the table; defaults that pass; the rules across them. */
import { describe, expect, it } from 'vitest';
import { boundCases } from './bound-cases.ts';
import { DetectParams, detectTable } from './detection-params.ts';
import { recipes } from './index.ts';
import { hasPlaces, type ParamField } from './params.ts';

const all = Object.values(recipes);
const fields = all.flatMap(({ table }) => Object.entries(table) as [string, ParamField][]);

describe.each(fields)('%s', (key, field) => {
  it('has words in both languages', () => {
    for (const text of [field.label, field.help]) {
      expect(text.zh).toMatch(/[\p{Script=Han}]|NMS|IoU|Adam/u);
      expect(text.en.length).toBeGreaterThan(0);
    }
  });
});

describe('every bound from both sides', () => {
  it.each(all.flatMap(({ id, table }) => boundCases(table).map((one) => ({ id, ...one }))))(
    '$id $key $name',
    ({ id, params, passes, message }) => {
      const parsed = recipes[id].params.safeParse(params);
      expect(parsed.success).toBe(passes);
      if (message) expect(parsed.error?.issues.map((i) => i.message)).toContain(message);
    },
  );
});

it('5.35 the two ends of a range differ, those of a crop may be equal, and all defaults pass', () => {
  const message = (params: object) => DetectParams.safeParse(params).error?.issues.map((i) => i.message);
  expect(message({ multiScaleRange: [1, 1] })).toEqual(['train.notIncreasing']);
  expect(message({ multiScaleRange: [1.1, 1] })).toEqual(['train.notIncreasing']);
  expect(message({ cropWidth: [640, 640], cropHeight: [1, 1] })).toBeUndefined();
  for (const { params } of all) expect(params.safeParse({}).error).toBeUndefined();
});

describe('DetectParams', () => {
  it('is complete from defaults and refuses what it does not know', () => {
    expect(Object.keys(DetectParams.parse({})).sort()).toEqual(Object.keys(detectTable).sort());
    expect(DetectParams.safeParse({ adams: true }).success).toBe(false);
    expect(recipes.detect.params.parse({})).toEqual(DetectParams.parse({}));
  });
  const steps = { epochs: 9, decay: 'steps' };
  it.each([
    [{ epochs: 3, warmupEpochs: 3 }, 'train.warmupTooLong'],
    [{ epochs: 3, warmupEpochs: 1, saveInterval: 4 }, 'train.saveIntervalTooLong'],
    [{ network: 's', imageSize: 642 }, 'train.sizeStep'],
    [{ network: 'x', imageSize: 1792, multiScale: true }, 'train.sizeTooLargeX'],
    [{ network: 'x6', imageSize: 1666, adam: false }, 'train.sizeTooLargeX6'],
    [{ network: 'x6', imageSize: 1282, multiScale: true }, 'train.sizeTooLargeX6Heavy'],
    [{ network: 'm', backbone: 'imagenet' }, 'train.backboneNetwork'],
    [{ network: 'n6', backbone: 'imagenet' }, 'train.backboneNetwork'],
    [{ network: 'n6', smallObjects: true }, 'train.smallObjectsNetwork'],
    [steps, 'train.noDecay'],
    [{ ...steps, decayEpochs: [4, 9] }, 'train.decayTooLate'],
    [{ cropShare: 1, imageSize: 704, sourceSize: 703 }, 'train.sourceBelowTraining'],
    [{ length: 'time', warmupEpochs: 100 }, 'train.shareTooLarge'],
    [{ length: 'time', closeMosaicEpochs: 100 }, 'train.shareTooLarge'],
    [{ length: 'time', decay: 'steps', decayEpochs: [50, 100] }, 'train.shareTooLarge'],
  ])('names the broken rule of %j', (params, message) => {
    expect(DetectParams.safeParse(params).error?.issues.map((i) => i.message)).toEqual([message]);
  });
  it.each([
    { epochs: 3, warmupEpochs: 2, saveInterval: 3, closeMosaicEpochs: 10 },
    // by time the epochs do not count: warm-up, decay and the end without mosaic are shares of the length
    { length: 'time', epochs: 2, warmupEpochs: 99, closeMosaicEpochs: 99, decay: 'steps', decayEpochs: [50, 99] },
    { length: 'time', epochs: 2, warmupEpochs: 3, saveInterval: 50 },
    { network: 's6', imageSize: 642 },
    { network: 'n', backbone: 'imagenet', smallObjects: true },
    { network: 'x', smallObjects: true },
    { network: 'x', imageSize: 1760, multiScale: true },
    { network: 'x', imageSize: 2048 },
    { network: 'x6', imageSize: 1664 },
    { network: 'x6', imageSize: 1280, multiScale: true },
    { ...steps, decayEpochs: [4, 8] },
    { cropShare: 1, imageSize: 704, sourceSize: 704 },
    { labelWeights: { 划痕: 0.1, dent: 10, scratch: 2.5 } },
  ])('takes %j', (params) => {
    expect(DetectParams.safeParse(params).error).toBeUndefined();
  });
});

describe('hasPlaces', () => {
  it('counts decimal places in spite of binary fractions', () => {
    expect(hasPlaces(0.1 + 0.2, 1)).toBe(true);
    expect(hasPlaces(0.123, 2)).toBe(false);
    expect(hasPlaces(0.00000001, 8)).toBe(true);
  });
});
