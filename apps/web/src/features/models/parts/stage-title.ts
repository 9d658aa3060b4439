/** The name of a stage of a version, where there are several to tell apart. */
import { recipes, type RecipeId, type Version } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';

/** Null of a version of one stage: that is the version itself. */
export const useStageTitle = (): ((version: Version, stage: Version['stages'][number]) => string | null) => {
  const { t } = useTranslation();
  const text = useText();
  return ({ stages }, { ordinal, recipe }) => {
    const name = recipes[recipe as RecipeId]?.stageName;
    return stages.length < 2 ? null : t('tasks.stageN', { n: ordinal + 1, name: name ? text(name) : recipe });
  };
};
