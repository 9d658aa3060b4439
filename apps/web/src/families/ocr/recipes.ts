/** What the screens show of a training of texts. */
import type { RecipeView } from '../recipe-view.ts';

const version = (params: readonly string[], more: readonly string[]): RecipeView['version'] => ({
  title: 'tasks.settings',
  params,
  more,
});

export const textdetView: RecipeView = {
  params: ['training', 'network', 'imageSize', 'timeBudget', 'epochs'],
  version: version(['network', 'imageSize', 'timeBudget', 'epochs'], ['training']),
  curves: [
    {
      key: 'loss',
      title: 'tasks.loss',
      yMin: 0,
      log: true,
      lines: [{ name: 'loss', text: 'tasks.lossTrain' }],
    },
    {
      key: 'quality',
      title: 'tasks.quality',
      yMin: 0,
      yMax: 1,
      lines: [
        { name: 'det_hmean', text: 'models.metrics.det_hmean' },
        { name: 'det_precision', text: 'tasks.precision', dashed: true },
        { name: 'det_recall', text: 'tasks.recall', dashed: true },
      ],
    },
  ],
  hasLabelCurves: false,
};

export const textrecView: RecipeView = {
  params: ['training', 'network', 'language', 'timeBudget', 'epochs'],
  version: version(['network', 'language', 'timeBudget', 'epochs'], ['training']),
  curves: [
    {
      key: 'loss',
      title: 'tasks.loss',
      yMin: 0,
      log: true,
      lines: [{ name: 'loss', text: 'tasks.lossTrain' }],
    },
    {
      key: 'quality',
      title: 'tasks.quality',
      yMin: 0,
      yMax: 1,
      lines: [
        { name: 'word_accuracy', text: 'models.metrics.word_accuracy' },
        { name: 'one_minus_ned', text: 'models.metrics.one_minus_ned', dashed: true },
        { name: 'char_accuracy', text: 'models.metrics.char_accuracy', dashed: true },
      ],
    },
  ],
  hasLabelCurves: false,
};
