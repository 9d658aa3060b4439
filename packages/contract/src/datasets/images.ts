/** Images of a folder: list, upload, view settings, files, and a COCO file over images that are there. */
import { z } from 'zod';
import { ById, ByIds, Count, Id, Nothing, SearchText, Sha256, Time } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { route } from '../core/route.ts';
import { ImageWindow } from './deep.ts';
import { ReviewFilter, ReviewState } from '../review.ts';

/** `empty`: a person checked the image and it has no defect. `preLabeled`: a model was run on it and nobody has decided yet. */
export const ImageState = z.enum(['unannotated', 'preLabeled', 'annotated', 'empty']);
export type ImageState = z.infer<typeof ImageState>;

/** A person has said what is on the image: its truth is known, and it can be taught, exported and submitted for review. */
export const knownStates = ['annotated', 'empty'] as const satisfies ImageState[];
export const isKnownState = (state: string): boolean => (knownStates as readonly string[]).includes(state);

/** Which side of a model's own images it is on: its training, or the tests of its versions. */
export const ImagePart = z.enum(['train', 'test']);
export type ImagePart = z.infer<typeof ImagePart>;

export const DatasetImage = z.object({
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
  state: ImageState,
  /** Where the model may use it; null where no part is kept. */
  part: ImagePart.nullable(),
  /** Null: nobody has submitted it for review. */
  review: ReviewState.nullable(),
  revision: Count,
  shapes: Count,
  /** Brightness and contrast of the view: -100 to 100, 0 is the image as it is. */
  brightness: z.int().min(-100).max(100),
  contrast: z.int().min(-100).max(100),
  /** Through which an image of 16 bits is shown; null: the automatic one. */
  window: ImageWindow.nullable(),
  /** Its file was gone or damaged when it was last read: nothing can be made of the image but its removal. */
  missing: z.boolean(),
  createdAt: Time,
});
export type DatasetImage = z.infer<typeof DatasetImage>;

/** A file or record that was refused, skipped, or taken otherwise than it is, in words. */
export const Problem = z.object({ file: z.string(), key: z.string(), msg: z.string(), en_msg: z.string() });
export type Problem = z.infer<typeof Problem>;

const changes: ReadonlySet<string> = new Set<MessageKey>([
  'annotationFile.trainAndTest',
  'coco.badLabel',
  'coco.clipped',
  'coco.crossed',
  'coco.longText',
  'coco.mask',
  'coco.maskBudget',
  'coco.maskLength',
  'coco.maskSize',
  'mask.noNames',
  'otherPurpose.test',
  'otherPurpose.train',
  'otherPurpose.validation',
  'yolo.noNames',
]);
/** Whether what it names came in all the same, only not as the file has it: as its box, cut at the edge, under another name, for another purpose. */
export const cameIn = ({ key }: Pick<Problem, 'key'>): boolean => changes.has(key);

/** Which images of a folder; nothing but the folder means all of them. */
export const ImageFilter = z.object({
  folderId: Id,
  name: SearchText.optional(),
  state: ImageState.optional(),
  part: ImagePart.optional(),
  labelId: Id.optional(),
  review: ReviewFilter.optional(),
  /** Those with shapes in conflict alone. */
  conflict: z.literal(true).optional(),
});
export type ImageFilter = z.infer<typeof ImageFilter>;

/** `-`: descending. Names sort naturally: 9 before 10. */
export const ImageSort = z.enum(['name', '-name', 'createdAt', '-createdAt']);
export type ImageSort = z.infer<typeof ImageSort>;

/** Where a long selection goes on: ids after one, up to the newest there was at its beginning. */
export const SelectionCursor = z.object({
  after: Count,
  upTo: Count,
  /** Of a deletion: what lies in the bin already, to which the rest is added. */
  binId: Id.optional(),
});
export type SelectionCursor = z.infer<typeof SelectionCursor>;

/**
 * Images by their ids: all of them or none. Or whatever a filter matches, but a few: one call takes so many as fit
 * into a short transaction (`limits.imagesAtOnce`) and answers where the next call goes on.
 */
export const ImageSelection = z.union([
  z.strictObject({ ids: ByIds.shape.ids }),
  z.strictObject({
    filter: ImageFilter,
    except: z.array(Id).max(1000).default([]),
    cursor: SelectionCursor.optional(),
  }),
]);
export type ImageSelection = z.infer<typeof ImageSelection>;

/** An image that stayed where it is, because the folder already has its name. */
const Clash = z.object({ id: Id, name: z.string() });
/** What is left of a selection; null when it is through. */
const next = SelectionCursor.nullable();

export const UploadReport = z.object({ added: z.array(DatasetImage), problems: z.array(Problem) });
export type UploadReport = z.infer<typeof UploadReport>;

export const CocoReport = z.object({
  images: Count,
  shapes: Count,
  labelsAdded: Count,
  problems: z.array(Problem),
  /** Problems beyond the listed ones. */
  moreProblems: Count,
  /** Of the shapes: boxes that are polygons with four corners, because a segmentation set has no rectangles. */
  boxes: Count,
});
export type CocoReport = z.infer<typeof CocoReport>;

const ViewFields = {
  brightness: DatasetImage.shape.brightness,
  contrast: DatasetImage.shape.contrast,
  /** Left out: it stays. */
  window: DatasetImage.shape.window.optional(),
};

