/**
 * The families, model types and recipes that Loupe knows. One that is listed here must be registered in contract, server and
 * web; what misses does not compile, or fails in `families.test.ts`.
 */
import { z } from 'zod';

export const FamilyId = z.enum(['detection', 'anomaly']);
export type FamilyId = z.infer<typeof FamilyId>;

export const ModelType = z.enum(['singleStage', 'anomaly']);
export type ModelType = z.infer<typeof ModelType>;

/** A recipe is one trainable network of the engine. */
export const RecipeId = z.enum(['detect', 'anomaly']);
export type RecipeId = z.infer<typeof RecipeId>;
