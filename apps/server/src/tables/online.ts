/** Online entries with their hashed key, and the records of verdicts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { binId, bytea, count, createdAt, id, ref } from './columns.ts';
import { user } from './account.ts';
import { blob } from './datasets.ts';
import { version } from './models.ts';
import { project } from './projects.ts';

export const onlineEntry = pgTable(
  'online_entry',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    ownerId: ref('owner_id')
      .notNull()
      .references(() => user.id),
    versionId: ref('version_id')
      .notNull()
      .references(() => version.id),
    name: text('name').notNull(),
    thresholds: jsonb('thresholds').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    keyHash: bytea('key_hash'),
    nRecords: count('n_records'),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('online_name')
      .on(t.ownerId, sql`lower(${t.name})`)
      .where(sql`${t.binId} is null`),
    index('online_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
    uniqueIndex('online_key')
      .on(t.keyHash)
      .where(sql`${t.keyHash} is not null`),
  ],
);

export const onlineRecord = pgTable(
  'online_record',
  {
    id: id(),
    entryId: ref('entry_id')
      .notNull()
      .references(() => onlineEntry.id, { onDelete: 'cascade' }),
    sha256: text('sha256').references(() => blob.sha256),
    fileName: text('file_name').notNull(),
    verdict: text('verdict').notNull(),
    detections: integer('detections').notNull(),
    /** The one score of the image, where it has one. */
    score: doublePrecision('score'),
    /** What was read, its start, where an image has texts. */
    read: text('read'),
    /** The answer as it was given. */
    body: jsonb('body').notNull(),
    ms: doublePrecision('ms').notNull(),
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('online_record_entry').on(t.entryId, t.id)],
);