const permission = 'dataset/picture/pageList';
const FileQuery = z.object({ id: z.coerce.number().int().min(1).max(limits.idMax) });

export const images = {
  imageList: route({
    method: 'POST',
    path: 'dataset/picture/pageList',
    permission,
    needs: 'view',
    input: pageInput(ImageFilter.shape, ['name', 'createdAt']),
    output: pageOf(DatasetImage),
    summary: 'Images of a folder. Every page is as fast as the first, and the total is exact',
  }),
  imageIds: route({
    method: 'POST',
    path: 'dataset/picture/ids',
    permission,
    needs: 'view',
    input: ImageFilter.extend({
      sort: ImageSort.optional(),
      from: Count,
      count: z.int().min(1).max(limits.imageIds),
    }),
    output: z.object({ ids: z.array(Id) }),
    summary: 'Ids of the images from a position in the list',
  }),
  imageInfo: route({
    method: 'POST',
    path: 'dataset/picture/info',
    permission,
    needs: 'view',
    input: ById,
    output: DatasetImage,
    summary: 'One image',
  }),
  imageNeighbours: route({
    method: 'POST',
    path: 'dataset/picture/neighbours',
    permission,
    needs: 'view',
    input: ById.extend({
      /** Of the image's own folder; left out: all of it. */
      filter: ImageFilter.omit({ folderId: true }).optional(),
      sort: ImageSort.optional(),
      /** Counted in whatever the filter says: one may go back to an image that has just been annotated. */
      visited: z.array(Id).max(limits.visitedImages).default([]),
    }),
    output: z.object({
      image: DatasetImage,
      previous: DatasetImage.nullable(),
      next: DatasetImage.nullable(),
      /** From 1; of an image that is not in the list, the place that it would have. */
      position: Count,
      /** With the image itself, in any case. */
      total: Count,
      isListed: z.boolean(),
    }),
    summary:
      'Previous and next image of a list, and the place of an image in it, also of one that the filter leaves out',
  }),
  imageUpload: route({
    method: 'POST',
    path: 'dataset/picture/upload',
    kind: 'files',
    permission,
    needs: 'edit',
    input: z.object({ folderId: Id }),
    output: UploadReport,
    summary: 'Upload at most 20 loose images (jpg, png, jpeg, bmp, tif, tiff)',
  }),
  imageView: route({
    method: 'POST',
    path: 'dataset/picture/view',
    permission,
    needs: 'annotate',
    input: ById.extend(ViewFields),
    output: Nothing,
    summary: 'Store brightness, contrast and window of the view',
  }),
  folderView: route({
    method: 'POST',
    path: 'dataset/picture/viewFolder',
    permission,
    needs: 'annotate',
    input: z.object({ folderId: Id, ...ViewFields }),
    output: z.object({ images: Count }),
    summary:
      'Store brightness, contrast and window of the view for all images of a folder. Answers with how many changed',
  }),
  imageDelete: route({
    method: 'POST',
    path: 'dataset/picture/delete',
    permission,
    needs: 'edit',
    input: ImageSelection,
    /** In the bin the images of each folder are one thing. */
    output: z.object({ deleted: Count, next, binIds: z.array(Id) }),
    summary: 'Move images to the bin',
  }),
  imageMove: route({
    method: 'POST',
    path: 'dataset/picture/move',
    permission,
    needs: 'edit',
    input: z.object({ selection: ImageSelection, folderId: Id }),
    output: z.object({ moved: Count, clashes: z.array(Clash), next }),
    summary: 'Move images to another folder of their data set or model. Images whose name is taken there are not moved',
  }),
  imageRename: route({
    method: 'POST',
    path: 'dataset/picture/rename',
    permission,
    needs: 'edit',
    input: ById.extend({ name: z.string().trim().min(1).max(limits.imageName) }),
    output: DatasetImage,
    summary: 'Rename an image',
  }),
  imagePart: route({
    method: 'POST',
    path: 'dataset/picture/part',
    permission,
    needs: 'edit',
    input: z.object({ selection: ImageSelection, part: ImagePart }),
    output: z.object({ changed: Count, next }),
    summary: 'Assign images of a model to training or test by hand',
  }),
  imageSplit: route({
    method: 'POST',
    path: 'dataset/picture/split',
    permission,
    needs: 'edit',
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
      "Split a data set of a model into training and test. Images of the same part (same name stem) stay together, also in the model's other data sets",
  }),
  imageFile: route({
    method: 'GET',
    path: 'dataset/picture/file',
    kind: 'binary',
    permission,
    needs: 'view',
    input: FileQuery,
    output: Nothing,
    summary: 'The image in a format that browsers can display',
  }),
  imageThumb: route({
    method: 'GET',
    path: 'dataset/picture/thumb',
    kind: 'binary',
    permission,
    needs: 'view',
    input: FileQuery,
    output: Nothing,
    summary: 'Small WebP of the image',
  }),
  imagePreview: route({
    method: 'GET',
    path: 'dataset/picture/preview',
    kind: 'binary',
    permission,
    needs: 'view',
    input: FileQuery,
    output: Nothing,
    summary: 'WebP of a large image, as sharp as a screen shows the whole of it; it is there long before its tiles are',
  }),
};
