/** What a model gives back for an image, by prediction type. */
import { z } from 'zod';
import { Boxes, BoxThresholds } from './boxes.ts';
import { ScoreMap, ScoreThresholds } from './scoremap.ts';

export const Prediction = z.discriminatedUnion('type', [Boxes, ScoreMap]);
export type Prediction = z.infer<typeof Prediction>;
export type PredictionType = Prediction['type'];
export const predictionTypes = ['boxes', 'scoremap'] as const satisfies readonly PredictionType[];
interface PredictionByType {
  boxes: Boxes;
  scoremap: ScoreMap;
}
export type PredictionOf<P extends PredictionType> = PredictionByType[P];

interface ThresholdsByType {
  boxes: BoxThresholds;
  scoremap: ScoreThresholds;
}
export type ThresholdsOf<P extends PredictionType> = ThresholdsByType[P];
/** Each takes its own fields alone, so that thresholds are of one type. */
const thresholdsByType = { boxes: BoxThresholds, scoremap: ScoreThresholds } satisfies {
  [P in PredictionType]: z.ZodType<ThresholdsOf<P>>;
};
export const Thresholds = z.union([thresholdsByType.boxes, thresholdsByType.scoremap]);
export type Thresholds = z.infer<typeof Thresholds>;

/**
 * The prediction type of thresholds that stand alone, by their fields; the first one, which decides, may still be open.
 * Throws for what is none.
 */
export function typeOfThresholds(thresholds: object): PredictionType {
  const given = new Set(Object.keys(thresholds));
  const fits = ({ shape }: { shape: Record<string, z.ZodType> }): boolean => {
    const [, ...others] = Object.entries(shape);
    return (
      [...given].every((key) => Object.hasOwn(shape, key)) &&
      others.every(([key, field]) => given.has(key) || field.safeParse(undefined).success)
    );
  };
  const found = predictionTypes.find((type) => fits(thresholdsByType[type]));
  if (!found) throw new Error('these thresholds are of no prediction type');
  return found;
}

/** One member of a union by its `type`, for programs that know what kind of model they asked. Throws for another. */
export function ofType<T extends { type: string }, K extends T['type']>(thing: T, type: K): Extract<T, { type: K }> {
  if (thing.type !== type) throw new Error(`expected ${type}, and it is ${thing.type}`);
  return thing as Extract<T, { type: K }>;
}

/** `review`: in the grey zone between the two thresholds, for a person to look at. */
export const Verdict = z.enum(['OK', 'review', 'NG']);
export type Verdict = z.infer<typeof Verdict>;

export * from './boxes.ts';
export * from './scoremap.ts';
