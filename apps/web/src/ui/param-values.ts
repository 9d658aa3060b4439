/** What a parameter form needs to know of values: defaults, what was changed, what is wrong, and shown texts. */
import { hasPlaces, isMessageKey, messageText, type Locale, type ParamField, type ParamTable } from '@loupe/contract';
import type { z } from 'zod';

export type ParamValues = Record<string, unknown>;

export const defaultsOf = (table: ParamTable): ParamValues =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, field.default]));

export const changedKeys = (table: ParamTable, values: ParamValues): string[] =>
  Object.keys(table).filter((key) => values[key] !== undefined && values[key] !== table[key]!.default);

/** The groups in the order in which the table first names them. */
export const groupsOf = (table: ParamTable): string[] => [...new Set(Object.values(table).map((f) => f.group))];

export type ParamFault =
  | { kind: 'range'; min: number; max: number }
  | { kind: 'step'; step: number }
  | { kind: 'places'; places: number }
  | { kind: 'text'; text: string };

/** What is wrong with one value by its own bounds; null when nothing is. */
export const faultOf = (field: ParamField, value: unknown): ParamFault | null => {
  if (field.kind === 'switch' || field.kind === 'choice') return null;
  const range = { kind: 'range', min: field.min, max: field.max } as const;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < field.min || value > field.max) return range;
  if (field.kind === 'integer') {
    if (!Number.isInteger(value)) return { kind: 'places', places: 0 };
    return field.step && value % field.step !== 0 ? { kind: 'step', step: field.step } : null;
  }
  const places = field.decimals ?? 4;
  return hasPlaces(value, places) ? null : { kind: 'places', places };
};

/** All faults by parameter: own bounds first, then the rules across parameters (messages of the contract). */
export const paramFaults = (
  table: ParamTable,
  schema: z.ZodType,
  values: ParamValues,
  locale: Locale,
): Record<string, ParamFault> => {
  const own = Object.entries(table).flatMap(([key, field]) => {
    const fault = faultOf(field, values[key]);
    return fault ? [[key, fault] as const] : [];
  });
  if (own.length > 0) return Object.fromEntries(own);
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map((issue) => [
      String(issue.path[0] ?? ''),
      { kind: 'text', text: isMessageKey(issue.message) ? messageText(issue.message, locale) : issue.message } as const,
    ]),
  );
};
