/** All folders that hold images, by little more than their ids: of the data sets of a project, or of those that a model owns. */
import type { DatasetRole, FolderChoice, Model, SetType } from '@loupe/contract';
import { useApi } from '../core/query.ts';

export interface FolderPlace {
  projectId: number;
  modelId?: number | undefined;
  /** Of this data set alone. */
  datasetId?: number | undefined;
  /** Of data sets of this type alone. */
  setType?: SetType | undefined;
}
/** What the API calls the place. */
export const inputOfPlace = ({ projectId, modelId, datasetId, setType }: FolderPlace) => ({
  ...(modelId === undefined ? { projectId } : { modelId }),
  ...(datasetId !== undefined && { datasetId }),
  ...(setType && { setType }),
});

/** The data set that a model owns in this role; undefined where its family knows no such role. */
export const setInRole = ({ datasets }: Pick<Model, 'datasets'>, role: DatasetRole): number | undefined =>
  datasets.find((one) => one.role === role)?.id;

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
