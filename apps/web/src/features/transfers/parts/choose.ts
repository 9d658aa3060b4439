/**
 * Choosing images, archives and folders. Where the browser has pickers that can name a file again (secure pages of Chromium),
 * they are used, so that an upload goes on after a reload with one click; elsewhere the ordinary file input.
 */
import { isArchiveName, type ArchiveFormat } from '@loupe/contract';
import type { TarFile } from './tar.ts';
import { acceptAttribute } from './loose-rule.ts';
import { archiveSource, folderSource, type Chosen, type Source } from './sources.ts';

type DirectoryHandle = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> };
interface AskedHandle {
  requestPermission?: (request: { mode: 'read' }) => Promise<PermissionState>;
}
interface Pickers {
  showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?: (options: object) => Promise<DirectoryHandle>;
}
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

const filesOf = async (folder: DirectoryHandle, path = ''): Promise<TarFile[]> => {
  const found: TarFile[] = [];
  for await (const one of folder.values()) {
    if (one.kind === 'directory') found.push(...(await filesOf(one as DirectoryHandle, `${path}${one.name}/`)));
    else found.push({ path: `${path}${one.name}`, file: await (one as FileSystemFileHandle).getFile() });
  }
  return found;
};

const sourceOf = async (handle: FileSystemHandle): Promise<Source | null> =>
  handle.kind === 'file'
    ? archiveSource(await (handle as FileSystemFileHandle).getFile(), handle)
    : folderSource(handle.name, await filesOf(handle as DirectoryHandle), handle);

/** The file or folder behind a kept handle; null where the person does not allow it or it is gone. */
export const reopen = async (handle: FileSystemHandle): Promise<Source | null> => {
  try {
    const state = await (handle as AskedHandle).requestPermission?.({ mode: 'read' });
    return state === 'granted' ? await sourceOf(handle) : null;
  } catch {
    // Moved or deleted meanwhile: it is chosen by hand.
    return null;
  }
};

const asked = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
};

const inputFiles = (set: (input: HTMLInputElement) => void): Promise<File[]> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.hidden = true;
    set(input);
    const end = () => {
      input.remove();
      resolve([...(input.files ?? [])]);
    };
    input.addEventListener('change', end);
    input.addEventListener('cancel', end);
    document.body.append(input);
    input.click();
  });

export const chooseImages = (): Promise<File[]> =>
  inputFiles((input) => {
    input.accept = acceptAttribute;
    input.multiple = true;
  });

const mediaTypes: { readonly [F in ArchiveFormat]: string } = {
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
};

/** `formats`: of archives that the family takes. */
export const chooseArchives = async (formats: readonly ArchiveFormat[]): Promise<Source[]> => {
  const pick = (window as Pickers).showOpenFilePicker;
  if (!pick) {
    const files = await inputFiles((input) => {
      input.accept = formats.map((format) => `.${format}`).join(',');
      input.multiple = true;
    });
    return files.filter((file) => isArchiveName(file.name)).map((file) => archiveSource(file));
  }
  const accept = Object.fromEntries(formats.map((format) => [mediaTypes[format], [`.${format}`]]));
  const handles = await asked(() => pick({ multiple: true, types: [{ accept }] }));
  const chosen = await Promise.all((handles ?? []).map(sourceOf));
  return chosen.filter((one) => one !== null && isArchiveName(one.name)) as Source[];
};

/** Files of a folder input, apart from the folder's own name. */
const inFolder = (files: readonly File[]): Source | null => {
  const name = files[0]?.webkitRelativePath.split('/')[0];
  if (name === undefined) return null;
  return folderSource(
    name,
    files.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file })),
  );
};

/** Null where nothing was chosen. */
export const chooseFolder = async (): Promise<Source | null> => {
  const pick = (window as Pickers).showDirectoryPicker;
  if (!pick) return inFolder(await inputFiles((input) => (input.webkitdirectory = true)));
  const handle = await asked(() => pick({ mode: 'read' }));
  return handle ? sourceOf(handle) : null;
};

const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // The browser hands them out a hundred at a time.
    // eslint-disable-next-line no-await-in-loop
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const entryFiles = async (folder: FileSystemDirectoryEntry, path = ''): Promise<TarFile[]> => {
  const children = await childrenOf(folder);
  const found = await Promise.all(
    children.map(async (one): Promise<TarFile[]> => {
      if (one.isDirectory) return entryFiles(one as FileSystemDirectoryEntry, `${path}${one.name}/`);
      const file = await new Promise<File>((done, fail) => (one as FileSystemFileEntry).file(done, fail));
      return [{ path: `${path}${one.name}`, file }];
    }),
  );
  return found.flat();
};

/** What was dropped. To be called in the event itself: the browser forgets it right after. */
export const dropped = async (data: DataTransfer): Promise<Chosen> => {
  const items = [...data.items].filter((item) => item.kind === 'file');
  const seen = items.map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
    handle: (item as DroppedItem).getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
  }));
  const chosen: Chosen = { sources: [], loose: [] };
  for (const { entry, file, handle } of seen) {
    // eslint-disable-next-line no-await-in-loop
    const kept = await handle;
    if (entry?.isDirectory) {
      // eslint-disable-next-line no-await-in-loop
      const source = folderSource(entry.name, await entryFiles(entry as FileSystemDirectoryEntry), kept);
      if (source) chosen.sources.push(source);
    } else if (file && isArchiveName(file.name)) {
      chosen.sources.push(archiveSource(file, kept));
    } else if (file) {
      chosen.loose.push(file);
    }
  }
  return chosen;
};
