/** Routes of annotation. */
import type { annotation, imageHistory, review } from '@loupe/contract';
import type { Handlers, LargeHandlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { datasetCharacters } from './characters.ts';
import { importCocoApart } from './coco-apart.ts';
import { importCoco } from './coco-import.ts';
import { makeHistoryHandlers } from './history.ts';
import { applyOps } from './ops.ts';
import { opsAfter, imageShapes } from './read.ts';
import { makeReviewHandlers } from './review.ts';

export const makeAnnotationHandlers = (
  services: Services,
): Handlers<typeof annotation & typeof imageHistory & typeof review> => ({
  ...makeHistoryHandlers(services),
  ...makeReviewHandlers(services),
  imageShapes: (actor, { imageId }) => imageShapes(services, actor, imageId),
  imageOps: (actor, input) => applyOps(services, actor, input),
  imageOpsAfter: (actor, { imageId, seq }) => opsAfter(services, actor, imageId, seq),
  datasetCharacters: (actor, { datasetId }) => datasetCharacters(services, actor, datasetId),
  cocoImport: (actor, { folderId, coco }) => importCoco(services, actor, folderId, coco),
});

export const makeLargeAnnotationHandlers = (services: Services): LargeHandlers<typeof annotation>['handlers'] => ({
  cocoImport: (actor, bodyFile, signal) => importCocoApart(services, actor, bodyFile, signal),
});
