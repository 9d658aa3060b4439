/** All folders that hold images, by little more than their ids: of the data sets of a project, or of those that a model owns. */
import type { FolderChoice, SetType } from '@loupe/contract';
import { useApi } from '../core/query.ts';

export interface FolderPlace {
  projectId: number;
  modelId?: number | undefined;
  /** Of data sets of this type alone. */
  setType?: SetType | undefined;
}
/** What the API calls the place. */
export const inputOfPlace = ({ projectId, modelId, setType }: FolderPlace) => ({
  ...(modelId === undefined ? { projectId } : { modelId }),
  ...(setType && { setType }),
});

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
