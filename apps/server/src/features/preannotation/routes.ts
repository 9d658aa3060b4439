/** Routes of pre-annotation. */
import type { preannotation } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import type { Inference } from '../../inference/index.ts';
import { addPreannotation, checkPreannotation } from './add.ts';
import { decideMany } from './decide.ts';
import { proposingVersions } from './place.ts';
import { addSimilar, checkSimilar } from './similar-add.ts';
import { offeredExamples } from './similar-examples.ts';
import { mostUncertain, proposeForImage } from './propose.ts';

export const makePreannotationHandlers = (
  services: Services,
  inference: Inference,
): Handlers<typeof preannotation> => ({
  preannotateVersions: (actor, { datasetId }) => proposingVersions(services, actor, datasetId),
  preannotateCheck: (actor, input) => checkPreannotation(services, actor, input),
  preannotateAdd: (actor, input) => addPreannotation(services, actor, input),
  similarExamples: (actor, { examples }) => offeredExamples(services, actor, examples),
  similarCheck: (actor, input) => checkSimilar(services, actor, input),
  similarAdd: (actor, input) => addSimilar(services, actor, input),
  imagesDecide: (actor, input) => decideMany(services, actor, input),
  imagePropose: (actor, input) => proposeForImage(services, inference, actor, input),
  imageUncertain: (actor, { imageId }) => mostUncertain(services, actor, imageId),
});
