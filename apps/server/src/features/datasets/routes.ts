/** Routes of data sets, labels, folders and pictures. */
import type { datasets, pictures } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { addDataset, datasetInfo, listDatasets, updateDataset } from './datasets.ts';
import { deleteDataset, deleteFolder, deletePictures, previewDataset, previewFolder } from './delete.ts';
import { sendPicture, sendThumb } from './files.ts';
import { addFolder, chooseFolders, folderInfo, listFolders, updateFolder } from './folders.ts';
import { addLabel, deleteLabel, updateLabel } from './labels.ts';
import { movePictures } from './move.ts';
import { listPictureIds, listPictures, neighbours, pictureInfo, renamePicture, setView } from './pictures.ts';
import { setPart, splitPictures } from './parts.ts';
import { ownDataset } from './scope.ts';
import { uploadPictures } from './upload.ts';
import { datasetUsage } from './usage.ts';

const done = (): null => null;

export const makeDatasetsHandlers = (services: Services): Handlers<typeof datasets> => ({
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

export const makePicturesHandlers = (services: Services): Handlers<typeof pictures> => ({
  pictureList: (actor, input) => listPictures(services, actor, input),
  pictureIds: (actor, input) => listPictureIds(services, actor, input),
  pictureInfo: (actor, { id }) => pictureInfo(services, actor, id),
  pictureNeighbours: (actor, input) => neighbours(services, actor, input),
  pictureUpload: (actor, { folderId }, { files }) => uploadPictures(services, actor, folderId, files),
  pictureView: (actor, input) => setView(services, actor, input).then(done),
  pictureDelete: (actor, input) => deletePictures(services, actor, input),
  pictureMove: (actor, input) => movePictures(services, actor, input),
  pictureRename: (actor, input) => renamePicture(services, actor, input),
  picturePart: (actor, input) => setPart(services, actor, input),
  pictureSplit: (actor, input) => splitPictures(services, actor, input),
  pictureFile: (actor, { id }, http) => sendPicture(services, actor, id, http),
  pictureThumb: (actor, { id }, http) => sendThumb(services, actor, id, http),
});
