/** What other features may use of data sets. */
export { makeDatasetsHandlers, makePicturesHandlers } from './routes.ts';
export { changeFolder, type FolderChange } from './counts.ts';
export { listDatasets } from './datasets.ts';
export { colorAt, insertLabels, labelsOf } from './labels.ts';
export { cleanName } from './names.ts';
export { pictureOf } from './pictures.ts';
export { sweepUploads } from './receive.ts';
export { lock, ownDataset, ownFolder, ownPicture } from './scope.ts';
export { problem } from './upload.ts';
export { datasetUsage, referencedOf, refuseReferenced } from './usage.ts';
