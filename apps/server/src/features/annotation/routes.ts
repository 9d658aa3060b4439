/** Routes of annotation. */
import type { annotation } from '@loupe/contract';
import type { Handlers, LargeHandlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { importCocoApart } from './coco-apart.ts';
import { importCoco } from './coco-import.ts';
import { applyOps } from './ops.ts';
import { opsAfter, pictureShapes } from './read.ts';

export const makeAnnotationHandlers = (services: Services): Handlers<typeof annotation> => ({
  pictureShapes: (actor, { imageId }) => pictureShapes(services, actor, imageId),
  pictureOps: (actor, input) => applyOps(services, actor, input),
  pictureOpsAfter: (actor, { imageId, seq }) => opsAfter(services, actor, imageId, seq),
  cocoImport: (actor, { folderId, coco }) => importCoco(services, actor, folderId, coco),
});

export const makeLargeAnnotationHandlers = (services: Services): LargeHandlers<typeof annotation>['handlers'] => ({
  cocoImport: (actor, bodyFile, signal) => importCocoApart(services, actor, bodyFile, signal),
});
