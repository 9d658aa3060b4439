/** What a setting from the environment consists of. */
import { z } from 'zod';

export const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max));
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

export interface Setting<T> {
  readonly name: string;
  readonly schema: z.ZodType<T, string>;
  /** Used when the variable is missing or empty; undefined: the setting is optional. */
  readonly fallback: string | undefined;
  /** What the table shows as default where the value itself differs from machine to machine. */
  readonly shown: string;
  readonly help: string;
  readonly secret: boolean;
}

export function setting<T>(
  name: string,
  schema: z.ZodType<T, string>,
  fallback: string,
  help: string,
  shown?: string,
): Setting<T> {
  return { name, schema, fallback, shown: shown ?? `\`${fallback}\``, help, secret: false };
}

export function optional<T>(
  name: string,
  schema: z.ZodType<T, string>,
  shown: string,
  help: string,
  secret = false,
): Setting<T | undefined> {
  return { name, schema, fallback: undefined, shown, help, secret };
}
