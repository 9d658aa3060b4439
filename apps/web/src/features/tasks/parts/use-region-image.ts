/** The image on which regions are drawn: the first one of the chosen folders. */
import { api, queryUrl, type ParamTable } from '@loupe/contract';
import { useApi } from '../../../core/query.ts';
import type { RegionImage } from '../../../ui/RegionsInput.tsx';

export const useRegionImage = (table: ParamTable, folderIds: readonly number[]): RegionImage | null => {
  const folderId = folderIds[0] ?? 0;
  const hasRegions = Object.values(table).some(({ kind }) => kind === 'regions');
  const first = useApi(
    'imageList',
    { folderId, pageNum: 1, pageSize: 1 },
    { enabled: hasRegions && folderId > 0, silent: true },
  ).data?.list[0];
  return first
    ? { src: queryUrl(api.imageFile, { id: first.id }), width: first.width, height: first.height, name: first.name }
    : null;
};
