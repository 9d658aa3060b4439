/** What models propose for images, apart from what people drew; and the images and folders of pre-annotation tasks. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, ref } from './columns.ts';
import { user } from './account.ts';
import { folder, image } from './datasets.ts';
import { task } from './tasks.ts';

/**
 * What a source proposes for an image: the latest run of a version, or of searches by examples. Which of it was accepted is seen
 * by the shapes: they have the same ids. An earlier version has a row as long as something of it is turned down, and that alone.
 */
export const proposal = pgTable(
  'proposal',
  {
    /** Another run has another id. */
    id: id(),
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id, { onDelete: 'cascade' }),
    /** Null where a person ran the version on this image alone. */
    taskId: ref('task_id').references(() => task.id, { onDelete: 'set null' }),
    /** `version`, or `similar`: examples that a person has marked. */
    source: text('source').notNull(),
    /** 0: the source is no version. A version may be gone; what it proposed is the image's. */
    versionId: ref('version_id').notNull(),
    /** Of the image when it was predicted. */
    revision: ref('revision').notNull(),
    /** The JSON of the proposals, gzipped. */
    body: bytea('body').notNull(),
    ids: uuid('ids').array().notNull(),
    rejected: uuid('rejected').array().notNull().default([]),
    /** Scores at which the version reports, as {common, byLabel}, and its labels that the data set has not. */
    thresholds: jsonb('thresholds').notNull(),
    /** How many objects the run found, also those that are not proposed as they were drawn or turned down; null: not counted. */
    found: integer('found'),
    leftOut: text('left_out').array().notNull().default([]),
    /** How near its nearest score is to where it reports: 1 is most in doubt. The image has the greatest of its sources. */
    uncertainty: real('uncertainty').notNull().default(0),
    createdBy: ref('created_by')
      .notNull()
      .references(() => user.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('proposal_of_image').on(t.imageId, t.versionId),
    check('proposal_source', sql`(${t.source} = 'similar') = (${t.versionId} = 0)`),
    index('proposal_task').on(t.taskId),
  ],
);

/** The images of a pre-annotation, and what became of each: waiting, done, failed, edited (left alone), gone. */
export const preannotationImage = pgTable(
  'preannotation_image',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id, { onDelete: 'cascade' }),
    status: text('status').notNull().default('waiting'),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.imageId] }),
    index('preannotation_of_image').on(t.imageId),
    // whether an edit has to wait is asked with each edit
    index('preannotation_waiting')
      .on(t.imageId)
      .where(sql`${t.status} = 'waiting'`),
  ],
);

/** Folders from which nothing is deleted while the task is at work or waits for it. */
export const taskFolder = pgTable(
  'task_folder',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    folderId: ref('folder_id')
      .notNull()
      .references(() => folder.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.folderId] }), index('task_folder_folder').on(t.folderId)],
);
