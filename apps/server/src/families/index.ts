/** Families on the server: how each plans a training, and how the stages of its model types follow each other. */
export type { Chain, ChainStage, Region, RegionPrediction } from './chain.ts';
export { countImages, isChecked } from './images.ts';
export type { ClassLabel, PlanTraining, Split } from './plan.ts';
export { chainOf, plannerOf, registerFamilyServer } from './registry.ts';
