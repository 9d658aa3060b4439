/** Links to exported files: hashed, bound to a person, dead after minutes. The exports themselves are tasks. */
import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytea, createdAt, ref, time } from './columns.ts';
import { user } from './account.ts';
import { task } from './tasks.ts';

export const exportLink = pgTable(
  'export_link',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    validUntil: time('valid_until').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('export_link_task').on(t.taskId)],
);
