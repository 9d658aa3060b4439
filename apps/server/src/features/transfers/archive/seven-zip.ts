/** 7z archives: listed, then unpacked once into a folder beside the archive, by a process that can be killed. */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cutText, limits } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { roomIn } from '../../../core/room.ts';
import {
  EntryError,
  filterEntries,
  isBomb,
  nameBudget,
  refused,
  sizeText,
  type Archive,
  type ArchiveEntry,
  type RawEntry,
} from './entry.ts';

/** What the child says, a line each. */
export type SevenZipLine =
  | { is: 'entry'; name: string; bytes: number; kind: RawEntry['kind']; encrypted: boolean }
  | { is: 'damaged'; index: number; why: string }
  | { is: 'end'; encrypted: boolean; why: string }
  | { is: 'failed'; why: string; code: string | null };

/** Why entries cannot be read, by their index. */
type Fault = 'entry.method' | 'entry.damaged';
type Faults = ReadonlyMap<number, Fault>;

const child = path.join(import.meta.dirname, 'seven-zip-child.ts');
const magic = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);
const memoryWords = /memory|allocate/i;
/** Of an entry that is whole, but packed as libarchive cannot unpack it: Zstandard, Brotli. */
const methodWords = /codec|unsupported|not supported/i;
/** The processor time that a list may take: libarchive reads only the head. */
const listSeconds = 60;

const failure = (why: string, code: string | null = null): Error => {
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('cause.disk.full');
  return memoryWords.test(why) ? refused('cause.import.memory') : refused('cause.import.notArchive', { why });
};

/** Runs the child to its end and hands over its lines. Rejects with why the archive cannot be read. */
async function ask(
  args: readonly string[],
  input: string,
  signal: AbortSignal,
  onLine: (line: SevenZipLine) => void,
): Promise<void> {
  const running = spawn(process.execPath, ['--max-old-space-size=256', child, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    running.once('error', reject).once('exit', resolve);
  });
  exited.catch(() => undefined);
  running.stdin.on('error', () => undefined).end(input);
  let ended = false;
  try {
    for await (const text of createInterface({ input: running.stdout })) {
      const line = JSON.parse(text) as SevenZipLine;
      if (line.is === 'failed') throw failure(line.why, line.code);
      ended ||= line.is === 'end';
      onLine(line);
    }
    await exited;
    signal.throwIfAborted();
    if (!ended) throw failure('memory');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    running.kill('SIGKILL');
  }
}

async function list(file: string, signal: AbortSignal): Promise<RawEntry[]> {
  const entries: RawEntry[] = [];
  const spend = nameBudget();
  let why = '';
  let encrypted = false;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(listSeconds * 1000)]);
  await ask(['list', file], '', bounded, (line) => {
    if (line.is === 'end') ({ why, encrypted } = line);
    if (line.is !== 'entry') return;
    if (entries.length > limits.archiveEntries)
      throw refused('cause.import.tooManyEntries', { max: limits.archiveEntries });
    spend(line.name.length);
    const fault = line.encrypted ? { fault: 'entry.encrypted' as const } : {};
    entries.push({ name: line.name, bytes: line.bytes, packed: null, kind: line.kind, ...fault });
  }).catch((error: unknown) => {
    throw bounded.aborted && !signal.aborted ? failure('time') : error;
  });
  const files = entries.filter((one) => one.kind === 'file');
  const allEncrypted = files.length > 0 && files.every((one) => one.fault === 'entry.encrypted');
  if ((encrypted && files.length === 0) || allEncrypted) throw refused('cause.import.encrypted');
  if (why !== '') throw /encrypt/i.test(why) ? refused('cause.import.encrypted') : failure(cutText(why, 200));
  if (entries.length === 0) throw failure('cut off, or empty');
  return entries;
}

async function checkHead(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    if (bytesRead < magic.length || !buffer.equals(magic)) throw failure('no 7z');
  } finally {
    await handle.close();
  }
}

/** `folder`: where it is unpacked. What is there from an earlier attempt is used. */
export async function openSevenZip(file: string, folder: string, signal: AbortSignal): Promise<Archive> {
  await checkHead(file);
  if ((await stat(file)).size > limits.sevenZipBytes)
    throw refused('cause.import.tooLarge', { max: sizeText(limits.sevenZipBytes) });
  const raw = await list(file, signal);
  const filtered = filterEntries(raw, limits.sevenZipUnpackedBytes);
  const packed = (await stat(file)).size;
  const bytesOf = (entries: readonly ArchiveEntry[]) => entries.reduce((sum, one) => sum + one.bytes, 0);
  const texts = filtered.entries.filter(({ kind }) => kind === 'annotation');
  if (isBomb(bytesOf(texts), packed)) throw refused('cause.import.bomb');
  const mark = path.join(folder, 'faults.json');
  const unpack = async (): Promise<Faults> => {
    const before = await readFile(mark, 'utf8').catch(() => undefined);
    if (before !== undefined) return new Map(JSON.parse(before) as [number, Fault][]);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // a few kilobytes may unpack to all that a 7z may hold
    if (bytesOf(filtered.entries) > (await roomIn(folder))) throw new AppError('cause.disk.full');
    const faults: [number, Fault][] = [];
    const wanted = JSON.stringify(filtered.entries.map((one) => one.index));
    await ask(['unpack', file, folder], wanted, signal, (line) => {
      if (line.is !== 'damaged') return;
      // a dictionary that does not fit is nobody's damage
      if (memoryWords.test(line.why)) throw failure(line.why);
      faults.push([line.index, methodWords.test(line.why) ? 'entry.method' : 'entry.damaged']);
    });
    await writeFile(mark, JSON.stringify(faults));
    return new Map(faults);
  };
  let unpacking: Promise<Faults> | undefined;
  return {
    ...filtered,
    read: async ({ index, bytes }) => {
      const faults = await (unpacking ??= unpack());
      const one = path.join(folder, String(index));
      const there = await stat(one).catch(() => undefined);
      if (faults.has(index) || there?.size !== bytes) throw new EntryError(faults.get(index) ?? 'entry.damaged');
      return createReadStream(one);
    },
    close: async () => undefined,
  };
}
