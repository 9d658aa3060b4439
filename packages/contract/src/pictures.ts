/** Pictures of a folder: list, upload, view settings, files, and a COCO file over pictures that are there. */
import { z } from 'zod';
import { ById, ByIds, Count, Id, Nothing, SearchText, Sha256, Time } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { route } from './core/route.ts';

/** `empty`: a person checked the picture and it has no defect. */
export const PictureState = z.enum(['unannotated', 'annotated', 'empty']);
export type PictureState = z.infer<typeof PictureState>;

/** Which side of a model's own pictures it is on: its training, or the tests of its versions. */
export const PicturePart = z.enum(['train', 'test']);
export type PicturePart = z.infer<typeof PicturePart>;

export const Picture = z.object({
  id: Id,
  folderId: Id,
  datasetId: Id,
  projectId: Id,
  name: z.string(),
  sha256: Sha256,
  /** Pixels, after the orientation of the file was applied. */
  width: Count,
  height: Count,
  /** Bits a channel of the file. */
  bits: z.int(),
  state: PictureState,
  /** Where the model may use it; null where no part is kept. */
  part: PicturePart.nullable(),
  revision: Count,
  shapes: Count,
  /** Brightness and contrast of the view: -100 to 100, 0 is the picture as it is. */
  brightness: z.int().min(-100).max(100),
  contrast: z.int().min(-100).max(100),
  /** Its file was gone or damaged when it was last read: nothing can be made of the picture but its removal. */
  missing: z.boolean(),
  createdAt: Time,
});
export type Picture = z.infer<typeof Picture>;

/** A file or record that was refused or skipped, in words. */
export const Problem = z.object({ file: z.string(), key: z.string(), msg: z.string(), en_msg: z.string() });
export type Problem = z.infer<typeof Problem>;

/** Which pictures of a folder; nothing but the folder means all of them. */
export const PictureFilter = z.object({
  folderId: Id,
  name: SearchText.optional(),
  state: PictureState.optional(),
  part: PicturePart.optional(),
  labelId: Id.optional(),
});
export type PictureFilter = z.infer<typeof PictureFilter>;

/** `-`: descending. Names sort naturally: 9 before 10. */
export const PictureSort = z.enum(['name', '-name', 'createdAt', '-createdAt']);
export type PictureSort = z.infer<typeof PictureSort>;

/** Where a long selection goes on: ids after one, up to the newest there was at its beginning. */
export const SelectionCursor = z.object({
  after: Count,
  upTo: Count,
  /** Of a deletion: what lies in the bin already, to which the rest is added. */
  binId: Id.optional(),
});
export type SelectionCursor = z.infer<typeof SelectionCursor>;

/**
 * Pictures by their ids: all of them or none. Or whatever a filter matches, but a few: one call takes so many as fit
 * into a short transaction (`limits.picturesAtOnce`) and answers where the next call goes on.
 */
export const PictureSelection = z.union([
  z.strictObject({ ids: ByIds.shape.ids }),
  z.strictObject({
    filter: PictureFilter,
    except: z.array(Id).max(1000).default([]),
    cursor: SelectionCursor.optional(),
  }),
]);
export type PictureSelection = z.infer<typeof PictureSelection>;

/** A picture that stayed where it is, because the folder already has its name. */
const Clash = z.object({ id: Id, name: z.string() });
/** What is left of a selection; null when it is through. */
const next = SelectionCursor.nullable();

export const UploadReport = z.object({ added: z.array(Picture), problems: z.array(Problem) });
export type UploadReport = z.infer<typeof UploadReport>;

export const CocoReport = z.object({
  pictures: Count,
  shapes: Count,
  labelsAdded: Count,
  problems: z.array(Problem),
  /** Problems beyond the listed ones. */
  moreProblems: Count,
});
export type CocoReport = z.infer<typeof CocoReport>;

const permission = 'dataset/picture/pageList';
const FileQuery = z.object({ id: z.coerce.number().int().min(1).max(limits.idMax) });

