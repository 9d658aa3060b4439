/**
 * Uploads: archives and whole folders that arrive in parts, and what their import makes of them.
 *
 * A program adds an upload (`upload/add`) and sends its bytes by tus 1.0 to `uploadUrl(id)`: HEAD says how far it got, PATCH
 * goes on from there. When the last byte is here the server reads the list of entries. Without annotations the import goes
 * on by itself; with annotations the upload is `waiting` until somebody confirms the classes (`upload/import`).
 *
 * An archive for the OK or NG images of a model fills both by the names of its directories: `train/good`, `test/good`,
 * `test/<kind>` and `ground_truth/<kind>/<name>_mask.png` as MVTec AD has them, or `OK` and `NG`. What no directory tells
 * goes where it was uploaded to. Every defect gets the one label of the NG images, so nothing waits.
 */
import { z } from 'zod';
import { Color, Count, FileName, Id, Name30, Nothing, Time } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { patterns } from '../core/patterns.ts';
import { apiBase, route } from '../core/route.ts';
import { Problem } from '../datasets/images.ts';
import { FamilyId } from '../families/ids.ts';
import { BothTexts, TaskProgress } from '../tasks/tasks.ts';
import { importFormatIds } from './import-formats.ts';

export const UploadId = z.string().regex(patterns.uploadId);
/** Address of an upload for tus (HEAD and PATCH): the `uploadUrl` of tus-js-client. */
export const uploadUrl = (id: string): string => `${apiBase}/upload/tus/${id}`;

/** An archive that somebody has, or a folder: its files come as one tar, packed on the way. A tar file is no archive that is taken. */
export const UploadFormat = z.enum(['zip', '7z', 'folder']);
export type UploadFormat = z.infer<typeof UploadFormat>;

/**
 * uploading: bytes are missing · inspecting: the list of entries is being read · waiting: for the mapping of the classes ·
 * importing · completed, failed (`cause` says why), canceled: ends.
 */
export const UploadState = z.enum([
  'uploading',
  'inspecting',
  'waiting',
  'importing',
  'completed',
  'failed',
  'canceled',
]);
export type UploadState = z.infer<typeof UploadState>;

/** `one`: every image goes into the folder of the upload · `keep`: each directory becomes a folder of the data set. */
export const FolderPlan = z.enum(['one', 'keep']);
export type FolderPlan = z.infer<typeof FolderPlan>;

/** By what is in the annotation files. `masks`: images of the defects, as MVTec AD has them below `ground_truth`, or of classes. */
export const AnnotationFormat = z.enum(['none', ...importFormatIds]);
export type AnnotationFormat = z.infer<typeof AnnotationFormat>;

/** A number for each way that the folders may be chosen. */
const ByPlan = z.object({ one: Count, keep: Count });

/**
 * A class of the archive's annotations; `labelId` is the label of the same name, where the data set has it, or else the one
 * that an earlier import put it under, and `color` the one that the annotations give it. `known`: of the shapes, those on images that are there and annotated already, which are
 * not imported.
 */
export const ArchiveClass = z.object({
  name: z.string(),
  shapes: Count,
  labelId: Id.nullable(),
  color: Color.optional(),
  known: ByPlan.optional(),
});
export type ArchiveClass = z.infer<typeof ArchiveClass>;

/** What the archive holds, by its list of entries and its annotation files. */
export const Inspection = z.object({
  images: Count,
  /** Unpacked bytes of the images. */
  bytes: Count,
  /** Folders that there will be where directories are kept. */
  directories: Count,
  /**
   * Images for which annotation files or names of directories say a use, as kept folders take it. Absent where nothing says one,
   * where all are for what the folder is for, and in earlier versions.
   */
  purposes: z.object({ train: Count, validation: Count, test: Count }).optional(),
  annotations: AnnotationFormat,
  /** Annotation files of this format, or masks. */
  annotationFiles: Count,
  classes: z.array(ArchiveClass),
  /** Images that the annotation files list without annotations. Absent in uploads of earlier versions. */
  emptyImages: Count.optional(),
  /**
   * Images that their folders have already, by their bytes: they are not added again. Not `isAll`: it would have taken too long
   * to look at all of them, and there may be more. Absent where nobody is asked before the import, and in earlier versions.
   */
  known: ByPlan.extend({ isAll: z.boolean() }).optional(),
  /** Entries that nobody means to import: hidden files, `__MACOSX`, `Thumbs.db`. */
  skipped: Count,
  /** Entries that are refused, and problems of the annotation files, by name; the rest is counted. */
  problems: z.array(Problem),
  moreProblems: Count,
});
export type Inspection = z.infer<typeof Inspection>;

/** Where the shapes of a class go: to a label of the data set, to a new one, or nowhere. */
export const ClassTarget = z.discriminatedUnion('to', [
  z.object({ to: z.literal('label'), labelId: Id }),
  z.object({ to: z.literal('new'), name: Name30, color: Color.optional() }),
  z.object({ to: z.literal('none') }),
]);
export type ClassTarget = z.infer<typeof ClassTarget>;
/** One line of the mapping; `name` is that of the inspection. */
export const ClassMapping = z.object({ name: z.string().max(limits.className), target: ClassTarget });
export type ClassMapping = z.infer<typeof ClassMapping>;

