/** What other features may use of models: one model, one version, the choice of a version, and the frame of a model. */
import type { Model, Version } from '@loupe/contract';
import { useApi } from '../../core/query.ts';

export { useModelCrumbs, useModelsTitle } from './parts/model-crumbs.ts';
export { useGoToModel, useModelPlace } from './parts/model-place.ts';
export { ModelGate } from './parts/ModelGate.tsx';
export { AssessmentCard, AssessmentNote, AssessmentTag } from './parts/assessment/Assessment.tsx';
export { NewestTest } from './parts/assessment/NewestTest.tsx';
export { useTrainWith } from './parts/TrainWith.tsx';
export { ModelTabs } from './parts/ModelTabs.tsx';
export { UncertifiedNotice } from './parts/UncertifiedNotice.tsx';
export { VersionTable } from './parts/VersionTable.tsx';

/** The model with this id; undefined while it loads and for id 0. */
export const useModel = (id: number): Model | undefined => useApi('modelInfo', { id }, { enabled: id > 0 }).data;
export const useVersion = (id: number): Version | undefined => useApi('versionInfo', { id }, { enabled: id > 0 }).data;

export { ThresholdsSource, VersionThresholds } from './parts/VersionThresholds.tsx';
