/**
 * What differs between prediction types on the screens: thresholds, the score that decides, the figures of a version and
 * the curves of a training. A type that is missing here does not compile.
 */
import {
  families,
  isOfUse,
  modelTypeOf,
  modelTypes,
  recipes,
  type FamilyId,
  type Prediction,
  type PredictionOf,
  type PredictionType,
  type Thresholds,
  type ThresholdsOf,
} from '@loupe/contract';
import type { ParseKeys } from 'i18next';
import type { BothWords } from '../core/i18n.ts';

export interface ThresholdField {
  key: 'confidence' | 'nms' | 'score';
  label: ParseKeys;
  help: ParseKeys;
}
export interface CurveLine {
  name: string;
  text: ParseKeys;
  dashed?: boolean;
  /** Where it has no point there is no line, not even in the legend. */
  optional?: boolean;
}
export interface CurveCard {
  key: string;
  title: ParseKeys;
  lines: readonly CurveLine[];
  yMin?: number;
  yMax?: number;
  /** May be drawn on a logarithmic axis. */
  log?: boolean;
  /** Drawn for trainings with this method alone. */
  method?: string;
}
export interface MetricColumn {
  key: string;
  title: ParseKeys;
  /** A share, told in percent. */
  share?: boolean;
  /** Told where the figure before it is pointed at: a list has no room for it. */
  aside?: boolean;
}

/** Methods, not functions in fields: so that the kind of one type is also a kind of any. */
export interface PredictionKind<P extends PredictionType = PredictionType> {
  readonly type: P;
  /** What a person sets for an online entry; the first one makes a picture NG, and the grey zone ends at it. */
  readonly fields: readonly ThresholdField[];
  /** Figures of a version, in the order of its list. */
  readonly metrics: readonly MetricColumn[];
  /** Parameters that tell trainings apart. */
  readonly params: readonly string[];
  /** Those of them that stand in a list of versions. */
  readonly versionParams: readonly { key: string; title: ParseKeys }[];
  readonly curves: readonly CurveCard[];
  /** A curve for each label, beside the others. */
  readonly hasLabelCurves: boolean;
  /** From this score on a picture is NG, and from `review` on a person looks. */
  zoneOf(thresholds: ThresholdsOf<P>): { ng: number; review: number | null };
  /** The score that decides; null where nothing was found. */
  topScore(prediction: PredictionOf<P>): number | null;
}

const boxes: PredictionKind<'boxes'> = {
  type: 'boxes',
  fields: [
    { key: 'confidence', label: 'online.confidence', help: 'online.confidenceHelp' },
    { key: 'nms', label: 'online.nms', help: 'online.nmsHelp' },
  ],
  metrics: [
    { key: 'map50', title: 'models.metrics.map50' },
    { key: 'map50_95', title: 'models.metrics.map50_95', aside: true },
  ],
  params: ['network', 'imageSize', 'epochs'],
  versionParams: [
    { key: 'network', title: 'models.network' },
    { key: 'imageSize', title: 'models.size' },
  ],
  curves: [
    {
      key: 'loss',
      title: 'tasks.loss',
      yMin: 0,
      log: true,
      lines: [
        { name: 'loss', text: 'tasks.lossTrain' },
        { name: 'val_loss', text: 'tasks.lossVal', dashed: true, optional: true },
        { name: 'loss_box', text: 'tasks.lossBox', dashed: true },
        { name: 'loss_cls', text: 'tasks.lossClass', dashed: true },
      ],
    },
    {
      key: 'quality',
      title: 'tasks.quality',
      yMin: 0,
      yMax: 1,
      lines: [
        { name: 'map50', text: 'models.metrics.map50' },
        { name: 'map50_95', text: 'models.metrics.map50_95', dashed: true },
        { name: 'precision', text: 'tasks.precision', dashed: true },
        { name: 'recall', text: 'tasks.recall', dashed: true },
      ],
    },
  ],
  hasLabelCurves: true,
  zoneOf: ({ confidence, review }) => ({ ng: confidence, review: review ?? null }),
  topScore: ({ items }) =>
    items.reduce<number | null>((top, { score }) => (top === null || score > top ? score : top), null),
};

