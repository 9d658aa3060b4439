/** Shapes, a row each, and the ops that made them. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, ref } from './columns.ts';
import { user } from './account.ts';
import { image, label } from './datasets.ts';

export const shape = pgTable(
  'shape',
  {
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** The image's revision when the shape last changed. */
    rev: ref('rev').notNull(),
    labelId: ref('label_id').references(() => label.id),
    kind: text('kind').notNull(),
    /** float32, little endian: x, y, x, y, … */
    points: bytea('points').notNull(),
    parts: integer('parts').array().notNull(),
    text: text('text'),
    ignore: boolean('ignore').notNull().default(false),
    score: real('score'),
    source: text('source').notNull(),
    versionId: ref('version_id'),
    authorId: ref('author_id').references(() => user.id),
    /** The shape that somebody else had changed meanwhile: this one was kept beside it. */
    conflictOf: uuid('conflict_of'),
    z: integer('z').notNull().default(0),
    locked: boolean('locked').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.id] }),
    // which images have a label is read from it alone
    index('shape_label').on(t.labelId, t.imageId),
    // conflicts are few, and found by this one
    index('shape_conflict')
      .on(t.imageId)
      .where(sql`${t.conflictOf} is not null`),
  ],
);

export const op = pgTable(
  'op',
  {
    imageId: ref('image_id')
      .notNull()
      .references(() => image.id, { onDelete: 'cascade' }),
    /** The image's revision after the op. */
    seq: ref('seq').notNull(),
    opId: uuid('op_id').notNull(),
    clientId: uuid('client_id').notNull(),
    actorId: ref('actor_id').references(() => user.id),
    kind: text('kind').notNull(),
    /** The shape that the op ended on (a copy after a conflict). */
    shapeId: uuid('shape_id'),
    /** The shape that the client named. */
    askedShapeId: uuid('asked_shape_id'),
    base: text('base'),
    status: text('status').notNull(),
    before: bytea('before'),
    after: bytea('after'),
    /** What a reviewer said. */
    remark: text('remark'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.imageId, t.seq] }), uniqueIndex('op_id').on(t.imageId, t.opId)],
);
