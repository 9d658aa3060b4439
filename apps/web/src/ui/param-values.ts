/** What a parameter form needs to know of values: defaults, what was changed, what is wrong, and shown texts. */
import {
  boundWords,
  hasPlaces,
  isIncreasing,
  isMessageKey,
  issueWords,
  type MessageKey,
  type ParamField,
  type ParamTable,
  type Words,
} from '@loupe/contract';
import type { z } from 'zod';

export type ParamValues = Record<string, unknown>;

export const defaultsOf = (table: ParamTable): ParamValues =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, field.default]));

/** Ranges and sequences are equal when their numbers are. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const changedKeys = (defaults: ParamValues, values: ParamValues): string[] =>
  Object.keys(defaults).filter((key) => values[key] !== undefined && !isSameValue(values[key], defaults[key]));

/** Whether each training has to answer it: there is no default to change, and none to go back to. */
export const isAnswered = (field: ParamField | undefined): boolean => field?.kind === 'labels';

/** A set of values that has been put back to its defaults; what each training has to answer stays. */
export const putBack = (table: ParamTable, defaults: ParamValues, values: ParamValues): ParamValues => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(values).filter(([key]) => isAnswered(table[key]))),
});

/** Exponents (1e-8) are for machines. */
export const plainNumber = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 });

/** Of a field of numbers: what is typed stays as it is. */
export const shownNumber = (value: string | number | undefined): string =>
  typeof value === 'number' ? plainNumber(value) : (value ?? '');

/** Numbers as a person writes them: `60, 80`, with any comma or space; what is no number stays one that is wrong. */
export const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,，、]+/)
    .filter((part) => part !== '')
    .map(Number);

/** The groups in the order in which the table first names them. */
export const groupsOf = (table: ParamTable): string[] => [...new Set(Object.values(table).map((f) => f.group))];

export type ParamFault =
  | { kind: 'range'; min: number; max: number }
  | { kind: 'step'; step: number }
  | { kind: 'places'; places: number }
  | { kind: 'many'; most: number }
  | { kind: 'message'; key: MessageKey }
  | { kind: 'words'; words: Words }
  | { kind: 'text'; text: string };

interface Bounds {
  min: number;
  max: number;
  decimals: number;
  step?: number | undefined;
}
const faultOfNumber = ({ min, max, decimals, step }: Bounds, value: unknown): ParamFault | null => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
    return { kind: 'range', min, max };
  if (!hasPlaces(value, decimals)) return { kind: 'places', places: decimals };
  return step && value % step !== 0 ? { kind: 'step', step } : null;
};

const firstFault = (bounds: Bounds, values: readonly unknown[]): ParamFault | undefined =>
  values.map((value) => faultOfNumber(bounds, value)).find((fault) => fault !== null);

/** What is wrong with one value by its own bounds; null when nothing is. */
export const faultOf = (field: ParamField, value: unknown): ParamFault | null => {
  switch (field.kind) {
    case 'switch':
    case 'choice':
      return null;
    case 'integer':
      return faultOfNumber({ ...field, decimals: 0 }, value);
    case 'decimal':
      return faultOfNumber({ ...field, decimals: field.decimals ?? 4 }, value);
    case 'pair': {
      const [low, high] = value as [unknown, unknown];
      const own = firstFault({ ...field, decimals: field.decimals ?? 0 }, [low, high]);
      if (own) return own;
      if (field.increasing) return Number(high) > Number(low) ? null : { kind: 'message', key: 'train.notIncreasing' };
      return Number(high) < Number(low) ? { kind: 'message', key: 'train.pairOrder' } : null;
    }
    case 'regions': {
      const values = value as (readonly number[])[];
      if (values.length > field.most) return { kind: 'many', most: field.most };
      const own = firstFault({ min: 0, max: 100, decimals: 1 }, values.flat());
      const isTurned = values.some(([left = 0, top = 0, right = 0, bottom = 0]) => right <= left || bottom <= top);
      return own ?? (isTurned ? { kind: 'message', key: 'train.regionOrder' } : null);
    }
    case 'factors': {
      const values = Object.values(value as Readonly<Record<string, unknown>>);
      if (values.length > field.most) return { kind: 'many', most: field.most };
      return firstFault(field, values) ?? null;
    }
    case 'text':
      return [...(value as string)].length > field.most ? { kind: 'words', words: boundWords(field) } : null;
    case 'labels':
      return (value as unknown[]).length > field.most ? { kind: 'many', most: field.most } : null;
    case 'sequence': {
      const values = value as number[];
      if (values.length > field.most) return { kind: 'many', most: field.most };
      const own = firstFault({ ...field, decimals: 0 }, values);
      return own ?? (isIncreasing(values) ? null : { kind: 'message', key: 'train.notIncreasing' });
    }
  }
};

/** All faults by parameter: own bounds first, then the rules across parameters (messages of the contract). */
export const paramFaults = (table: ParamTable, schema: z.ZodType, values: ParamValues): Record<string, ParamFault> => {
  const own = Object.entries(table).flatMap(([key, field]) => {
    const fault = faultOf(field, values[key]);
    return fault ? [[key, fault] as const] : [];
  });
  if (own.length > 0) return Object.fromEntries(own);
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map((issue) => {
      const field = table[String(issue.path[0] ?? '')];
      const words = field ? boundWords(field) : issueWords(issue, values);
      return [
        String(issue.path[0] ?? ''),
        isMessageKey(issue.message)
          ? ({ kind: 'message', key: issue.message } as const)
          : ({ kind: 'words', words } as const),
      ];
    }),
  );
};
