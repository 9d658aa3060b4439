/** What other features may use of annotation. */
export { placePoints } from './check-shape.ts';
export { breather, hasAllDigits, parseCocoText, readCoco, type CocoAnnotation, type CocoImage } from './coco-read.ts';
export { maskBudget, type MaskBudget } from './coco-mask.ts';
export { annotationArgs, cocoShape, hasNoShape } from './coco-shape.ts';
export { imageStateOf } from './merge.ts';
export { applyOps, tellOthers } from './ops.ts';
export { makeAnnotationHandlers, makeLargeAnnotationHandlers } from './routes.ts';
export { noVersion, proposalsOf, storedIn, type StoredFrom, type StoredProposal } from './proposals.ts';
export { together } from './read-state.ts';
export { packPoints, unpackPoints } from './shape-rows.ts';
export { takesImport, writeImport, type ImportImage } from './write-import.ts';
