/** What the screens show of a training of texts. */
import type { RecipeView } from '../recipe-view.ts';

type Lines = RecipeView['curves'][number]['lines'];

/** `own`: settings of this network beside its length. */
const view = (own: readonly string[], quality: Lines): RecipeView => ({
  params: ['training', ...own, 'timeBudget', 'epochs'],
  version: { title: 'tasks.settings', params: [...own, 'timeBudget', 'epochs'], more: ['training'] },
  curves: [
    { key: 'loss', title: 'tasks.loss', yMin: 0, log: true, lines: [{ name: 'loss', text: 'tasks.lossTrain' }] },
    { key: 'quality', title: 'tasks.quality', yMin: 0, yMax: 1, lines: quality },
  ],
  hasLabelCurves: false,
});

export const textdetView = view(
  ['network', 'imageSize'],
  [
    { name: 'det_hmean', text: 'models.metrics.det_hmean' },
    { name: 'det_precision', text: 'tasks.precision', dashed: true },
    { name: 'det_recall', text: 'tasks.recall', dashed: true },
  ],
);

export const textrecView = view(
  ['network', 'language'],
  [
    { name: 'word_accuracy', text: 'models.metrics.word_accuracy' },
    { name: 'one_minus_ned', text: 'models.metrics.one_minus_ned', dashed: true },
    { name: 'char_accuracy', text: 'models.metrics.char_accuracy', dashed: true },
  ],
);
