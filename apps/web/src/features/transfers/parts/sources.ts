/** What is sent as one upload: an archive as it is, a folder or chosen images as one tar. */
import { isArchiveName, sniffedBytes, sniffKind, type ArchiveFormat } from '@loupe/contract';
import { tarOf, type TarFile } from './tar.ts';

/** What a later choice is known by: the same file again has the same name, bytes and last change. */
export interface Mark {
  name: string;
  size: number;
  /** Last change in ms; of a folder that of its newest file. */
  changed: number;
}

export interface Source extends Mark {
  kind: 'archive' | 'folder' | 'images';
  blob: Blob;
  /** Files in the folder, or chosen images; 1 for an archive. */
  files: number;
  /** Directories that hold files, apart from the folder itself; of an archive nobody knows before it is opened. */
  directories: number | null;
  /** What an archive is by its bytes, where its name says something else. */
  format?: ArchiveFormat;
  /** By which the browser finds it again after a reload, where it can. */
  handle: FileSystemHandle | null;
}

export interface Chosen {
  sources: Source[];
  /** Images, and whatever else was chosen beside them. */
  loose: File[];
}

/** What systems put beside a person's files, in any folder on the way. */
const isHidden = (path: string): boolean =>
  path.split('/').some((part) => /^(\..*|__MACOSX|Thumbs\.db|desktop\.ini)$/i.test(part));

export const archiveSource = (file: File, handle: FileSystemHandle | null = null): Source => ({
  kind: 'archive',
  name: file.name,
  size: file.size,
  changed: file.lastModified,
  blob: file,
  files: 1,
  directories: null,
  handle,
});

/** Null where there is nothing but hidden files. Paths are relative to the folder. */
export const folderSource = (
  name: string,
  files: readonly TarFile[],
  handle: FileSystemHandle | null = null,
): Source | null => {
  const kept = files.filter(({ path }) => !isHidden(path));
  if (kept.length === 0) return null;
  const blob = tarOf(kept);
  const changed = kept.reduce((newest, { file }) => Math.max(newest, file.lastModified), 0);
  const places = new Set(kept.map(({ path }) => path.split('/').slice(0, -1).join('/')));
  places.delete('');
  return {
    kind: 'folder',
    name,
    size: blob.size,
    changed,
    blob,
    files: kept.length,
    directories: places.size,
    handle,
  };
};

/** Loose files that are sent as one. Two of the same name (from two folders) both stay. */
export const looseSource = (name: string, files: readonly File[]): Source | null => {
  const seen = new Map<string, number>();
  const source = folderSource(
    name,
    files.map((file) => {
      const count = (seen.get(file.name) ?? 0) + 1;
      seen.set(file.name, count);
      return { path: count === 1 ? file.name : `${count}/${file.name}`, file };
    }),
  );
  return source && { ...source, kind: 'images', directories: 0 };
};

export const sortFiles = (files: readonly File[]): Chosen => ({
  sources: files.filter((file) => isArchiveName(file.name)).map((file) => archiveSource(file)),
  loose: files.filter((file) => !isArchiveName(file.name)),
});

export const isSame = (a: Mark, b: Mark): boolean => a.name === b.name && a.size === b.size && a.changed === b.changed;

/** What an archive is by its first bytes; null: nobody knows, or it cannot be read any more, which is the upload's to name. */
export const kindOf = (blob: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(sniffKind(new Uint8Array(reader.result as ArrayBuffer))));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsArrayBuffer(blob.slice(0, sniffedBytes));
  });
