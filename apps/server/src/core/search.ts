/** Search as people mean it: the text anywhere in the name, whatever its case; `%` and `_` are just characters. */
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Undefined (no condition) where nothing is searched for. */
export const containsText = (column: PgColumn, text: string | undefined): SQL | undefined =>
  text ? sql`${column} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}` : undefined;
