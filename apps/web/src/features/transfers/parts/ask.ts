/** Which dialog of the uploads is open. Any screen may open one; they stand once in the header. */
import type { Folder } from '@loupe/contract';
import { useEffect } from 'react';
import { useMay } from '../../../core/access.ts';
import { makeStore } from '../../../core/store.ts';
import { startUploads } from './sending.ts';
import type { Source } from './sources.ts';

export interface UploadRequest {
  sources: readonly Source[];
  /** Where the images go; null: the person chooses. */
  folder: { id: number; name: string } | null;
  /** Offered first when there is no folder. */
  datasetId: number | null;
  /** The folder that is offered first; null: a new one. Left out: the only one of the data set, where there is one. */
  firstFolder?: Pick<Folder, 'id' | 'name'> | null;
}

/** The data set that the page shows, and its folder where it shows one: offered first to whoever uploads from the header. */
export interface UploadPlace {
  datasetId: number;
  folder: Pick<Folder, 'id' | 'name'> | null;
}
const placeStore = makeStore<UploadPlace | null>(null);
/** `datasetId`: null where the person may not upload. */
export const useUploadPlace = (datasetId: number | null, folder?: Pick<Folder, 'id' | 'name'>): void => {
  const { id, name } = folder ?? {};
  useEffect(() => {
    if (datasetId === null) return undefined;
    const place = { datasetId, folder: id === undefined || name === undefined ? null : { id, name } };
    placeStore.set(place);
    return () => {
      if (placeStore.get() === place) placeStore.set(null);
    };
  }, [datasetId, id, name]);
};

/** From the header: to the place that the page shows, if it shows one. */
export const askFromHeader = (): void => {
  const place = placeStore.get();
  const where = place && { datasetId: place.datasetId, firstFolder: place.folder };
  askUpload({ sources: [], folder: null, datasetId: null, ...where });
};

/** Whether the person may bring images in; null: into any project. */
export const useMayUpload = (projectId: number | null | undefined): boolean => useMay()('uploadAdd', projectId);

export const startStore = makeStore<UploadRequest | null>(null);
export const drawerStore = makeStore<boolean>(false);
/** Upload whose classes are being mapped, and the one whose report is read. */
export const mappingStore = makeStore<string | null>(null);
export const reportStore = makeStore<string | null>(null);

/** Starts what leaves no question, and asks about the rest: where to, and what becomes of directories. */
export const askUpload = (request: UploadRequest): void => {
  const { folder, sources } = request;
  if (folder && sources.length > 0 && sources.every((source) => source.directories === 0)) {
    void startUploads(sources, { folderId: folder.id, folders: 'one' });
    drawerStore.set(true);
  } else {
    startStore.set(request);
  }
};
