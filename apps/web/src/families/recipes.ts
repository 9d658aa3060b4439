/** What the screens show of a training, by its recipe: curves, and the parameters that tell trainings apart. */
import {
  initialValues,
  isOfUse,
  recipes,
  rowOf,
  type ParamTable,
  type Preset,
  type RecipeDef,
  type RecipeId,
} from '@loupe/contract';
import { formatDuration } from '../core/format.ts';
import type { BothWords } from '../core/i18n.ts';
import { isSameValue } from '../ui/param-values.ts';
import { textdetView, textrecView } from './ocr/recipes.ts';
import type { RecipeView } from './recipe-view.ts';

export type { CurveCard, CurveLine, RecipeView } from './recipe-view.ts';

const detect: RecipeView = {
  params: ['network', 'backbone', 'smallObjects', 'imageSize', 'timeBudget', 'epochs'],
  version: {
    title: 'tasks.settings',
    params: ['network', 'imageSize', 'timeBudget', 'epochs'],
    more: ['backbone', 'smallObjects'],
  },
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
};

/** What masks have beside boxes, by the curve that it is drawn with. */
const maskLines: Readonly<Record<string, RecipeView['curves'][number]['lines']>> = {
  loss: [
    { name: 'loss_mask', text: 'tasks.lossMask', dashed: true },
    { name: 'loss_semantic', text: 'tasks.lossSemantic', dashed: true, optional: true },
  ],
  quality: [{ name: 'boundary_f', text: 'models.metrics.boundary_f', dashed: true, optional: true }],
};

/** As detection, with what masks lose and how well they fit. */
const segment: RecipeView = {
  ...detect,
  params: [...detect.params, 'fineMasks', 'filledBoxes'],
  version: { ...detect.version, more: [...detect.version.more, 'fineMasks', 'filledBoxes'] },
  curves: detect.curves.map((card) => ({ ...card, lines: [...card.lines, ...(maskLines[card.key] ?? [])] })),
};

const anomaly: RecipeView = {
  params: ['method', 'backbone', 'imageSize', 'timeBudget', 'bankSize'],
  version: { title: 'models.method', params: ['method'], more: ['timeBudget'] },
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
};

/** `registerFamilyScreens` adds others. */
export const recipeViews: { readonly [R in RecipeId]: RecipeView } = {
  detect,
  locate: detect,
  inspect: detect,
  segment,
  anomaly,
  textdet: textdetView,
  textrec: textrecView,
};

/** Throws for a recipe that is not registered. */
export function viewOfRecipe(recipe: string): RecipeView {
  return rowOf(recipeViews, recipe, 'recipe');
}

/** Trainings from before a parameter was there had what is its default now. */
const withDefaults = (table: ParamTable, params: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(table).map(([key, field]) => [key, field.default])),
  ...params,
});

/** One of what is counted: an epoch, a character. Short units (px, min, s) have one form. */
const englishUnit = (unit: string, value: unknown): string =>
  value === 1 && unit.length > 1 ? unit.replace(/s$/, '') : unit;

const timeWords = (seconds: number): BothWords => ({
  zh: formatDuration(seconds, 'zh'),
  en: formatDuration(seconds, 'en'),
});

/** A value of a training parameter in words, with its unit: 「合成缺陷」, 「256 像素」; of a switch its name. Null where it is not of use, or off. */
export const paramWords = (
  recipe: string,
  key: string,
  params: Readonly<Record<string, unknown>>,
): BothWords | null => {
  const table = Object.entries(recipes).find(([id]) => id === recipe)?.[1].table ?? {};
  const field = table[key];
  const value = params[key];
  if (!field || value === undefined || value === null || !isOfUse(field, withDefaults(table, params))) return null;
  if (field.kind === 'choice') {
    const option = field.options.find((one) => one.value === value);
    return option ? option.label : { zh: String(value), en: String(value) };
  }
  if (field.kind === 'switch') return value === true ? field.label : null;
  const unit = 'unit' in field ? field.unit : undefined;
  // parts of a minute stay as they were typed: a duration of hours leaves them out
  if (unit?.en === 'min' && Number.isInteger(value)) return timeWords(60 * Number(value));
  const shown = String(value);
  return unit ? { zh: `${shown} ${unit.zh}`, en: `${shown} ${englishUnit(unit.en, value)}` } : { zh: shown, en: shown };
};
/** Whether these parameters are what a preset sets, whatever the others are. */
export const isPreset = ({ values }: Preset, params: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).every(([key, value]) => isSameValue(params[key], value));

/** The preset whose values these parameters have. */
export const presetOf = ({ presets }: Pick<RecipeDef, 'presets'>, params: Readonly<Record<string, unknown>>) =>
  presets?.all.find((one) => isPreset(one, params));

/** What a form that is set so began with: the defaults, or what the preset sets whose values it has. */
export const startOf = (recipe: Pick<RecipeDef, 'table' | 'presets'>, params: Readonly<Record<string, unknown>>) =>
  initialValues(recipe, presetOf(recipe, params)?.id);

/** The preset whose values these parameters have, at its own size or that of smaller images; null where a person chose otherwise. */
export const presetWords = (recipe: string, params: Readonly<Record<string, unknown>>): BothWords | null => {
  const known: RecipeDef | undefined = Object.entries(recipes).find(([id]) => id === recipe)?.[1];
  const atSize = (one: Preset): Preset => {
    const fitted = known?.fitted?.(one.values, Number(params['imageSize']));
    return { ...one, values: { ...one.values, ...fitted } };
  };
  return known?.presets?.all.find((one) => isPreset(atSize(one), params))?.name ?? null;
};

const inOneLine = (words: readonly BothWords[]): BothWords | null => {
  const joined = (language: 'zh' | 'en') => words.map((one) => one[language]).join(' · ');
  return words.length === 0 ? null : { zh: joined('zh'), en: joined('en') };
};
const linesOf = (recipe: string, keys: readonly string[], params: Readonly<Record<string, unknown>>): BothWords[] =>
  keys.flatMap((key) => paramWords(recipe, key, params) ?? []);

/** Those of these parameters that tell trainings of one recipe apart, in one line. */
export const wordsOf = (recipe: string, params: Readonly<Record<string, unknown>>): BothWords =>
  inOneLine(linesOf(recipe, viewOfRecipe(recipe).params, params)) ?? { zh: '–', en: '–' };

/** These settings in one line, whatever else is set. */
export const settingWords = (recipe: string, values: Readonly<Record<string, unknown>>): BothWords =>
  inOneLine(linesOf(recipe, Object.keys(values), values)) ?? { zh: '–', en: '–' };

/** How a version was trained: in few words, and below them what tells less. */
export const versionWords = (
  recipe: string,
  params: Readonly<Record<string, unknown>>,
): { main: BothWords | null; more: BothWords | null } => {
  const { version } = viewOfRecipe(recipe);
  const preset = presetWords(recipe, params);
  return {
    main: inOneLine(linesOf(recipe, version.params, params)),
    more: inOneLine([...(preset ? [preset] : []), ...linesOf(recipe, version.more, params)]),
  };
};
