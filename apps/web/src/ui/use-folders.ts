/** Folders that hold pictures, by data set: of the data sets of a project, or of those that a model owns. */
import type { Dataset, Folder } from '@loupe/contract';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery, useApi } from '../core/query.ts';

export interface FolderSet {
  dataset: Dataset;
  folders: Folder[];
}
export interface Folders {
  /** Undefined while they load. */
  sets: FolderSet[] | undefined;
  error: Error | null;
  refetch: () => void;
}

const whole = { pageSize: 200, sort: 'name' } as const;

/** One object that stays the same while nothing changes. */
const together = (lists: UseQueryResult<{ list: Folder[] }>[]) => ({
  folders: lists.every(({ data }) => data) ? lists.flatMap(({ data }) => data?.list ?? []) : undefined,
  error: lists.find((one) => one.error)?.error ?? null,
  refetch: () => Promise.all(lists.map((one) => one.refetch())),
});

export const useFolders = (of: { projectId: number; modelId?: number | undefined }): Folders => {
  const { projectId, modelId } = of;
  const isOwned = modelId !== undefined;
  const datasets = useApi(
    'datasetList',
    { pageSize: 200, ...(isOwned ? { modelId, sort: 'createdAt' as const } : { projectId }) },
    { silent: true },
  );
  const list = datasets.data?.list;
  // the project's folders are one list; a model has few data sets, and each is asked for its own
  const places = isOwned ? (list ?? []).map(({ id }) => ({ datasetId: id })) : [{ projectId }];
  const { folders, error, refetch } = useQueries({
    queries: places.map((place) => ({ ...apiQuery('folderList', { ...place, ...whole }), meta: { silent: true } })),
    combine: together,
  });
  const sets = useMemo(
    () =>
      list &&
      folders &&
      list.map((dataset) => ({
        dataset,
        folders: folders.filter((f) => f.datasetId === dataset.id && f.images > 0),
      })),
    [list, folders],
  );
  return {
    sets,
    error: datasets.error ?? error,
    refetch: () => {
      void datasets.refetch();
      void refetch();
    },
  };
};
