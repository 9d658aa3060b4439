/** Archives and packed folders, read alike. */
import type { ArchiveFormat, UploadFormat } from '@loupe/contract';
import type { Archive } from './entry.ts';
import { inTruth } from './in-truth.ts';
import { openSevenZip } from './seven-zip.ts';
import { openTarArchive } from './tar.ts';
import { openZipArchive } from './zip.ts';

export { pieceBytes } from './pieces.ts';
export { EntryError, pathOf, sizeText, type Archive, type ArchiveEntry } from './entry.ts';

const sayKind =
  (file: string, named: ArchiveFormat) =>
  async (fault: unknown): Promise<never> => {
    throw await inTruth(file, named, fault);
  };

/** `folder`: where an archive is unpacked that cannot be read entry by entry. */
export const openArchive = (
  file: string,
  format: UploadFormat,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Archive> => {
  switch (format) {
    case 'zip':
      return openZipArchive(file).catch(sayKind(file, 'zip'));
    case 'folder':
      return openTarArchive(file);
    case '7z':
      return openSevenZip(file, folder, signal).catch(sayKind(file, '7z'));
  }
};
