/** Makes a further family known to the screens, beside `registerFamily` of the contract and before the router is made. */
import { addRow } from '@loupe/contract';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import type { Scene } from '../core/scene.tsx';
import type { en } from '../locales/en.ts';
import { recipeViews, type RecipeView } from './recipes.ts';
import { addScenes } from './scenes.ts';
import { trainBodies } from './train-bodies.ts';
import type { TrainDataProps } from './train-data.ts';

type Words = (typeof en)['families']['detection'];

export interface FamilyScreens {
  scenes: readonly Scene[];
  /** The data of a new training. */
  TrainData: ComponentType<TrainDataProps>;
  /** By recipe. */
  recipes: Readonly<Record<string, RecipeView>>;
  words: { zh: Words; en: Words };
}

export function registerFamilyScreens(id: string, { scenes, TrainData, recipes, words }: FamilyScreens): void {
  addScenes(scenes);
  addRow(trainBodies, id, TrainData);
  for (const [recipe, view] of Object.entries(recipes)) addRow(recipeViews, recipe, view);
  const addWords = () => {
    for (const language of ['zh', 'en'] as const) {
      i18next.addResourceBundle(language, 'translation', { families: { [id]: words[language] } }, true);
    }
  };
  if (i18next.isInitialized) addWords();
  else i18next.on('initialized', addWords);
}
