/** What other features may use of data sets. */
export { makeDatasetsHandlers, makeImagesHandlers } from './routes.ts';
export { changeFolder, countsByState, folderChange, stateChange, type FolderChange } from './counts.ts';
export { sendFile, sendSmall } from './files.ts';
export { listDatasets } from './datasets.ts';
export { addModelSets } from './model-sets.ts';
export { colorAt, insertLabels, labelsOf } from './labels.ts';
export { cleanName, isHostileName, nameKey, shortName, shownName } from './names.ts';
export { imageOf } from './images.ts';
export { matches } from './image-order.ts';
export { accepts, acceptsOwn, asAsked } from './review-filter.ts';
export { among, holdSelection } from './selection.ts';
export { isPreLabeling } from './pre-labeling.ts';
export { receiveOne, sweepUploads } from './receive.ts';
export { thumbOf } from './derived.ts';
export { makeTilesHandlers } from './tiles.ts';
export { fileMissing, inLiveFolder, lock, ownDataset, ownFolder, ownImage } from './scope.ts';
export { insertImages, problem, storeOrProblem, type FolderPlace, type StoredImage } from './store-image.ts';
export { datasetUsage, referencedOf, refuseReferenced } from './usage.ts';
