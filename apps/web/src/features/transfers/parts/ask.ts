/** Which dialog of the uploads is open. Any screen may open one; they stand once in the header. */
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
}

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
