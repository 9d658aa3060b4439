/** The ops that change shapes, and the merge's answers (design, section 10). */
import { z } from 'zod';
import { Count, Id, Time, Uuid } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { route } from './core/route.ts';
import { Label } from './datasets/datasets.ts';
import { CocoReport, DatasetImage } from './datasets/images.ts';
import { ImageProposals } from './preannotation.ts';
import { ImageReview, reviewWords } from './review.ts';
import { Shape, ShapeKind, StoredShape } from './shapes.ts';

/**
 * One edit. `base` is the shape's rev that the client saw, or the opId of this client's previous op on that shape, or
 * null for a new shape. `checkEmpty` and `uncheckEmpty` concern the image (shapeId null): "checked, no defect". `reject` and
 * `unreject` concern a proposal of a model (shapeId is its id, base null); accepting it is a `put` of a shape with its id.
 * `keepBoth` and `unkeepBoth` concern a copy beside somebody else's edit (base is the shape that it names): both are wanted, or not
 * decided any more.
 */
export const ShapeOp = z.object({
  opId: Uuid,
  kind: z.enum([
    'put',
    'delete',
    'restore',
    'checkEmpty',
    'uncheckEmpty',
    'reject',
    'unreject',
    'keepBoth',
    'unkeepBoth',
  ]),
  shapeId: Uuid.nullable(),
  base: z.union([Count, Uuid]).nullable(),
  shape: Shape.nullable(),
  /** Of a delete that settles a conflict: the shape that is kept. Where that is gone by then, both sides would be lost. */
  keeps: Uuid.optional(),
});
export type ShapeOp = z.infer<typeof ShapeOp>;

/**
 * applied · conflict: both kept, this one as `shapeId` · lived: no effect, the shape lives as somebody else left it (a delete
 * lost against an edit, what was to be restored is there, or both made the same edit) · refused: `key` says why. An edit after which
 * two shapes in conflict would be alike is applied, and its shape goes: `rev` is null, and the other one stands for both.
 */
export const OpStatus = z.enum(['applied', 'conflict', 'lived', 'refused']);
export type OpStatus = z.infer<typeof OpStatus>;
export const OpResult = z.object({
  opId: Uuid,
  seq: Count.nullable(),
  rev: Count.nullable(),
  status: OpStatus,
  /** The shape that the op ended on; differs from the op's after a conflict. */
  shapeId: Uuid.nullable(),
  key: z.string().nullable(),
  msg: z.string().nullable(),
  en_msg: z.string().nullable(),
});
export type OpResult = z.infer<typeof OpResult>;

export const LoggedOp = z.object({
  seq: Count,
  opId: Uuid,
  clientId: Uuid,
  actorId: Id.nullable(),
  kind: z.enum([...ShapeOp.shape.kind.options, ...reviewWords]),
  shapeId: Uuid.nullable(),
  /** The shape after the op; null when it is gone. */
  after: StoredShape.nullable(),
  at: Time,
});
export type LoggedOp = z.infer<typeof LoggedOp>;

export const ImageAnnotation = z.object({
  image: DatasetImage,
  revision: Count,
  labels: z.array(Label),
  shapes: z.array(StoredShape),
  shapeKinds: z.array(ShapeKind),
  /** Of each source, the latest run first; empty: nothing has proposed. */
  proposals: z.array(ImageProposals),
  /** A pre-annotation is about to run on it: edits wait. */
  isPreLabeling: z.boolean(),
  /** Null where images of the data set are not reviewed. */
  review: ImageReview.nullable(),
});
export type ImageAnnotation = z.infer<typeof ImageAnnotation>;

/** What the texts of a data set are made of, and how many of them are typed. */
export const DatasetCharacters = z.object({
  /** Most often first. */
  characters: z.array(z.object({ character: z.string(), count: Count })).max(limits.charactersListed),
  typed: Count,
  untyped: Count,
  /** Marked as unreadable. */
  ignored: Count,
});
export type DatasetCharacters = z.infer<typeof DatasetCharacters>;

const permission = 'dataset/picture/handleImg';

export const annotation = {
  imageShapes: route({
    method: 'POST',
    path: 'dataset/picture/shapes',
    permission,
    needs: 'view',
    input: z.object({ imageId: Id }),
    output: ImageAnnotation,
    summary: 'An image with its labels and live shapes, at one revision',
  }),
  imageOps: route({
    method: 'POST',
    path: 'dataset/picture/ops',
    permission,
    needs: 'annotate',
    bodyLimit: 16 * 1024 * 1024,
    input: z.object({ imageId: Id, clientId: Uuid, ops: z.array(z.unknown()).min(1).max(limits.opsPerRequest) }),
    output: z.object({ revision: Count, results: z.array(OpResult) }),
    summary: 'Edits of an image. They are merged per shape; an invalid op is refused without affecting the others',
  }),
  imageOpsAfter: route({
    method: 'POST',
    path: 'dataset/picture/opsAfter',
    permission,
    needs: 'view',
    input: z.object({ imageId: Id, seq: Count }),
    output: z.object({ revision: Count, ops: z.array(LoggedOp) }),
    summary: 'Edits after a revision, at most 500',
  }),
  datasetCharacters: route({
    method: 'POST',
    path: 'dataset/picture/characters',
    permission,
    needs: 'view',
    input: z.object({ datasetId: Id }),
    output: DatasetCharacters,
    summary: 'Characters of the texts of a data set, each with how often it occurs',
  }),
  cocoImport: route({
    method: 'POST',
    path: 'dataset/coco/import',
    permission: 'dataset/picture/pageList',
    needs: 'edit',
    bodyLimit: limits.cocoBytes,
    input: z.object({
      folderId: Id,
      /** The COCO object, or its text: then NaN and Infinity are named instead of making it unreadable. */ coco: z.unknown(),
    }),
    output: CocoReport,
    summary: 'Import the annotations of a COCO file; images of the folder are matched by file name',
  }),
};
