/** What is set of each stage of a training in several: the name of the stage, and network, size and length in words. */
import type { RecipeDef } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { versionWords } from '../../../families/recipes.ts';
import type { ParamValues } from '../../../ui/param-values.ts';

const none = { zh: '–', en: '–' };

export interface ChosenStage {
  recipe: RecipeDef;
  values: ParamValues;
  /** It stays as it is in the version that the training begins with. */
  isKept: boolean;
}

/** Nothing is learned: the version is what is there already. */
export const isReadyMade = (stages: readonly ChosenStage[]): boolean =>
  stages.length > 0 && stages.every(({ recipe, values, isKept }) => !isKept && recipe.length?.steps(values, 1) === 0);

export const useStageWords = (): ((stages: readonly ChosenStage[]) => [string, string][]) => {
  const { t } = useTranslation();
  const text = useText();
  return (stages) =>
    stages.map(({ recipe, values, isKept }, i) => [
      t('tasks.stageN', { n: i + 1, name: recipe.stageName ? text(recipe.stageName) : recipe.id }),
      // a number stays with its unit in a narrow column
      isKept ? t('tasks.stageKept') : text(versionWords(recipe.id, values).main ?? none).replace(/(\d) /g, '$1\u00a0'),
    ]);
};
