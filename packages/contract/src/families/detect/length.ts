/** How long a training of `detect` is: its steps, lengths to choose at once, and what to propose where one is too short. */
import { limits } from '../../core/limits.ts';
import type { LengthDef, Preset } from '../family.ts';
import { words } from './fields.ts';
import { mainFields } from './main.ts';

const pretrained = { length: 'time', backbone: 'imagenet' } as const;

/** From a first look to a model for the line; what they leave out stays as it is. */
export const presets: readonly Preset[] = [
  {
    id: 'quick',
    name: words('快速试训', 'Quick try'),
    values: { ...pretrained, timeBudget: 5, network: 'n', imageSize: limits.trialSizeMin },
  },
  {
    id: 'standard',
    name: words('标准', 'Standard'),
    values: { ...pretrained, timeBudget: 30, network: 'n', imageSize: limits.trainSizeMin },
  },
  {
    id: 'thorough',
    name: words('精细', 'Thorough'),
    values: { ...pretrained, timeBudget: 240, network: 's', imageSize: limits.trainSizeMin },
  },
];

type Values = Readonly<Record<string, unknown>>;
const isByTime = (params: Values): boolean => params['length'] === 'time';

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
    if (steps === null || steps >= limits.fewSteps) return null;
    const instead: Record<string, number> = isByTime(params)
      ? { timeBudget: Math.min(limits.timeBudgetMax, Math.ceil((limits.enoughSteps * stepSeconds!) / 60)) }
      : { epochs: Math.ceil(limits.enoughSteps / epochSteps(params, images)) };
    return { steps: Math.floor(steps), instead };
  },
};
