/** Routes of models and their versions. */
import type { models } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { deleteModel, previewDelete } from './delete-model.ts';
import { addModel, listModels, modelInfo, updateModel } from './models.ts';
import { versionProbesOf } from './probes.ts';
import { setThresholds } from './thresholds.ts';
import { listVersions, sendOnnx, versionInfo } from './versions.ts';

export function makeModelHandlers(services: Services): Handlers<typeof models> {
  return {
    modelList: (actor, input) => listModels(services, actor, input),
    modelInfo: (actor, input) => modelInfo(services, actor, input.id),
    modelAdd: (actor, input) => addModel(services, actor, input),
    modelUpdate: (actor, input) => updateModel(services, actor, input),
    modelDeletePreview: (actor, input) => previewDelete(services, actor, input.id),
    modelDelete: (actor, input) => deleteModel(services, actor, input.id),
    versionList: (actor, input) => listVersions(services, actor, input),
    versionInfo: (actor, input) => versionInfo(services, actor, input.id),
    versionProbes: (actor, input) => versionProbesOf(services, actor, input.id),
    versionThresholds: (actor, input) => setThresholds(services, actor, input),
    versionOnnx: (actor, input, http) => sendOnnx(services, actor, input, http),
  };
}
