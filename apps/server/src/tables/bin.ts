/** The bin: one row for each deletion that can still be taken back. What it took carries the row's id in `bin_id`. */
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, ref, time } from './columns.ts';
import { user } from './account.ts';
import { dataset, folder } from './datasets.ts';
import { model } from './models.ts';
import { onlineEntry } from './online.ts';
import { project } from './projects.ts';

export const bin = pgTable(
  'bin',
  {
    id: id(),
    /** What was deleted; of the places below it is the innermost, and those around it say what it lies in. */
    kind: text('kind').notNull(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    datasetId: ref('dataset_id').references(() => dataset.id, { onDelete: 'cascade' }),
    folderId: ref('folder_id').references(() => folder.id, { onDelete: 'cascade' }),
    modelId: ref('model_id').references(() => model.id, { onDelete: 'cascade' }),
    entryId: ref('entry_id').references(() => onlineEntry.id, { onDelete: 'cascade' }),
    /** Owner of the project: whose bin it lies in. */
    ownerId: ref('owner_id')
      .notNull()
      .references(() => user.id),
    name: text('name').notNull(),
    /** What went with it, as the question before the deletion said. */
    counts: jsonb('counts').notNull(),
    deletedBy: ref('deleted_by')
      .notNull()
      .references(() => user.id),
    /** From then on it is removed for good. */
    until: time('until').notNull(),
    /** Its removal has begun: it cannot come back any more. */
    purging: boolean('purging').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('bin_owner').on(t.ownerId, t.id),
    index('bin_until').on(t.until),
    index('bin_project').on(t.projectId),
    index('bin_dataset').on(t.datasetId),
    index('bin_folder').on(t.folderId),
    index('bin_model').on(t.modelId),
    index('bin_entry').on(t.entryId),
  ],
);
