/** Data sets, labels, folders, images and the blobs behind them. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, real, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { binId, count, createdAt, id, ref, time } from './columns.ts';
import { user } from './account.ts';
import { project } from './projects.ts';

export const blob = pgTable('blob', {
  sha256: text('sha256').primaryKey(),
  bytes: ref('bytes').notNull(),
  mime: text('mime').notNull(),
  verifiedAt: time('verified_at'),
  missing: time('missing'),
  createdAt: createdAt(),
});

export const dataset = pgTable(
  'dataset',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    /** Set where the data set belongs to a model (OCR, anomaly); the foreign key is in the migration of the models. */
    modelId: ref('model_id'),
    role: text('role').notNull().default('pool'),
    dataType: text('data_type').notNull(),
    setType: text('set_type').notNull(),
    name: text('name').notNull(),
    labelRev: count('label_rev'),
    /** Images are submitted, and accepted or returned by a second person. */
    review: boolean('review').notNull().default(false),
    createdBy: ref('created_by')
      .notNull()
      .references(() => user.id),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    check('dataset_place', sql`(${t.role} = 'pool') = (${t.modelId} is null)`),
    uniqueIndex('dataset_name')
      .on(t.projectId, sql`coalesce(${t.modelId}, 0)`, t.role, sql`lower(${t.name})`)
      .where(sql`${t.binId} is null`),
    index('dataset_model')
      .on(t.modelId)
      .where(sql`${t.modelId} is not null`),
    index('dataset_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
  ],
);

export const label = pgTable(
  'label',
  {
    id: id(),
    datasetId: ref('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    color: text('color').notNull(),
    ordinal: integer('ordinal').notNull(),
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('label_name')
      .on(t.datasetId, sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
  ],
);

export const folder = pgTable(
  'folder',
  {
    id: id(),
    datasetId: ref('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull().default('general'),
    state: text('state').notNull().default('unannotated'),
    /** Kept counts of live images; never counted by a query. */
    nImages: count('n_images'),
    nAnnotated: count('n_annotated'),
    /** Those of the annotated ones that were checked and have no defect. */
    nEmpty: count('n_empty'),
    /** Images with predictions that nobody decided on yet, and pre-annotation tasks at work. */
    nPreLabeled: count('n_pre_labeled'),
    preLabelingTasks: count('pre_labeling_tasks'),
    /** Counts up whenever an image comes, goes or is renamed; and whenever the state or part of one changes. */
    listRev: count('list_rev'),
    stateRev: count('state_rev'),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('folder_name')
      .on(t.datasetId, sql`lower(${t.name})`)
      .where(sql`${t.binId} is null`),
    index('folder_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
    index('folder_project').on(t.projectId, t.id),
  ],
);

export const image = pgTable(
  'image',
  {
    id: id(),
    /** Null once its folder is gone but a snapshot still names the image. */
    folderId: ref('folder_id').references(() => folder.id, { onDelete: 'set null' }),
    datasetId: ref('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Natural sort: digits padded, lower case. */
    nameKey: text('name_key').notNull(),
    /** The bytes that engine and inference read. */
    sha256: text('sha256')
      .notNull()
      .references(() => blob.sha256),
    /** The file as it was uploaded, where it had to become PNG; else null. */
    originalSha256: text('original_sha256').references(() => blob.sha256),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bits: smallint('bits').notNull(),
    orientation: smallint('orientation').notNull().default(1),
    groupKey: text('group_key').notNull(),
    state: text('state').notNull().default('unannotated'),
    /** train or test, where images belong to a model; else null. */
    part: text('part'),
    /** Submitted, accepted or returned; null: not submitted. And the last word on it: whose, when, what a reviewer said. */
    review: text('review'),
    reviewBy: ref('review_by').references(() => user.id),
    reviewAt: time('review_at'),
    reviewRemark: text('review_remark'),
    /** Who submitted it last, whatever was said since. */
    submittedBy: ref('submitted_by').references(() => user.id),
    /** The revision that was accepted; kept while edits alone have come since, so that an undo of them all finds its way back. */
    acceptedSeq: ref('accepted_seq'),
    revision: count('revision'),
    nShapes: count('n_shapes'),
    brightness: smallint('brightness').notNull().default(0),
    contrast: smallint('contrast').notNull().default(0),
    /** Of an image with 16 bits: what is shown as black and as white. Null: the automatic window. */
    windowLow: integer('window_low'),
    windowHigh: integer('window_high'),
    uncertainty: real('uncertainty'),
    attributes: jsonb('attributes').notNull().default({}),
    /** Deleted: it is in the bin, or it has left the bin for good but a snapshot still names it. */
    deletedAt: time('deleted_at'),
    /** Only where the image itself was deleted; what was deleted around it is marked there. */
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    // the orders of a folder's images are read from these three alone
    index('image_folder').on(t.folderId, t.id, t.state, t.deletedAt),
    index('image_order')
      .on(t.folderId, t.nameKey, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('image_state_order')
      .on(t.folderId, t.state, t.nameKey, t.id)
      .where(sql`${t.deletedAt} is null`),
    // how many a folder or data set keeps for tests is counted by this one
    index('image_test')
      .on(t.datasetId, t.folderId)
      .where(sql`${t.part} = 'test' and ${t.deletedAt} is null`),
    // how many wait for whom is counted by this one
    index('image_reviewed')
      .on(t.folderId, t.review, t.submittedBy, t.state)
      .where(sql`${t.review} is not null and ${t.deletedAt} is null`),
    index('image_dataset').on(t.datasetId, t.id),
    index('image_project').on(t.projectId),
    index('image_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
    index('image_sha256').on(t.sha256),
    uniqueIndex('image_name')
      .on(t.folderId, t.name)
      .where(sql`${t.deletedAt} is null`),
  ],
);
