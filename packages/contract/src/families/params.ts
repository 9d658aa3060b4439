/** Training parameters as one table: the form, the server's check and the engine's job are derived from it. */
import { z } from 'zod';
import { limits } from '../core/limits.ts';
import type { MessageKey, Words } from '../core/messages.ts';

export type { Words };
/** Of use only where this other parameter is not off (or has this value). */
export interface Need {
  key: string;
  is?: string;
  /** And this holds as well. */
  and?: Need;
}
interface FieldBase {
  label: Words;
  help: Words;
  group: string;
  needs?: Need;
  /** Where this holds, it counts hundredths of the training's length, and is less than all of it. */
  share?: Required<Omit<Need, 'and'>>;
}
export interface NumberField extends FieldBase {
  kind: 'integer' | 'decimal';
  min: number;
  max: number;
  default: number;
  /** Places after the point (decimal). */
  decimals?: number;
  /** Only multiples of this (integer). */
  step?: number;
  /** What the arrows of the form add. */
  nudge?: number;
  /** Must be smaller than this other parameter: the engine reads the rule from the printed table. */
  below?: { key: string; message: MessageKey };
  unit?: Words;
}
/** Two numbers, the second at least the first; of a range (`increasing`) above it. */
export interface PairField extends FieldBase {
  kind: 'pair';
  min: number;
  max: number;
  default: readonly [number, number];
  increasing?: boolean;
  /** Places after the point; whole numbers where it is left out. */
  decimals?: number;
  unit?: Words;
}
/** Whole numbers that increase, `most` at most. */
export interface SequenceField extends FieldBase {
  kind: 'sequence';
  min: number;
  max: number;
  most: number;
  default: readonly number[];
  unit?: Words;
}
/** Rectangles on the image: left, top, right, bottom in percent of its width and height, one place after the point. */
export interface RegionsField extends FieldBase {
  kind: 'regions';
  most: number;
  default: readonly (readonly [number, number, number, number])[];
}
/** A factor for each label, by its name; one that is not named has 1. */
export interface FactorsField extends FieldBase {
  kind: 'factors';
  min: number;
  max: number;
  decimals: number;
  most: number;
  default: Readonly<Record<string, number>>;
}
/** Names of labels. */
export interface LabelsField extends FieldBase {
  kind: 'labels';
  most: number;
  default: readonly string[];
}
/** What a person types, of so many characters at most. */
export interface TextField extends FieldBase {
  kind: 'text';
  most: number;
  default: string;
}
export interface ChoiceField extends FieldBase {
  kind: 'choice';
  options: readonly { value: string; label: Words }[];
  default: string;
}
export interface SwitchField extends FieldBase {
  kind: 'switch';
  default: boolean;
}
export type ParamField =
  | NumberField
  | PairField
  | SequenceField
  | RegionsField
  | FactorsField
  | LabelsField
  | TextField
  | ChoiceField
  | SwitchField;
export type ParamTable = Readonly<Record<string, ParamField>>;

/** A rule across parameters: a message key where it is broken, named at the field that the person should change. */
export interface ParamRule<P> {
  field: keyof P & string;
  broken: (params: P) => boolean;
  message: MessageKey;
}

/** True when `value` has no more than `decimals` places. */
export const hasPlaces = (value: number, decimals: number): boolean => {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
};

export const isIncreasing = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value > values[i - 1]!);

