/** Ids that the product knows and a test may add to: what is registered before the first input is read is known everywhere. */
import { z } from 'zod';

export interface Ids<T extends string> {
  readonly all: readonly T[];
  readonly add: (id: string) => void;
  /** Of an input or a row. */
  readonly schema: z.ZodType<T, T>;
}

export function idsOf<T extends string>(own: readonly T[]): Ids<T> {
  const all = [...own];
  let isRead = false;
  const schema = z.lazy(() => {
    isRead = true;
    return z.enum(all as [T, ...T[]]);
  });
  return {
    all,
    add: (id) => {
      if (all.includes(id as T)) return;
      if (isRead) throw new Error(`${id} is registered too late: inputs have been read`);
      all.push(id as T);
    },
    schema: schema as unknown as z.ZodType<T, T>,
  };
}

/** Adds a row to a registry, which the compiler holds to one for each id of the product. Throws where there is one. */
export function addRow<T>(registry: Readonly<Record<string, T>>, id: string, row: T): void {
  if (Object.hasOwn(registry, id)) throw new Error(`${id} is registered twice`);
  (registry as Record<string, T>)[id] = row;
}

/** The row of an id from outside. Throws for one that is not registered. */
export function rowOf<T>(registry: Readonly<Record<string, T>>, id: string, what: string): T {
  const row = Object.hasOwn(registry, id) ? registry[id] : undefined;
  if (row === undefined) throw new Error(`${what} ${id} is not registered`);
  return row;
}
