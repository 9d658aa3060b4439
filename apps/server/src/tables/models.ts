/** Models, versions with their stages, and the snapshots they were trained on. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { binId, createdAt, id, ref, time } from './columns.ts';
import { user } from './account.ts';
import { blob, dataset, image } from './datasets.ts';
import { project } from './projects.ts';

/** `modelName` of the contract, of the model that a query calls m. */
export const nameOfModel = sql<string>`m.plan_name || ' / ' || m.function_name`;

export const model = pgTable(
  'model',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    planName: text('plan_name').notNull(),
    functionName: text('function_name').notNull(),
    type: text('type').notNull(),
    description: text('description').notNull().default(''),
    createdBy: ref('created_by')
      .notNull()
      .references(() => user.id),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('model_name')
      .on(t.projectId, sql`lower(${t.planName})`, sql`lower(${t.functionName})`)
      .where(sql`${t.binId} is null`),
    index('model_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
  ],
);

/** Frozen: which images with which revision of their shapes a task used. */
export const snapshot = pgTable('snapshot', {
  id: id(),
  projectId: ref('project_id')
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' }),
  manifestSha256: text('manifest_sha256')
    .notNull()
    .references(() => blob.sha256),
  nTrain: integer('n_train').notNull(),
  nVal: integer('n_val').notNull(),
  nTest: integer('n_test').notNull(),
  /** Pixels of the longest side of all images; null in snapshots from before it was kept. */
  longestSide: integer('longest_side'),
  seed: integer('seed').notNull(),
  groupRule: text('group_rule').notNull(),
  /** Class order of the manifest: [{labelId, name, color}]. */
  classes: jsonb('classes').notNull(),
  createdAt: createdAt(),
});

export const snapshotImage = pgTable(
  'snapshot_image',
  {
    snapshotId: ref('snapshot_id')
      .notNull()
      .references(() => snapshot.id, { onDelete: 'cascade' }),
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id),
    part: text('part').notNull(),
    sha256: text('sha256')
      .notNull()
      .references(() => blob.sha256),
    revision: ref('revision').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.snapshotId, t.imageId] }), index('snapshot_image_image').on(t.imageId)],
);

/** The data sets whose images a snapshot names: "used by" is asked often and must not look at every image. */
export const snapshotDataset = pgTable(
  'snapshot_dataset',
  {
    snapshotId: ref('snapshot_id')
      .notNull()
      .references(() => snapshot.id, { onDelete: 'cascade' }),
    datasetId: ref('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.snapshotId, t.datasetId] }), index('snapshot_dataset_dataset').on(t.datasetId)],
);

export const version = pgTable(
  'version',
  {
    id: id(),
    modelId: ref('model_id')
      .notNull()
      .references(() => model.id, { onDelete: 'cascade' }),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** The training that made it. */
    taskId: ref('task_id').notNull(),
    snapshotId: ref('snapshot_id')
      .notNull()
      .references(() => snapshot.id),
    /** The version whose weights the training began with. */
    startVersionId: ref('start_version_id').references((): AnyPgColumn => version.id, { onDelete: 'set null' }),
    /** Own copy: [{name, color}] in class order; labels change later. */
    labels: jsonb('labels').notNull(),
    thresholds: jsonb('thresholds').notNull(),
    /** When a person set them, and from which test; null while they are those of the training. */
    thresholdsAt: time('thresholds_at'),
    thresholdsTestId: ref('thresholds_test_id'),
    metrics: jsonb('metrics').notNull(),
    /** Scores of the validation images {ok, ng}, where an image has one score; else null. */
    scores: jsonb('scores'),
    /** Of the whole chain, where there are several stages. */
    certificate: jsonb('certificate'),
    state: text('state').notNull(),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('version_number').on(t.modelId, t.number),
    uniqueIndex('version_task').on(t.taskId),
    index('version_snapshot').on(t.snapshotId),
    index('version_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
  ],
);

/** What a version found of test defects, with images of examples: apart from the version, whose lists need none of it. */
export const versionProbes = pgTable('version_probes', {
  versionId: ref('version_id')
    .primaryKey()
    .references(() => version.id, { onDelete: 'cascade' }),
  probes: jsonb('probes').notNull(),
  createdAt: createdAt(),
});

export const versionStage = pgTable(
  'version_stage',
  {
    versionId: ref('version_id')
      .notNull()
      .references(() => version.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    recipe: text('recipe').notNull(),
    params: jsonb('params').notNull(),
    paramsV: integer('params_v').notNull(),
    onnxSha256: text('onnx_sha256')
      .notNull()
      .references(() => blob.sha256),
    weightsSha256: text('weights_sha256'),
    /** File of the weights, from which a later training may begin. */
    bestSha256: text('best_sha256').references(() => blob.sha256),
    crop: jsonb('crop'),
    certificate: jsonb('certificate'),
    exports: jsonb('exports').notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.ordinal] })],
);
