/** Projects and who shares them. `owner_id` stands here and on online keys only; everything below carries `project_id`. */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Example data: everybody sees it and nobody but its owner changes it. */
    example: boolean('example').notNull().default(false),
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

/** Whom the owner shares a project with. `level`: viewer, annotator or editor. */
export const projectMember = pgTable(
  'project_member',
  {
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    level: text('level').notNull(),
    createdBy: ref('created_by').references(() => user.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('project_member_user').on(t.userId)],
);
