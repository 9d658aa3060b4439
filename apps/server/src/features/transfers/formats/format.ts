/** One object a format: how its files are recognised, read and written. What it can hold is in the contract (`exportFormats`). */
import { messageWords, type ExportFormat, type MessageArgs, type MessageKey, type Words } from '@loupe/contract';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import type { Format } from '../exports/work.ts';
import type { Annotations } from '../imports/annotations.ts';
import type { Head } from './recognise.ts';

export interface Found {
  archive: Archive;
  /** Those that it recognised; of a format without `recognise` none. */
  files: readonly ArchiveEntry[];
  signal: AbortSignal;
}

export interface FileFormat {
  /** Whether a file that begins so is one of its own. Without it `read` looks through the archive itself. */
  recognise?: (head: Head) => boolean;
  /** `noAnnotations` where nothing is of this format. Absent: only written. */
  read?: (found: Found) => Promise<Annotations>;
  /** Where texts are annotated, and where they are not; both unless it says so. */
  reads?: 'texts' | 'labels';
  writes: { readonly [F in ExportFormat]?: Format };
}

/** Why a file as a whole cannot be read. */
export class FileFault extends Error {
  readonly why: Words;
  constructor(key: Extract<MessageKey, `annotationFile.why.${string}`>, args?: MessageArgs) {
    super(key);
    this.why = messageWords(key, args);
  }
}
