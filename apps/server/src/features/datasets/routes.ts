/** Routes of data sets, labels, folders and images. */
import type { conflicts, datasets, images } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { addDataset, datasetConflicts, datasetInfo, listDatasets, updateDataset } from './datasets.ts';
import { deleteDataset, deleteFolder, deleteImages, previewDataset, previewFolder } from './delete.ts';
import { sendImage, sendPreview, sendThumb } from './files.ts';
import { addFolder, chooseFolders, folderInfo, listFolders, updateFolder } from './folders.ts';
import { addLabel, deleteLabel, updateLabel } from './labels.ts';
import { moveImages } from './move.ts';
import { listImageIds, listImages, neighbours, imageInfo, renameImage, setFolderView, setView } from './images.ts';
import { setPart, splitImages } from './parts.ts';
import { ownDataset } from './scope.ts';
import { uploadImages } from './upload.ts';
import { datasetUsage } from './usage.ts';

const done = (): null => null;

export const makeDatasetsHandlers = (services: Services): Handlers<typeof datasets & typeof conflicts> => ({
  datasetConflicts: (actor, { id }) => datasetConflicts(services, actor, id),
  datasetList: (actor, input) => listDatasets(services, actor, input),
  datasetInfo: (actor, { id }) => datasetInfo(services, actor, id),
  datasetAdd: (actor, input) => addDataset(services, actor, input),
  datasetUpdate: (actor, input) => updateDataset(services, actor, input),
  datasetUsage: async (actor, { id }) => {
    await ownDataset(services.db, actor, id);
    return datasetUsage(services.db, id);
  },
  datasetDeletePreview: (actor, { id }) => previewDataset(services, actor, id),
  datasetDelete: (actor, { id }) => deleteDataset(services, actor, id),
  labelAdd: (actor, input) => addLabel(services, actor, input),
  labelUpdate: (actor, input) => updateLabel(services, actor, input),
  labelDelete: (actor, { id }) => deleteLabel(services, actor, id).then(done),
  folderList: (actor, input) => listFolders(services, actor, input),
  folderChoice: (actor, input) => chooseFolders(services, actor, input),
  folderInfo: (actor, { id }) => folderInfo(services, actor, id),
  folderAdd: (actor, input) => addFolder(services, actor, input),
  folderUpdate: (actor, input) => updateFolder(services, actor, input),
  folderDeletePreview: (actor, { id }) => previewFolder(services, actor, id),
  folderDelete: (actor, { id }) => deleteFolder(services, actor, id),
});

export const makeImagesHandlers = (services: Services): Handlers<typeof images> => ({
  imageList: (actor, input) => listImages(services, actor, input),
  imageIds: (actor, input) => listImageIds(services, actor, input),
  imageInfo: (actor, { id }) => imageInfo(services, actor, id),
  imageNeighbours: (actor, input) => neighbours(services, actor, input),
  imageUpload: (actor, { folderId }, { files }) => uploadImages(services, actor, folderId, files),
  folderView: (actor, input) => setFolderView(services, actor, input),
  imageView: (actor, input) => setView(services, actor, input).then(done),
  imageDelete: (actor, input) => deleteImages(services, actor, input),
  imageMove: (actor, input) => moveImages(services, actor, input),
  imageRename: (actor, input) => renameImage(services, actor, input),
  imagePart: (actor, input) => setPart(services, actor, input),
  imageSplit: (actor, input) => splitImages(services, actor, input),
  imageFile: (actor, { id }, http) => sendImage(services, actor, id, http),
  imageThumb: (actor, { id }, http) => sendThumb(services, actor, id, http),
  imagePreview: (actor, { id }, http) => sendPreview(services, actor, id, http),
});
