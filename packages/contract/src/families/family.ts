/** A family is everything that differs between detection, OCR and anomaly; the rest of the product is written once. */
import type { z } from 'zod';
import type { ShapeKind } from '../annotation.ts';
import type { DatasetRole, SetType } from '../datasets.ts';
import type { PredictionType } from '../predictions/index.ts';
import type { ParamTable, Words } from './params.ts';

/** A recipe is one trainable network of the engine. */
export type RecipeId = 'detect';

export interface ModelTypeDef {
  id: string;
  name: Words;
  /** Recipes in order; every version has one stage row for each. */
  stages: readonly RecipeId[];
  prediction: PredictionType;
  shapes: readonly ShapeKind[];
}

export interface RecipeDef {
  id: RecipeId;
  table: ParamTable;
  params: z.ZodType<Record<string, unknown>, Record<string, unknown>>;
  paramsVersion: number;
}

export interface Family {
  name: Words;
  datasetRoles: readonly DatasetRole[];
  shapes: readonly ShapeKind[];
  archives: readonly ('zip' | '7z')[];
  modelTypes: readonly ModelTypeDef[];
}

/** Kinds of shapes that pictures of a data set may carry: a segmentation set has no boxes. */
export const shapeKindsOf = (family: Family, setType: SetType): readonly ShapeKind[] =>
  setType === 'segmentation' ? family.shapes.filter((kind) => kind !== 'rect' && kind !== 'rrect') : family.shapes;
