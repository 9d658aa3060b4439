/** Opening the workbench: refused, with the reason, while the data set has no labels or the folder no images. */
import type { Dataset, Folder } from '@loupe/contract';
import { contractText } from '../../../core/i18n.ts';
import { notify } from '../../../core/notify.ts';
import { useGo, type SceneSearch } from '../../../core/scene.tsx';

export const useAnnotate = (): ((dataset: Dataset | undefined, folder: Folder, listed?: SceneSearch) => void) => {
  const go = useGo();
  return (dataset, folder, listed = {}) => {
    if (folder.images === 0) return notify.warning(contractText('folder.noImages'));
    if (dataset && dataset.labels.length === 0) return notify.warning(contractText('dataset.noLabels'));
    go('Annotate', { ...listed, folderId: folder.id });
  };
};
