/** The picture on which regions are drawn: the first one of the chosen folders. */
import { api, queryUrl, type Model } from '@loupe/contract';
import { useApi } from '../../../core/query.ts';
import type { RegionPicture } from '../../../ui/RegionsInput.tsx';

export const useRegionPicture = (model: Model, folderIds: readonly number[]): RegionPicture | null => {
  const folderId = folderIds[0] ?? 0;
  const first = useApi(
    'pictureList',
    { folderId, pageNum: 1, pageSize: 1 },
    { enabled: model.datasets.length > 0 && folderId > 0, silent: true },
  ).data?.list[0];
  return first
    ? { src: queryUrl(api.pictureFile, { id: first.id }), width: first.width, height: first.height, name: first.name }
    : null;
};
