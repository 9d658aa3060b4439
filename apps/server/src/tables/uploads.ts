/** Uploads that come in parts, and what their imports have to say about single files. */
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, ref, time } from './columns.ts';
import { user } from './account.ts';
import { dataset, folder } from './datasets.ts';
import { project } from './projects.ts';
import { task } from './tasks.ts';

export const upload = pgTable(
  'upload',
  {
    /** 128 random bits: who knows it still has to be its owner. */
    id: text('id').primaryKey(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    datasetId: ref('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    folderId: ref('folder_id')
      .notNull()
      .references(() => folder.id, { onDelete: 'cascade' }),
    userId: ref('user_id')
      .notNull()
      .references(() => user.id),
    name: text('name').notNull(),
    format: text('format').notNull(),
    bytes: ref('bytes').notNull(),
    /** one or keep. */
    folders: text('folders').notNull(),
    inspection: jsonb('inspection'),
    /** Where the classes go, once somebody has confirmed it. */
    mapping: jsonb('mapping'),
    /** Whether images that the files list without annotations become checked, empty. */
    marksEmpty: boolean('marks_empty').notNull().default(true),
    /** Its import, from the moment when all bytes are here; the state is the task's from then on. */
    taskId: ref('task_id').references(() => task.id, { onDelete: 'set null' }),
    /** Canceled, or taken for abandoned, before all bytes were here. */
    canceledAt: time('canceled_at'),
    /** Off the list; the row goes with its file. */
    clearedAt: time('cleared_at'),
    /** When bytes last came. */
    touchedAt: time('touched_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('upload_user').on(t.userId, t.createdAt), index('upload_task').on(t.taskId)],
);

/** One file that an import could not take whole, or that the data set had already. */
export const importNote = pgTable(
  'import_note',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    n: integer('n').notNull(),
    body: jsonb('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.kind, t.n] })],
);
