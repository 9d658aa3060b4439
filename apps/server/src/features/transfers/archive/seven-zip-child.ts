/**
 * Reads a 7z file in a process of its own, by libarchive in WebAssembly, whose memory cannot pass 2 GiB. Lists the entries
 * (`list <file>`), or writes those that are named on standard input to `<folder>/<index>` (`unpack <file> <folder>`).
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import loadLibArchive, { type LibArchive } from 'libarchive.js/src/webworker/wasm-gen/libarchive.js';
import type { SevenZipLine } from './seven-zip.ts';

const regularFile = 0o100000;
const directory = 0o040000;

const say = (line: SevenZipLine): void => void writeSync(1, `${JSON.stringify(line)}\n`);

type OneNumber = (at: number) => number;

const functionsOf = (library: LibArchive) => ({
  malloc: library.cwrap<OneNumber>('malloc', 'number', ['number']),
  free: library.cwrap<(at: number) => void>('free', null, ['number']),
  open: library.cwrap<(at: number, bytes: number, password: string | null, locale: string) => number>(
    'archive_open',
    'number',
    ['number', 'number', 'string', 'string'],
  ),
  next: library.cwrap<OneNumber>('get_next_entry', 'number', ['number']),
  /** The entry's bytes, in memory that the caller frees; negative where they cannot be read. */
  data: library.cwrap<(archive: number, bytes: number) => number>('get_filedata', 'number', ['number', 'number']),
  name: library.cwrap<(entry: number) => string | null>('archive_entry_pathname', 'string', ['number']),
  size: library.cwrap<OneNumber>('archive_entry_size', 'number', ['number']),
  type: library.cwrap<OneNumber>('archive_entry_filetype', 'number', ['number']),
  isEncrypted: library.cwrap<OneNumber>('archive_entry_is_encrypted', 'number', ['number']),
  hasEncrypted: library.cwrap<OneNumber>('archive_read_has_encrypted_entries', 'number', ['number']),
  error: library.cwrap<(archive: number) => string | null>('archive_error_string', 'string', ['number']),
});
type Functions = ReturnType<typeof functionsOf>;

/** The whole file in the reader's memory; libarchive goes back and forth in it. */
function openFile(library: LibArchive, { malloc, open }: Functions, file: string): number {
  const handle = openSync(file, 'r');
  const { size } = fstatSync(handle);
  const at = malloc(size);
  if (at === 0) throw new Error('out of memory');
  // the memory does not grow while it is filled, and stays where it is
  for (let done = 0; done < size;) {
    const read = readSync(handle, library.HEAPU8, at + done, Math.min(size - done, 16 * 1024 * 1024), done);
    if (read === 0) break;
    done += read;
  }
  closeSync(handle);
  return open(at, size, null, 'en_US.UTF-8');
}

/** Writes one entry; why not, where it cannot be read. */
function unpackOne(library: LibArchive, call: Functions, archive: number, bytes: number, target: string) {
  if (bytes === 0) return void writeFileSync(target, '');
  const at = call.data(archive, bytes);
  if (at <= 0) return call.error(archive) || 'unreadable';
  // taken again each time: the memory may have grown
  writeFileSync(target, library.HEAPU8.subarray(at, at + bytes));
  return void call.free(at);
}

/** Reads a byte of an entry that is passed over: of a folder whose first entry was not begun, the others come out cut. */
function touch(call: Functions, archive: number, bytes: number): void {
  const at = bytes > 0 ? call.data(archive, 1) : 0;
  if (at > 0) call.free(at);
}

async function run(mode: string, file: string, folder = ''): Promise<void> {
  const wanted = mode === 'unpack' ? new Set<number>(JSON.parse(readFileSync(0, 'utf8')) as number[]) : undefined;
  const wasm = createRequire(import.meta.url).resolve('libarchive.js/dist/libarchive.wasm');
  const library = await loadLibArchive({ wasmBinary: readFileSync(wasm) });
  const call = functionsOf(library);
  const archive = openFile(library, call, file);
  for (let index = 0, entry = call.next(archive); entry > 0; index++, entry = call.next(archive)) {
    const bytes = call.size(entry);
    if (!wanted) {
      const type = call.type(entry);
      const kind = type === regularFile ? 'file' : type === directory ? 'directory' : 'other';
      say({ is: 'entry', name: call.name(entry) ?? '', bytes, kind, encrypted: call.isEncrypted(entry) > 0 });
    } else if (wanted.has(index)) {
      const why = unpackOne(library, call, archive, bytes, path.join(folder, String(index)));
      if (why !== undefined) say({ is: 'damaged', index, why: why.slice(0, 200) });
    } else touch(call, archive, bytes);
  }
  // what stopped the list early, such as an encrypted or damaged head
  say({ is: 'end', encrypted: call.hasEncrypted(archive) > 0, why: call.error(archive) ?? '' });
}

const [mode, file, folder] = process.argv.slice(2);
await run(mode!, file!, folder).catch((error: Error & { code?: string }) => {
  say({ is: 'failed', why: error.message.slice(0, 200), code: error.code ?? null });
  process.exitCode = 1;
});
