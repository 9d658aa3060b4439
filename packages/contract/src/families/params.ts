/** Training parameters as one table: the form, the server's check and the engine's job are derived from it. */
import { z } from 'zod';
import type { MessageKey } from '../core/messages.ts';

export interface Words {
  zh: string;
  en: string;
}
interface FieldBase {
  label: Words;
  help: Words;
  group: string;
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
  unit?: Words;
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
export type ParamField = NumberField | ChoiceField | SwitchField;
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

const schemaOfField = (field: ParamField): z.ZodType => {
  switch (field.kind) {
    case 'integer':
      return z
        .int()
        .min(field.min)
        .max(field.max)
        .multipleOf(field.step ?? 1)
        .default(field.default);
    case 'decimal': {
      const places = field.decimals ?? 4;
      return z
        .number()
        .min(field.min)
        .max(field.max)
        .refine((v) => hasPlaces(v, places), { message: `at most ${places} decimals` })
        .default(field.default);
    }
    case 'choice':
      return z.enum(field.options.map((o) => o.value) as [string, ...string[]]).default(field.default);
    case 'switch':
      return z.boolean().default(field.default);
  }
};

type ValueOf<F extends ParamField> = F['kind'] extends 'integer' | 'decimal'
  ? number
  : F['kind'] extends 'switch'
    ? boolean
    : F extends { options: readonly { value: infer V }[] }
      ? V
      : never;
export type ParamsOf<T extends ParamTable> = { -readonly [K in keyof T]: ValueOf<T[K]> };

/** Schema of a table with its cross rules; missing parameters take their default, unknown ones are refused. */
export const paramsSchema = <T extends ParamTable>(
  table: T,
  rules: readonly ParamRule<ParamsOf<T>>[],
): z.ZodType<ParamsOf<T>, Partial<ParamsOf<T>>> =>
  z
    .strictObject(Object.fromEntries(Object.entries(table).map(([key, field]) => [key, schemaOfField(field)])))
    .superRefine((params, context) => {
      for (const rule of rules) {
        if (rule.broken(params as ParamsOf<T>)) {
          context.addIssue({ code: 'custom', path: [rule.field], message: rule.message });
        }
      }
    }) as unknown as z.ZodType<ParamsOf<T>, Partial<ParamsOf<T>>>;
