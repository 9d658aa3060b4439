/** Every long job is a row here, with attempts that are fenced by their number. */
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { binId, bytea, count, createdAt, id, ref, time } from './columns.ts';
import { user } from './account.ts';
import { image } from './datasets.ts';
import { model, snapshot, version } from './models.ts';
import { project } from './projects.ts';

export const task = pgTable(
  'task',
  {
    id: id(),
    kind: text('kind').notNull(),
    projectId: ref('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    modelId: ref('model_id').references(() => model.id, { onDelete: 'cascade' }),
    createdBy: ref('created_by')
      .notNull()
      .references(() => user.id),
    state: text('state').notNull(),
    /** What the person wants of a live task: run, pause, stop, complete. */
    desired: text('desired').notNull().default('run'),
    recipe: text('recipe'),
    params: jsonb('params').notNull(),
    paramsV: integer('params_v').notNull().default(1),
    /** Of a training of several stages those after the first, in order: [{recipe, params, paramsV}]. */
    laterStages: jsonb('later_stages'),
    snapshotId: ref('snapshot_id').references(() => snapshot.id),
    /** The version that a test uses, or that a training made. */
    versionId: ref('version_id').references(() => version.id, { onDelete: 'set null' }),
    /** The version whose weights a training begins with. */
    startVersionId: ref('start_version_id').references(() => version.id, { onDelete: 'set null' }),
    /** What all attempts share, so that one that goes on from a checkpoint ends bit-exactly: {seed, threads, device}. */
    run: jsonb('run'),
    result: jsonb('result'),
    cause: jsonb('cause'),
    progress: jsonb('progress'),
    /** Place in the queue: first in first out unless somebody reorders. */
    ordinal: doublePrecision('ordinal')
      .notNull()
      .default(sql`extract(epoch from clock_timestamp())`),
    /** Attempts that ended by a fault of the system. */
    systemFaults: integer('system_faults').notNull().default(0),
    notBefore: time('not_before'),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    binId: binId(),
    createdAt: createdAt(),
  },
  (t) => [
    index('task_queue').on(t.state, t.ordinal),
    index('task_kind').on(t.kind, t.id),
    index('task_model').on(t.modelId, t.id),
    index('task_project').on(t.projectId, t.id),
    index('task_snapshot').on(t.snapshotId),
    index('task_bin')
      .on(t.binId)
      .where(sql`${t.binId} is not null`),
  ],
);

export const attempt = pgTable(
  'attempt',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    /** The fence: a report with an older number is refused. */
    n: integer('n').notNull(),
    executor: text('executor').notNull(),
    host: text('host'),
    pid: integer('pid'),
    /** Start time of the process, so that a reused pid is not taken for it. */
    pidStart: text('pid_start'),
    runDir: text('run_dir'),
    tokenHash: bytea('token_hash'),
    leaseUntil: time('lease_until').notNull(),
    ackSeq: count('ack_seq'),
    device: text('device'),
    checkpoint: jsonb('checkpoint'),
    endedAs: text('ended_as'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.n] })],
);

/** After a resume the later attempt wins, so that curves never double; each stage of a training has its own. */
export const seriesPoint = pgTable(
  'series_point',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    stage: integer('stage').notNull().default(0),
    name: text('name').notNull(),
    step: ref('step').notNull(),
    value: doublePrecision('value').notNull(),
    attempt: integer('attempt').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.stage, t.name, t.step] })],
);

/** What a person reads about a task. */
export const taskEvent = pgTable(
  'task_event',
  {
    id: id(),
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    seq: ref('seq').notNull(),
    at: time('at').notNull(),
    kind: text('kind').notNull(),
    body: jsonb('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('task_event_task').on(t.taskId, t.id)],
);

/** Written once, never edited; `body` is the JSON of the prediction, gzipped. */
export const prediction = pgTable(
  'prediction',
  {
    taskId: ref('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id),
    /** Revision of the truth it is compared with. */
    revision: ref('revision').notNull(),
    body: bytea('body').notNull(),
    heatSha256: text('heat_sha256'),
    ms: doublePrecision('ms').notNull(),
    createdAt: createdAt(),
  },
  // by image: deleting one must not walk through all predictions
  (t) => [primaryKey({ columns: [t.taskId, t.imageId] }), index('prediction_image').on(t.imageId)],
);
