/** Projects. Own data: `owner_id` stands here and on online keys only; everything below carries `project_id`. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { binId, createdAt, id, ref } from './columns.ts';
import { user } from './account.ts';

export const project = pgTable(
  'project',
  {
    id: id(),
    family: text('family').notNull(),
    ownerId: ref('owner_id')
      .notNull()
      .references(() => user.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    createdBy: ref('created_by')
      .notNull()
      .references(() => user.id),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('project_name')
      .on(t.ownerId, t.family, sql`lower(${t.name})`)
      .where(sql`${t.binId} is null`),
    index('project_owner').on(t.ownerId, t.id),
    index('project_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
  ],
);
