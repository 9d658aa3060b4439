/**
 * The families, model types, recipes and roles of data sets that Loupe knows. One that is listed here must be registered in
 * contract, server and web; what misses does not compile, or fails in `families.test.ts`. `registerFamily` adds others.
 */
import { z } from 'zod';
import { idsOf } from '../core/registry.ts';

export type FamilyId = 'detection' | 'ocr' | 'anomaly';
export const familyIds = idsOf<FamilyId>(['detection', 'ocr', 'anomaly']);
export const FamilyId = familyIds.schema;

export type ModelType = 'singleStage' | 'multiStage' | 'segment' | 'anomaly' | 'text' | 'read';
export const modelTypeIds = idsOf<ModelType>(['singleStage', 'multiStage', 'segment', 'anomaly', 'text', 'read']);
export const ModelType = modelTypeIds.schema;

/** A recipe is one trainable network of the engine. */
export type RecipeId = 'detect' | 'locate' | 'inspect' | 'anomaly' | 'segment' | 'textdet' | 'textrec';
export const recipeIds = idsOf<RecipeId>(['detect', 'locate', 'inspect', 'anomaly', 'segment', 'textdet', 'textrec']);
export const RecipeId = recipeIds.schema;

/** `pool`: data sets of the project; with every other role they belong to a model. */
export type DatasetRole = 'pool' | 'train' | 'test' | 'ok' | 'ng';
export const roleIds = idsOf<DatasetRole>(['pool', 'train', 'test', 'ok', 'ng']);
export const DatasetRole = roleIds.schema;

/** Parts of the ready-made reader, each a file of weights that the engine's installation carries. */
export const ReaderPart = z.enum(['detector', 'reader']);
export type ReaderPart = z.infer<typeof ReaderPart>;
