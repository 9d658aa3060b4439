/** What each person did on each day, counted while it is done: neither the bin nor the age of a row takes it back. */
import { date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { user } from './account.ts';
import { createdAt, ref } from './columns.ts';

export const tally = pgTable(
  'tally',
  {
    /** By the clock and time zone of the database. */
    day: date('day', { mode: 'string' }).notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** `TallyKind` of core/tally.ts. */
    kind: text('kind').notNull(),
    n: doublePrecision('n').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId, t.kind] })],
);
