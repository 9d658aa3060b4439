/** The two networks of OCR, as the registry of recipes has them. */
import type { z } from 'zod';
import { words } from '../detect/fields.ts';
import { length as ofDetector } from '../detect/length.ts';
import type { LengthDef, Preset, RecipeDef } from '../family.ts';
import { textdetParamsVersion, TextdetParams, textdetTable } from './textdet-params.ts';
import { textrecParamsVersion, TextrecParams, textrecTable } from './textrec-params.ts';

type AnyParams = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** Of a stage that takes the reader as it is: nothing is learned. */
export const isReadyStage = (params: Values): boolean => params['training'] === 'none';

/** The ready-made reader takes no step. How few steps are too few is not known of networks that read already. */
const length: LengthDef = {
  minutes: (params) => (isReadyStage(params) ? null : ofDetector.minutes(params)),
  steps: (params, images) => (isReadyStage(params) ? 0 : ofDetector.steps(params, images)),
  tooShort: () => null,
};

/** The preset that takes the reader as it is. */
export const readyPreset = 'ready';

const presets: { initial: string; all: readonly Preset[] } = {
  initial: 'standard',
  all: [
    {
      id: readyPreset,
      name: words('现成模型', 'Ready-made'),
      values: { training: 'none', network: 'pp' },
      ofAllStages: true,
    },
    {
      id: 'quick',
      name: words('快速试训', 'Quick try'),
      values: { training: 'tune', network: 'pp', length: 'time', timeBudget: 5 },
    },
    {
      id: 'standard',
      name: words('标准', 'Standard'),
      values: { training: 'tune', network: 'pp', length: 'time', timeBudget: 30 },
    },
    {
      id: 'thorough',
      name: words('精细', 'Thorough'),
      values: { training: 'tune', network: 'pp', length: 'time', timeBudget: 240 },
    },
  ],
};

const common = {
  prediction: 'texts',
  length,
  presets,
} as const satisfies Partial<RecipeDef>;
const start = { same: { network: 'train.startNetwork' }, needs: { key: 'training', is: 'tune' } } as const;

export const textdetRecipe: RecipeDef = {
  ...common,
  id: 'textdet',
  stageName: words('检测文字', 'Find texts'),
  table: textdetTable,
  params: TextdetParams as unknown as AnyParams,
  paramsVersion: textdetParamsVersion,
  start: { ...start, taken: ['imageSize', 'binary', 'box', 'unclip'] },
  readerParts: ({ network }) => (network === 'pp' ? ['detector'] : []),
};

export const textrecRecipe: RecipeDef = {
  ...common,
  id: 'textrec',
  stageName: words('识读文字', 'Read texts'),
  table: textrecTable,
  params: TextrecParams as unknown as AnyParams,
  paramsVersion: textrecParamsVersion,
  start: {
    ...start,
    taken: ['language', 'characters', 'maxTextLength', 'ignoreCase', 'widthZoom', 'width', 'edgeCut'],
  },
  // which Chinese characters there are is in its file as well
  readerParts: ({ network, language }) =>
    network === 'pp' || language === 'zh' || language === 'zhEn' ? ['reader'] : [],
};
