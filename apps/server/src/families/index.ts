/** Families on the server: how each plans a training. */
export { countImages, isChecked } from './images.ts';
export type { ClassLabel, Split } from './plan.ts';
export { plannerOf } from './registry.ts';
