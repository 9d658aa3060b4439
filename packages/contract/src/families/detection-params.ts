/** The training parameters of recipe `detect`: bounds, defaults, units and help, once. */
import { limits } from '../core/limits.ts';
import { lossFields, thresholdFields } from './detect/losses.ts';
import { mainFields } from './detect/main.ts';
import { augmentationFields, cropFields } from './detect/images.ts';
import { scheduleFields } from './detect/schedule.ts';
import { paramsSchema, type ParamRule, type ParamsOf, type ParamTable } from './params.ts';

export { networks } from './detect/main.ts';

/** The networks in whose neck the features of the pretrained backbone fit; the engine refuses the others too. */
const smallNetworks: readonly string[] = ['n', 's'];

export const detectTable = {
  ...mainFields,
  ...scheduleFields,
  ...cropFields,
  ...augmentationFields,
  ...lossFields,
  ...thresholdFields,
} as const satisfies ParamTable;

export type DetectParams = ParamsOf<typeof detectTable>;

const isByTime = (p: DetectParams): boolean => p.length === 'time';
/** Multi-scale with AdamW needs the most memory. */
const isHeavy = (p: DetectParams): boolean => p.adam && p.multiScale;

/** They hold for every recipe that has these parameters. */
export const detectRules: ParamRule<DetectParams>[] = [
  {
    field: 'saveInterval',
    broken: (p) => !isByTime(p) && p.saveInterval > p.epochs,
    message: 'train.saveIntervalTooLong',
  },
  {
    field: 'imageSize',
    broken: (p) => !p.network.endsWith('6') && p.imageSize % limits.trainSizeStep !== 0,
    message: 'train.sizeStep',
  },
  {
    field: 'imageSize',
    broken: (p) => p.network === 'x' && isHeavy(p) && p.imageSize > limits.trainSizeMaxX,
    message: 'train.sizeTooLargeX',
  },
  {
    field: 'imageSize',
    broken: (p) => p.network === 'x6' && !isHeavy(p) && p.imageSize > limits.trainSizeMaxX6,
    message: 'train.sizeTooLargeX6',
  },
  {
    field: 'imageSize',
    broken: (p) => p.network === 'x6' && isHeavy(p) && p.imageSize > limits.trainSizeMaxX6Heavy,
    message: 'train.sizeTooLargeX6Heavy',
  },
  {
    field: 'backbone',
    broken: (p) => p.backbone !== 'own' && !smallNetworks.includes(p.network),
    message: 'train.backboneNetwork',
  },
  {
    field: 'smallObjects',
    broken: (p) => p.smallObjects && p.network.endsWith('6'),
    message: 'train.smallObjectsNetwork',
  },
  { field: 'decayEpochs', broken: (p) => p.decay === 'steps' && p.decayEpochs.length === 0, message: 'train.noDecay' },
  {
    field: 'decayEpochs',
    broken: (p) => !isByTime(p) && p.decay === 'steps' && (p.decayEpochs.at(-1) ?? 0) >= p.epochs,
    message: 'train.decayTooLate',
  },
  {
    field: 'sourceSize',
    broken: (p) => p.cropShare > 0 && p.sourceSize < p.imageSize,
    message: 'train.sourceBelowTraining',
  },
];

export const DetectParams = paramsSchema(detectTable, detectRules);
/** Version of the parameters' meaning, stored with each task and version. */
export const detectParamsVersion = 1;
