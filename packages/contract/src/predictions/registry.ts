/** The registry of prediction types: what a model gives back, its thresholds, and what tests and trainings say of it. */
import { z } from 'zod';

export interface PredictionDef {
  readonly type: string;
  /** What a model gives back for an image; its `type` is the literal of this type. */
  readonly prediction: z.ZodType;
  /** Strict: a field of another type is refused. The first one decides. */
  readonly thresholds: z.ZodObject;
  /** Thresholds as answers and records have them; left out: the same. */
  readonly answered?: z.ZodObject;
  /** Figures of a test; its `type` is the literal. */
  readonly summary: z.ZodType;
  /** An image in the list of a test; its `type` is the literal. */
  readonly image: z.ZodType;
  /** What the engine says of a training; its `prediction` is the literal. */
  readonly report: z.ZodType;
}

const registered = new Map<string, PredictionDef>();

/** Before anything is parsed: what is known then stays. */
export function registerPrediction(def: PredictionDef): void {
  if (registered.has(def.type)) throw new Error(`prediction type ${def.type} is registered twice`);
  registered.set(def.type, def);
}

export const predictionDefs = (): PredictionDef[] => [...registered.values()];

/** One of the registered types, told apart by `type` (a report: by `prediction`). `T`: of the product's own. */
export const byType = <T>(
  schemaOf: (def: PredictionDef) => z.ZodType,
  key: 'type' | 'prediction' = 'type',
): z.ZodType<T> =>
  z.lazy(() => z.discriminatedUnion(key, predictionDefs().map(schemaOf) as never)) as unknown as z.ZodType<T>;

/** One of the registered types, told apart by their fields alone. */
export const byFields = <T>(schemaOf: (def: PredictionDef) => z.ZodType): z.ZodType<T> =>
  z.lazy(() => z.union(predictionDefs().map(schemaOf))) as unknown as z.ZodType<T>;
