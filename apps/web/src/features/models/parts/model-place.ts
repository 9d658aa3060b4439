/** Where the parts of a model are shown: on scenes of their own, or on the tabs of the model's screen. */
import { useCallback } from 'react';
import { useFindScene, useGo, type SceneSearch, type SceneTarget, type ScreenId } from '../../../core/scene.tsx';

export type ModelPart = 'home' | 'versions' | 'trainings' | 'tests' | 'online';
export interface Place {
  screen: ScreenId;
  search: SceneSearch;
  target: SceneTarget;
}

const kinds = { versions: 'train', trainings: 'train', tests: 'test' } as const;

export const useModelPlace = (): ((modelId: number | null, part: ModelPart) => Place) => {
  const find = useFindScene();
  return useCallback(
    (modelId, part) => {
      const model = modelId ?? undefined;
      const images = find('FolderList');
      if (!find('TaskList')) {
        return { screen: 'ModelList', search: { id: model, ...(part === 'home' ? {} : { tab: part }) }, target: {} };
      }
      if (part === 'online') return { screen: 'OnlineList', search: { model }, target: {} };
      if (part !== 'home') return { screen: 'TaskList', search: { model }, target: { kind: kinds[part] } };
      return { screen: 'FolderList', search: { model }, target: images?.role ? { role: images.role } : {} };
    },
    [find],
  );
};

export const useGoToModel = (): ((modelId: number | null, part: ModelPart) => void) => {
  const placeOf = useModelPlace();
  const go = useGo();
  return (modelId, part) => {
    const { screen, search, target } = placeOf(modelId, part);
    go(screen, search, target);
  };
};
