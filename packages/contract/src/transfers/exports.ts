/** Exports: a data set as a zip for other programs, what a format loses, the export history, and the link to a file. */
import { z } from 'zod';
import { ById, Count, Id, Nothing, SearchText, Time } from '../core/fields.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { patterns } from '../core/patterns.ts';
import { route } from '../core/route.ts';
import { FamilyId } from '../families/ids.ts';
import { BothTexts, TaskProgress } from '../tasks/tasks.ts';
import { ExportFormat, ExportLossKind } from './export-formats.ts';

export const ExportState = z.enum(['processing', 'completed', 'canceled', 'failed']);
export type ExportState = z.infer<typeof ExportState>;

/** One kind of loss, and how many shapes (of `unannotated`, `parts` and `folderTypes`: images) it concerns. */
export const ExportLoss = BothTexts.extend({ kind: ExportLossKind, count: Count });
export type ExportLoss = z.infer<typeof ExportLoss>;

export const ExportRequest = z.object({
  datasetId: Id,
  /** Absent: all folders. Folders in which nothing is marked are then left out; a chosen one is refused. */
  folderIds: z.array(Id).min(1).max(1000).optional(),
  format: ExportFormat,
  /** With the image files, or with the annotations alone. */
  withImages: z.boolean(),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

/** What an export would hold now. Only images that are annotated or checked go into it, as into a training. */
export const ExportCheck = z.object({
  images: Count,
  shapes: Count,
  folders: Count,
  /** Bytes of the image files; 0 where none are wanted. */
  bytes: Count,
  /** Folders that are left out because nothing in them is marked. */
  unmarkedFolders: z.array(z.string()),
  losses: z.array(ExportLoss),
  /** Why `export/add` would refuse; null where it would not. */
  blocked: BothTexts.nullable(),
});
export type ExportCheck = z.infer<typeof ExportCheck>;

/** One line of the export history; its id is that of its task. */
export const ExportRecord = z.object({
  id: Id,
  projectId: Id,
  family: FamilyId,
  datasetId: Id,
  /** As they were called when the export was asked for. */
  datasetName: z.string(),
  /** Whose set it is, for sets of models are named alike; null for a set of a project, and for one that is gone. */
  modelName: z.string().nullable(),
  /** Names of the folders that were asked for; null for all. */
  folders: z.array(z.string()).nullable(),
  format: ExportFormat,
  withImages: z.boolean(),
  state: ExportState,
  /** Images and shapes in the file; 0 until it is done. */
  images: Count,
  shapes: Count,
  bytes: Count,
  losses: z.array(ExportLoss),
  progress: TaskProgress.nullable(),
  causeText: BothTexts.nullable(),
  /** Name that the file is saved under; null where there is no file (any more). */
  fileName: z.string().nullable(),
  /** When the file is removed; the line stays. */
  keptUntil: Time.nullable(),
  createdBy: z.string(),
  createdAt: Time,
  endedAt: Time.nullable(),
});
export type ExportRecord = z.infer<typeof ExportRecord>;

const permission = 'dataset/pageList';

export const dataExports = {
  exportCheck: route({
    method: 'POST',
    path: 'export/check',
    permission,
    needs: 'view',
    input: ExportRequest,
    output: ExportCheck,
    summary: 'What an export would contain and lose, and why it could not start',
  }),
  exportAdd: route({
    method: 'POST',
    path: 'export/add',
    permission,
    needs: 'view',
    alsoWrites: true,
    input: ExportRequest,
    output: ExportRecord,
    summary: 'Queue an export',
  }),
  exportList: route({
    method: 'POST',
    path: 'export/pageList',
    permission,
    needs: 'view',
    input: pageInput({ datasetId: Id.optional(), state: ExportState.optional(), name: SearchText.optional() }, [
      'createdAt',
    ]),
    output: pageOf(ExportRecord),
    summary: 'Export history, newest first; `name` searches data sets',
  }),
  exportCancel: route({
    method: 'POST',
    path: 'export/cancel',
    permission,
    needs: 'edit',
    input: ById,
    output: ExportRecord,
    summary: 'Cancel an export that is being processed',
  }),
  exportDelete: route({
    method: 'POST',
    path: 'export/delete',
    permission,
    needs: 'edit',
    input: ById,
    output: Nothing,
    summary: 'Delete a line of the export history with its file',
  }),
  exportLink: route({
    method: 'POST',
    path: 'export/link',
    permission,
    needs: 'view',
    alsoWrites: true,
    input: ById,
    output: z.object({ url: z.string(), validUntil: Time }),
    summary: 'A temporary link to the file, for this user only',
  }),
  exportFile: route({
    method: 'GET',
    path: 'export/file',
    kind: 'binary',
    permission,
    needs: 'read',
    input: z.object({ token: z.string().regex(patterns.linkToken) }),
    output: Nothing,
    summary: 'The file behind a link; 410 if the link or the file has expired',
  }),
};
