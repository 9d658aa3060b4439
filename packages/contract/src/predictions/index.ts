/** What a model gives back for an image, by prediction type. A type is a file here and its row in `own`. */
import type { z } from 'zod';
import { boxesDef, type Boxes, type BoxThresholds } from './boxes.ts';
import { byFields, byType, predictionDefs, registerPrediction, type PredictionDef } from './registry.ts';
import { masksDef, type Masks, type MaskThresholds } from './masks.ts';
import { scoremapDef, type ScoreMap, type ScoreThresholds } from './scoremap.ts';
import { textsDef, type AnsweredTextThresholds, type Texts, type TextThresholds } from './texts.ts';

export type Prediction = Boxes | Masks | ScoreMap | Texts;
export type PredictionType = Prediction['type'];
interface PredictionByType {
  boxes: Boxes;
  masks: Masks;
  scoremap: ScoreMap;
  texts: Texts;
}
export type PredictionOf<P extends PredictionType> = PredictionByType[P];
interface ThresholdsByType {
  boxes: BoxThresholds;
  masks: MaskThresholds;
  scoremap: ScoreThresholds;
  texts: TextThresholds;
}
export type ThresholdsOf<P extends PredictionType> = ThresholdsByType[P];
export type Thresholds = ThresholdsByType[PredictionType];
export type AnsweredThresholds = Exclude<Thresholds, TextThresholds> | AnsweredTextThresholds;

/** The types of the product; tests register further ones. */
const own = { boxes: boxesDef, masks: masksDef, scoremap: scoremapDef, texts: textsDef } satisfies {
  [P in PredictionType]: PredictionDef;
};
for (const def of Object.values(own)) registerPrediction(def);
type Own = (typeof own)[PredictionType];

export const Prediction = byType<Prediction>((def) => def.prediction);
/** Each takes its own fields alone, so that thresholds are of one type. */
export const Thresholds = byFields<Thresholds>((def) => def.thresholds);
/** As answers and records have them: long lists are cut. */
export const AnsweredThresholds = byFields<AnsweredThresholds>((def) => def.answered ?? def.thresholds);
export type TestSummary = z.infer<Own['summary']>;
export const TestSummary = byType<TestSummary>((def) => def.summary);
export type TestImage = z.infer<Own['image']>;
export const TestImage = byType<TestImage>((def) => def.image);
export type EngineReport = z.infer<Own['report']>;
/** `report.json`: figures of a training, and what the engine saw on the parity cases. */
export const EngineReport = byType<EngineReport>((def) => def.report, 'prediction');

/**
 * The prediction type of thresholds that stand alone, by their fields; the first one, which decides, may still be open.
 * Throws for what is none.
 */
export function typeOfThresholds(thresholds: object): PredictionType {
  const given = new Set(Object.keys(thresholds));
  const fits = ({ shape }: z.ZodObject): boolean => {
    const [, ...others] = Object.entries(shape as Record<string, z.ZodType>);
    return (
      [...given].every((key) => Object.hasOwn(shape, key)) &&
      others.every(([key, field]) => given.has(key) || field.safeParse(undefined).success)
    );
  };
  const found = predictionDefs().find((def) => fits(def.thresholds));
  if (!found) throw new Error('these thresholds are of no prediction type');
  return found.type as PredictionType;
}

/** One member of a union by its `type`, for programs that know what kind of model they asked. Throws for another. */
export function ofType<T extends { type: string }, K extends T['type']>(thing: T, type: K): Extract<T, { type: K }> {
  if (thing.type !== type) throw new Error(`expected ${type}, and it is ${thing.type}`);
  return thing as Extract<T, { type: K }>;
}

export * from './boxes.ts';
export * from './masks.ts';
export * from './parts.ts';
export * from './probes.ts';
export { registerPrediction, type PredictionDef } from './registry.ts';
export * from './scoremap.ts';
export * from './texts.ts';
export * from './verdict.ts';
