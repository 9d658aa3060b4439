/** All folders that hold images, by little more than their ids: of the data sets of a project, or of those that a model owns. */
import type { FolderChoice } from '@loupe/contract';
import { useApi } from '../core/query.ts';

export interface FolderPlace {
  projectId: number;
  modelId?: number | undefined;
}
/** What the API calls the place. */
export const inputOfPlace = ({ projectId, modelId }: FolderPlace) =>
  modelId === undefined ? { projectId } : { modelId };

export interface Folders {
  /** Undefined while they load. */
  folders: FolderChoice[] | undefined;
  error: Error | null;
  refetch: () => void;
}

export const useFolders = (place: FolderPlace): Folders => {
  const { data, error, refetch } = useApi('folderChoice', inputOfPlace(place), { silent: true });
  return { folders: data?.list, error, refetch: () => void refetch() };
};
