/** Models: what other parts of the server may use. */
export { askBefore, assessmentOf, fewStepsOf } from './assessment.ts';
export { makeModelHandlers } from './routes.ts';
export { holdModel, literally, modelName, ownModel, ownVersion, type ModelRow, type VersionRow } from './scope.ts';
export { versionInfo } from './versions.ts';