const scoremap: PredictionKind<'scoremap'> = {
  type: 'scoremap',
  fields: [{ key: 'score', label: 'online.score', help: 'online.scoreHelp' }],
  metrics: [
    { key: 'image_auroc', title: 'models.metrics.image_auroc' },
    { key: 'false_reject', title: 'models.metrics.false_reject', share: true },
    { key: 'true_reject', title: 'models.metrics.true_reject', share: true },
    { key: 'pixel_auroc', title: 'models.metrics.pixel_auroc', aside: true },
    { key: 'pro', title: 'models.metrics.pro', aside: true },
  ],
  params: ['method', 'trunk', 'imageSize', 'timeBudget', 'bankSize'],
  versionParams: [{ key: 'method', title: 'models.method' }],
  curves: [
    {
      key: 'loss',
      title: 'tasks.loss',
      yMin: 0,
      log: true,
      method: 'synthetic',
      lines: [
        { name: 'loss', text: 'tasks.lossTrain' },
        { name: 'loss_bce', text: 'tasks.lossBce', dashed: true, optional: true },
        { name: 'loss_dice', text: 'tasks.lossDice', dashed: true, optional: true },
      ],
    },
    {
      key: 'radius',
      title: 'tasks.radius',
      yMin: 0,
      method: 'memory',
      lines: [{ name: 'radius', text: 'tasks.radiusLeft' }],
    },
    {
      key: 'scores',
      title: 'tasks.scores',
      lines: [
        { name: 'ok_score', text: 'tasks.okScore' },
        { name: 'ng_score', text: 'tasks.ngScore', optional: true },
      ],
    },
    {
      key: 'quality',
      title: 'tasks.quality',
      yMin: 0,
      yMax: 1,
      lines: [{ name: 'image_auroc', text: 'models.metrics.image_auroc' }],
    },
  ],
  hasLabelCurves: false,
  zoneOf: ({ score, review }) => ({ ng: score, review: review ?? null }),
  topScore: ({ score }) => score,
};

export const predictionKinds: { readonly [P in PredictionType]: PredictionKind<P> } = { boxes, scoremap };
export const kindOf = (type: PredictionType): PredictionKind => predictionKinds[type];
export const kindOfModel = (modelType: string): PredictionKind => kindOf(modelTypeOf(modelType)?.prediction ?? 'boxes');

/** The kind of thresholds that stand alone. */
export const typeOfThresholds = (thresholds: Thresholds): PredictionType =>
  'confidence' in thresholds ? 'boxes' : 'scoremap';
export const zoneOf = (thresholds: Thresholds): { ng: number; review: number | null } =>
  kindOf(typeOfThresholds(thresholds)).zoneOf(thresholds as never);
export const topScore = (prediction: Prediction): number | null =>
  kindOf(prediction.type).topScore(prediction as never);

const typeOfRecipe = (recipe: string) => modelTypes.find(({ stages }) => stages.some((stage) => stage === recipe));
/** Of a training or test, by what it trains. */
export const kindOfRecipe = (recipe: string): PredictionKind => kindOf(typeOfRecipe(recipe)?.prediction ?? 'boxes');
export const familyOfRecipe = (recipe: string): FamilyId | undefined =>
  (Object.keys(families) as FamilyId[]).find((family) =>
    families[family].modelTypes.some((type) => type === typeOfRecipe(recipe)),
  );

/** A value of a training parameter in words, with its unit: 「合成缺陷」, 「256 像素」. Null where it is not of use. */
export const paramWords = (
  recipe: string,
  key: string,
  params: Readonly<Record<string, unknown>>,
): BothWords | null => {
  const table = Object.entries(recipes).find(([id]) => id === recipe)?.[1].table;
  const field = table?.[key];
  const value = params[key];
  if (!field || value === undefined || value === null || !isOfUse(field, params)) return null;
  if (field.kind === 'choice') {
    const option = field.options.find((one) => one.value === value);
    return option ? option.label : { zh: String(value), en: String(value) };
  }
  const unit = 'unit' in field ? field.unit : undefined;
  const shown = String(value);
  return unit ? { zh: `${shown} ${unit.zh}`, en: `${shown} ${unit.en}` } : { zh: shown, en: shown };
};
/** The parameters that tell trainings of one recipe apart, in one line. */
export const settingsWords = (recipe: string, params: Readonly<Record<string, unknown>>): BothWords => {
  const words = kindOfRecipe(recipe).params.flatMap((key) => paramWords(recipe, key, params) ?? []);
  const joined = (language: 'zh' | 'en') => words.map((one) => one[language]).join(' · ') || '–';
  return { zh: joined('zh'), en: joined('en') };
};
