/** The way to what belongs to a model: all models, and the model itself. */
import { families } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { useFamily, useFindScene } from '../../../core/scene.tsx';
import type { Crumb } from '../../../ui/Page.tsx';
import { useModelPlace, type ModelPart } from './model-place.ts';

/** What the list of models is called: by the family where the family has an entry of its own in the side bar. */
export const useModelsTitle = (): string => {
  const { t } = useTranslation();
  const text = useText();
  const family = useFamily();
  const find = useFindScene();
  return find('ModelList')?.entry === 'models' ? t('models.title') : text(families[family].name);
};

export const useModelCrumbs = (): ((model: { id: number | null; name: string }, part?: ModelPart) => Crumb[]) => {
  const title = useModelsTitle();
  const placeOf = useModelPlace();
  return ({ id, name }, part = 'home') => [
    { text: title, screen: 'ModelList', search: {}, isList: true },
    { text: name, ...placeOf(id, part) },
  ];
};
