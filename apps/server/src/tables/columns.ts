/** Column helpers that every table shares: identity keys, times by the database's clock, binary, hashes. */
import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** bigint identity, read as number: ids stay far below 2^53. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const ref = (name: string) => bigint(name, { mode: 'number' });
export const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () =>
  time('created_at')
    .notNull()
    .default(sql`clock_timestamp()`);
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
/** The deletion that put the row into the bin, where it is hidden (core/live.ts); null while it is live. */
export const binId = () => ref('bin_id');
