/** How long a training of `detect` is: its steps, lengths to choose at once, and what to propose where one is too short. */
import { limits } from '../../core/limits.ts';
import type { LengthDef, Preset } from '../family.ts';
import { words } from './fields.ts';
import { mainFields } from './main.ts';

/** What few images gain by: measured in decision 0034. */
const common = {
  length: 'time',
  backbone: 'imagenet',
  batchSize: 8,
  mosaic: 1,
  scale: 0.5,
  copyPaste: 0.5,
} as const;

/** From a first look to a model for the line; what they leave out stays as it is. */
export const presets: readonly Preset[] = [
  {
    id: 'quick',
    name: words('快速试训', 'Quick try'),
    values: { ...common, timeBudget: 5, network: 'n', imageSize: limits.trialSizeMin },
  },
  {
    id: 'standard',
    name: words('标准', 'Standard'),
    values: { ...common, timeBudget: 30, network: 'n', imageSize: limits.trainSizeMin },
  },
  {
    id: 'thorough',
    name: words('精细', 'Thorough'),
    values: { ...common, timeBudget: 240, network: 's', imageSize: limits.trainSizeMin },
  },
];

type Values = Readonly<Record<string, unknown>>;
const isByTime = (params: Values): boolean => params['length'] === 'time';

const isPretrained = (params: Values): boolean => params['backbone'] === 'imagenet';

/**
 * Seconds of one thread for an image of `costSize` px in a step: forward, backward and update in float32, batches of 4.
 * Measured on 2026-11-23 on an AMD EPYC (Zen 3) without bfloat16, as CPU time; x6 follows from the others. Reading
 * images comes on top, and several threads never divide it fully, so the steps that it gives are rather too many.
 */
const costs: Readonly<Record<string, number>> = {
  n: 0.128,
  s: 0.438,
  m: 1.16,
  l: 2.57,
  x: 4.05,
  n6: 0.185,
  s6: 0.422,
  m6: 1.36,
  l6: 2.82,
  x6: 4.5,
  nImagenet: 0.161,
  sImagenet: 0.298,
};
const costSize = 320;
/** Of processors that compute bfloat16 quickly: 0.44 seconds for a step of 16 images of n (decision 0032) instead of 2. */
const bf16Gain = 4.5;

/** Trainings from before there were such parameters say neither. */
const unsaid = { batchSize: mainFields.batchSize.default, epochSteps: 1 };

/** Steps that go through all images as often as an epoch does; as the engine counts them (`recipes/detect/length.py`). */
function epochSteps(params: Values, images: number): number {
  const batch = Math.min(Number(params['batchSize'] ?? unsaid.batchSize), images);
  const repeats = Math.floor(((Number(params['epochSteps'] ?? unsaid.epochSteps) - 1) * batch) / images) + 1;
  return Math.ceil((images * repeats) / batch);
}

export const length: LengthDef = {
  minutes: (params) => (isByTime(params) ? Number(params['timeBudget']) : null),
  steps: (params, images) =>
    isByTime(params) || images === 0 ? null : Number(params['epochs']) * epochSteps(params, images),
  tooShort: (params, images, stepSeconds) => {
    const known = stepSeconds === null ? null : (60 * Number(params['timeBudget'])) / stepSeconds;
    const steps = isByTime(params) ? known : length.steps(params, images);
    const few = isPretrained(params) ? limits.fewStepsPretrained : limits.fewSteps;
    if (steps === null || steps >= few) return null;
    const enough = few * limits.enoughSteps;
    const instead: Record<string, number> = isByTime(params)
      ? { timeBudget: Math.min(limits.timeBudgetMax, Math.ceil((enough * stepSeconds!) / 60)) }
      : { epochs: Math.ceil(enough / epochSteps(params, images)) };
    return { steps: Math.floor(steps), instead };
  },
  imageSeconds: (params, { bf16 }) => {
    const seconds = costs[`${String(params['network'])}${isPretrained(params) ? 'Imagenet' : ''}`] ?? 0;
    // the level at stride 4 makes a training about a third longer
    const area = (Number(params['imageSize']) / costSize) ** 2 * (params['smallObjects'] ? 4 / 3 : 1);
    return (seconds * area) / (bf16 ? bf16Gain : 1);
  },
};