export const Upload = z.object({
  id: UploadId,
  projectId: Id,
  family: FamilyId,
  datasetId: Id,
  datasetName: z.string(),
  /** Whose set it is, for sets of models are named alike; null for a set of a project. */
  modelName: z.string().nullable(),
  folderId: Id,
  folderName: z.string(),
  name: z.string(),
  format: UploadFormat,
  bytes: Count,
  /** Bytes that have arrived. */
  received: Count,
  state: UploadState,
  folders: FolderPlan,
  /** The import task, from the moment when all bytes are here. */
  taskId: Id.nullable(),
  progress: TaskProgress.nullable(),
  /** Why it failed. */
  cause: BothTexts.nullable(),
  /** Its import failed, and may go on from where it stopped: the archive is still here, and is not what is wrong. */
  canRetry: z.boolean(),
  inspection: Inspection.nullable(),
  /** Images added so far. */
  added: Count,
  /** Files that could not be taken, and files that were there already, so far. */
  refused: Count,
  duplicates: Count,
  createdAt: Time,
  endedAt: Time.nullable(),
});
export type Upload = z.infer<typeof Upload>;

/**
 * A file whose content the data set has already. It is added only where the same folder does not have it. `annotated`: its
 * annotations went to the image that is there. `left`: so many of its annotations did not, because that is annotated or checked.
 */
export const DuplicateFile = z.object({
  file: z.string(),
  /** The image with the same content, and its folder. */
  of: z.string(),
  folder: z.string(),
  added: z.boolean(),
  annotated: z.boolean().optional(),
  left: Count.optional(),
});
export type DuplicateFile = z.infer<typeof DuplicateFile>;

export const ImportReport = z.object({
  images: Count,
  /** Of them, those that went to the OK images and to the NG images; null where a data set has no such lists. */
  okNg: z.object({ ok: Count, ng: Count }).nullable(),
  shapes: Count,
  /** Images that were there already, not annotated, and got the annotations of the archive. */
  annotated: Count,
  /** Images that were marked as checked, empty. */
  empty: Count,
  /** Of the shapes: boxes that are polygons with four corners, because a segmentation set has no rectangles. */
  boxes: Count,
  labelsAdded: Count,
  foldersAdded: Count,
  skipped: Count,
  /** The first files that could not be taken whole, by name and in both languages; the rest is counted. */
  problems: z.array(Problem),
  moreProblems: Count,
  duplicates: z.array(DuplicateFile),
  moreDuplicates: Count,
});
export type ImportReport = z.infer<typeof ImportReport>;

const permission = 'dataset/picture/pageList';
const ByUploadId = z.object({ id: UploadId });

export const uploads = {
  uploadAdd: route({
    method: 'POST',
    path: 'upload/add',
    permission,
    needs: 'edit',
    input: z.object({
      folderId: Id,
      /** Name of the file, or of the chosen folder. */
      name: FileName,
      format: UploadFormat,
      bytes: z.int().min(1).max(limits.uploadBytes),
      folders: FolderPlan.default('one'),
    }),
    output: Upload,
    summary: 'Announce an archive or a folder; its bytes follow by tus',
  }),
  uploadList: route({
    method: 'POST',
    path: 'upload/pageList',
    permission,
    needs: 'read',
    input: pageInput({ folderId: Id.optional(), ended: z.boolean().optional() }, ['createdAt']),
    output: pageOf(Upload),
    summary: 'Your uploads, newest first',
  }),
  uploadInfo: route({
    method: 'POST',
    path: 'upload/info',
    permission,
    needs: 'read',
    input: ByUploadId,
    output: Upload,
    summary: 'One of your uploads, with the contents of its archive',
  }),
  uploadImport: route({
    method: 'POST',
    path: 'upload/import',
    permission,
    needs: 'write',
    input: ByUploadId.extend({
      /** One line for each class of the inspection. */
      mapping: z.array(ClassMapping).max(limits.archiveClasses),
      folders: FolderPlan.optional(),
      /** Images that the files list without annotations are marked as checked, empty; else they stay not annotated. */
      marksEmpty: z.boolean().default(true),
    }),
    output: Upload,
    summary: 'Confirm a label for each class of a waiting upload, and start the import',
  }),
  uploadRetry: route({
    method: 'POST',
    path: 'upload/retry',
    permission,
    needs: 'write',
    input: ByUploadId,
    output: Upload,
    summary: 'Try a failed import again: it continues where it stopped, while its archive is kept',
  }),
  uploadReport: route({
    method: 'POST',
    path: 'upload/report',
    permission,
    needs: 'read',
    input: ByUploadId,
    output: ImportReport,
    summary: 'What has been imported so far, and each file that could not be imported',
  }),
  uploadCancel: route({
    method: 'POST',
    path: 'upload/cancel',
    permission,
    needs: 'write',
    input: ByUploadId,
    output: Upload,
    summary: 'Cancel an upload or stop its import. Imported images are kept',
  }),
  uploadClear: route({
    method: 'POST',
    path: 'upload/clear',
    permission,
    needs: 'write',
    input: z.object({}),
    output: Nothing,
    summary: 'Clear your finished uploads from the list',
  }),
};