export const pictures = {
  pictureList: route({
    method: 'POST',
    path: 'dataset/picture/pageList',
    permission,
    input: pageInput(PictureFilter.shape, ['name', 'createdAt']),
    output: pageOf(Picture),
    summary: 'Pictures of a folder; any page is as quick as the first, and the total is exact',
  }),
  pictureIds: route({
    method: 'POST',
    path: 'dataset/picture/ids',
    permission,
    input: PictureFilter.extend({
      sort: PictureSort.optional(),
      from: Count,
      count: z.int().min(1).max(limits.pictureIds),
    }),
    output: z.object({ ids: z.array(Id) }),
    summary: 'Ids of the pictures from a place of the list on',
  }),
  pictureInfo: route({
    method: 'POST',
    path: 'dataset/picture/info',
    permission,
    input: ById,
    output: Picture,
    summary: 'One picture',
  }),
  pictureNeighbours: route({
    method: 'POST',
    path: 'dataset/picture/neighbours',
    permission,
    input: ById.extend({
      /** Of the picture's own folder; left out: all of it. */
      filter: PictureFilter.omit({ folderId: true }).optional(),
      sort: PictureSort.optional(),
      /** Counted in whatever the filter says: one may go back to a picture that has just been annotated. */
      visited: z.array(Id).max(limits.visitedPictures).default([]),
    }),
    output: z.object({
      picture: Picture,
      previous: Picture.nullable(),
      next: Picture.nullable(),
      /** From 1; of a picture that is not in the list, the place that it would have. */
      position: Count,
      /** With the picture itself, in any case. */
      total: Count,
      isListed: z.boolean(),
    }),
    summary:
      'Previous and next picture of a list, and the place of a picture in it, also of one that the filter leaves out',
  }),
  pictureUpload: route({
    method: 'POST',
    path: 'dataset/picture/upload',
    kind: 'files',
    permission,
    input: z.object({ folderId: Id }),
    output: UploadReport,
    summary: 'Upload at most 20 loose pictures (jpg, png, jpeg, bmp)',
  }),
  pictureView: route({
    method: 'POST',
    path: 'dataset/picture/view',
    permission,
    input: ById.extend({ brightness: Picture.shape.brightness, contrast: Picture.shape.contrast }),
    output: Nothing,
    summary: 'Store brightness and contrast of the view',
  }),
  pictureDelete: route({
    method: 'POST',
    path: 'dataset/picture/delete',
    permission,
    input: PictureSelection,
    /** In the bin the pictures of each folder are one thing. */
    output: z.object({ deleted: Count, next, binIds: z.array(Id) }),
    summary: 'Put pictures into the bin',
  }),
  pictureMove: route({
    method: 'POST',
    path: 'dataset/picture/move',
    permission,
    input: z.object({ selection: PictureSelection, folderId: Id }),
    output: z.object({ moved: Count, clashes: z.array(Clash), next }),
    summary:
      'Move pictures to another folder of their data set, or of their model; those whose name is taken there stay',
  }),
  pictureRename: route({
    method: 'POST',
    path: 'dataset/picture/rename',
    permission,
    input: ById.extend({ name: z.string().trim().min(1).max(limits.pictureName) }),
    output: Picture,
    summary: 'Rename a picture',
  }),
  picturePart: route({
    method: 'POST',
    path: 'dataset/picture/part',
    permission,
    input: z.object({ selection: PictureSelection, part: PicturePart }),
    output: z.object({ changed: Count, next }),
    summary: 'Put pictures of a model into its training or its tests, by hand',
  }),
  pictureSplit: route({
    method: 'POST',
    path: 'dataset/picture/split',
    permission,
    input: z.object({
      datasetId: Id,
      testPercent: z.int().min(0).max(100),
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(1),
    }),
    output: z.object({ train: Count, test: Count }),
    summary:
      "Split a data set of a model by groups: pictures of one part (same name stem) stay on one side, and those in the model's other data sets go along",
  }),
  pictureFile: route({
    method: 'GET',
    path: 'dataset/picture/file',
    kind: 'binary',
    permission,
    input: FileQuery,
    output: Nothing,
    summary: 'The picture as a browser can show it',
  }),
  pictureThumb: route({
    method: 'GET',
    path: 'dataset/picture/thumb',
    kind: 'binary',
    permission,
    input: FileQuery,
    output: Nothing,
    summary: 'Small WebP of the picture',
  }),
};
