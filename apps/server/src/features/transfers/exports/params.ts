/** What the task row of an export holds: what was asked for, and what became of it. Where its file lies. */
import { join } from 'node:path';
import { Count, ExportFormat, ExportLossKind, Id } from '@loupe/contract';
import { z } from 'zod';

export const ExportParams = z.object({
  /** The data set's name when the export was asked for. */
  subject: z.string(),
  datasetId: Id,
  /** Chosen folders by id, and by their names then; absent and null for all. */
  folderIds: z.array(Id).optional(),
  folders: z.array(z.string()).nullable(),
  format: ExportFormat,
  withImages: z.boolean(),
});
export type ExportParams = z.infer<typeof ExportParams>;

export const ExportResult = z.object({
  images: Count,
  shapes: Count,
  bytes: Count,
  losses: z.partialRecord(ExportLossKind, Count),
});
export type ExportResult = z.infer<typeof ExportResult>;

export const exportsFolder = (data: string): string => join(data, 'exports');
export const exportPath = (data: string, taskId: number): string => join(exportsFolder(data), `${taskId}.zip`);
/** What an attempt writes before it has the whole. */
export const partPath = (data: string, taskId: number, attempt: number): string =>
  join(exportsFolder(data), `${taskId}.${attempt}.part`);
