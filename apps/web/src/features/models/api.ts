/** What other features may use of models: one model, one version, and the choice of a version. */
import type { Model, Version } from '@loupe/contract';
import { useApi } from '../../core/query.ts';

/** The model with this id; undefined while it loads and for id 0. */
export const useModel = (id: number): Model | undefined => useApi('modelInfo', { id }, { enabled: id > 0 }).data;
export const useVersion = (id: number): Version | undefined => useApi('versionInfo', { id }, { enabled: id > 0 }).data;

/** Versions that may be used (certified), newest first; 200 at most. */
export const useReadyVersions = (): Version[] =>
  useApi('versionList', { state: 'ready', pageSize: 200, sort: '-createdAt' }).data?.list ?? [];

/** "plan / function" as one name. */
export const modelName = (model: Pick<Model, 'planName' | 'functionName'>): string =>
  `${model.planName} / ${model.functionName}`;