const decimal = (min: number, max: number, places: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine((v) => hasPlaces(v, places), { message: `at most ${places} decimals` });

const percent = decimal(0, 100, 1);
const Region = z
  .tuple([percent, percent, percent, percent])
  .refine(([left, top, right, bottom]) => right > left && bottom > top, {
    message: 'train.regionOrder' satisfies MessageKey,
  });

const schemaOfField = (field: ParamField): z.ZodType => {
  switch (field.kind) {
    case 'integer':
      return z
        .int()
        .min(field.min)
        .max(field.max)
        .multipleOf(field.step ?? 1)
        .default(field.default);
    case 'decimal':
      return decimal(field.min, field.max, field.decimals ?? 4).default(field.default);
    case 'pair': {
      const one = decimal(field.min, field.max, field.decimals ?? 0);
      return z
        .tuple([one, one])
        .refine(([low, high]) => high > low || (high === low && !field.increasing), {
          message: (field.increasing ? 'train.notIncreasing' : 'train.pairOrder') satisfies MessageKey,
        })
        .default([...field.default]);
    }
    case 'sequence':
      return z
        .array(z.int().min(field.min).max(field.max))
        .max(field.most)
        .refine(isIncreasing, { message: 'train.notIncreasing' satisfies MessageKey })
        .default([...field.default]);
    case 'regions':
      return z
        .array(Region)
        .max(field.most)
        .default(field.default.map((region) => [...region]));
    case 'factors':
      return z
        .record(z.string().min(1).max(limits.nameLong), decimal(field.min, field.max, field.decimals))
        .refine((factors) => Object.keys(factors).length <= field.most, { message: `at most ${field.most} labels` })
        .default({ ...field.default });
    case 'labels':
      return z
        .array(z.string().min(1).max(limits.nameLong))
        .max(field.most)
        .refine((names) => new Set(names).size === names.length, { message: 'each label once' })
        .default([...field.default]);
    case 'text':
      return z
        .string()
        .refine((text) => text.isWellFormed() && [...text].length <= field.most, {
          message: `at most ${field.most} characters`,
        })
        .default(field.default);
    case 'choice':
      return z.enum(field.options.map((o) => o.value) as [string, ...string[]]).default(field.default);
    case 'switch':
      return z.boolean().default(field.default);
  }
};

interface Plain {
  integer: number;
  decimal: number;
  pair: [number, number];
  sequence: number[];
  regions: [number, number, number, number][];
  factors: Record<string, number>;
  labels: string[];
  text: string;
  switch: boolean;
}
type ValueOf<F extends ParamField> = F['kind'] extends keyof Plain
  ? Plain[F['kind']]
  : F extends { options: readonly { value: infer V }[] }
    ? V
    : never;
export type ParamsOf<T extends ParamTable> = { -readonly [K in keyof T]: ValueOf<T[K]> };

type Values = Readonly<Record<string, unknown>>;

/** Whether the parameter counts hundredths of the training's length among these values. */
export const isShare = ({ share }: Pick<FieldBase, 'share'>, values: Values): boolean =>
  share !== undefined && values[share.key] === share.is;

/** The unit in which the parameter counts among these values. */
export const unitOf = (field: ParamField, values: Values): Words | undefined =>
  isShare(field, values) ? { zh: '%', en: '%' } : 'unit' in field ? field.unit : undefined;

const lastOf = (value: unknown): number => Number(Array.isArray(value) ? (value.at(-1) ?? 0) : value);

/** The rules that stand in the table itself. */
const rulesOf = <T extends ParamTable>(table: T): ParamRule<ParamsOf<T>>[] =>
  Object.entries(table).flatMap(([key, def]) => {
    const field = key as keyof T & string;
    const below = 'below' in def ? def.below : undefined;
    const isBelowBroken = (params: Values) =>
      below !== undefined && !isShare(def, params) && Number(params[key]) >= Number(params[below.key]);
    const isWhole = (params: Values) => isShare(def, params) && lastOf(params[key]) >= 100;
    return [
      ...(below ? [{ field, broken: isBelowBroken, message: below.message }] : []),
      ...(def.share ? [{ field, broken: isWhole, message: 'train.shareTooLarge' as const }] : []),
    ];
  });

/** Schema of a table with its cross rules; missing parameters take their default, unknown ones are refused. */
export const paramsSchema = <T extends ParamTable>(
  table: T,
  rules: readonly ParamRule<ParamsOf<T>>[],
): z.ZodType<ParamsOf<T>, Partial<ParamsOf<T>>> =>
  z
    .strictObject(Object.fromEntries(Object.entries(table).map(([key, field]) => [key, schemaOfField(field)])))
    .superRefine((params, context) => {
      for (const rule of [...rulesOf(table), ...rules]) {
        if (rule.broken(params as ParamsOf<T>)) {
          context.addIssue({ code: 'custom', path: [rule.field], message: rule.message });
        }
      }
    }) as unknown as z.ZodType<ParamsOf<T>, Partial<ParamsOf<T>>>;

/** Whether the parameter is of use among these values. */
export const isOfUse = (
  { needs }: { needs?: Need | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean => {
  if (!needs) return true;
  const value = values[needs.key];
  const holds = needs.is === undefined ? Boolean(value) : value === needs.is;
  return holds && isOfUse({ needs: needs.and }, values);
};
