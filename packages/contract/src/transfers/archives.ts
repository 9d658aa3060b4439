/** Archives that a family takes: one fact for the file picker, the dialog before an upload, and the server. */
import { limits } from '../core/limits.ts';
import type { MessageArgs, MessageKey } from '../core/messages.ts';
import type { Family } from '../families/family.ts';
import { UploadFormat } from './uploads.ts';

export type ArchiveFormat = Family['archives'][number];

const isArchiveFormat = (format: UploadFormat): format is ArchiveFormat => format !== 'folder';
/** Of any family. */
export const archiveFormats: readonly ArchiveFormat[] = UploadFormat.options.filter(isArchiveFormat);

/** By the end of a file's name; null: no archive. */
export const archiveFormatOf = (name: string): ArchiveFormat | null =>
  archiveFormats.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? null;

/** Archives that no family takes, by the ends of their names: what they are is said, instead of that they are no images. */
const foreignEnds: { readonly [kind: string]: readonly string[] } = {
  rar: ['rar'],
  tar: ['tar'],
  gzip: ['gz', 'tgz'],
  bzip2: ['bz2', 'tbz2'],
  xz: ['xz', 'txz'],
  zstd: ['zst'],
};
const foreignKindOf = (name: string): string | null => {
  const end = name.toLowerCase().split('.').slice(1).at(-1) ?? '';
  return Object.keys(foreignEnds).find((kind) => foreignEnds[kind]!.includes(end)) ?? null;
};

/** By its name: one that a family takes, or one of another kind. */
export const isArchiveName = (name: string): boolean => archiveFormatOf(name) !== null || foreignKindOf(name) !== null;

/** Why a family does not take an archive, in words for who chose the file; null: it does. */
export function archiveFault(
  { archives }: Pick<Family, 'archives'>,
  format: ArchiveFormat,
  bytes: number,
): { key: MessageKey; args: MessageArgs } | null {
  if (!archives.includes(format)) {
    const [only, ...more] = archives;
    // in the words of the specification
    if (only === 'zip' && more.length === 0) return { key: 'archive.zipOnly', args: {} };
    return { key: 'upload.format', args: { formats: archives.join(', ') } };
  }
  const max = `${limits.sevenZipBytes / 1024 ** 2} MiB`;
  return format === '7z' && bytes > limits.sevenZipBytes ? { key: 'upload.tooLarge7z', args: { max } } : null;
}

const formatNamed = (kind: string | null) => archiveFormats.find((format) => format === kind);

/**
 * What an archive is by its bytes (`sniffKind`), whatever its name says: the format that is sent where the family takes it,
 * and else a fault that says what it is. Of bytes that nobody knows the name decides.
 */
export function formatInTruth(
  { archives }: Pick<Family, 'archives'>,
  file: string,
  kind: string | null,
): { format: ArchiveFormat | null; fault: { key: MessageKey; args: MessageArgs } | null } {
  const named = archiveFormatOf(file);
  const format = formatNamed(kind);
  const foreign = foreignKindOf(file);
  if (foreign !== null && (kind ?? foreign) === foreign) {
    return {
      format: null,
      fault: { key: 'archive.foreign', args: { file, kind: foreign, formats: archives.join(', ') } },
    };
  }
  if (kind === null || kind === named) return { format: named, fault: null };
  if (format && archives.includes(format)) return { format, fault: null };
  return { format: named, fault: { key: 'archive.inTruth', args: { file, kind, formats: archives.join(', ') } } };
}
