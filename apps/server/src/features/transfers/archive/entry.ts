/** Which entries of an archive are taken: images and annotation files with honest names. The rest is named, or skipped. */
import { limits, type MessageKey, type Problem } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { problem, shownName } from '../../datasets/index.ts';

/** An entry as a reader lists it. */
export interface RawEntry {
  name: string;
  /** Unpacked and packed bytes, as the list says; packed is null where entries are packed together. */
  bytes: number;
  packed: number | null;
  kind: 'file' | 'directory' | 'other';
  /** Why it cannot be read. */
  fault?: Extract<MessageKey, `entry.${string}`>;
}
export interface ArchiveEntry {
  /** With forward slashes; no `.`, no `..`. */
  path: string;
  bytes: number;
  kind: 'image' | 'annotation';
  /** The path with its characters composed as the archive has them, where that differs. */
  raw?: string;
  /** Its place in the reader's list. */
  index: number;
  /** The annotation file that the image is embedded in. */
  from?: ArchiveEntry;
}
export interface Archive {
  entries: readonly ArchiveEntry[];
  /** Files that are not taken, by name, and how many are skipped without a word. */
  problems: readonly Problem[];
  skipped: number;
  /** Images that are not taken: their paths, and as `raw`. */
  refused: ReadonlyMap<string, string>;
  /** By path, as `raw`: images that only the composition of their characters tells apart, the one that is taken first. */
  twins: ReadonlyMap<string, readonly string[]>;
  /**
   * The entry's bytes. Throws `EntryError` where they are not what the list promised; they may do so at their end.
   * `room`: memory where they may be laid if they fit; they stand there until it is given again.
   */
  read: (entry: ArchiveEntry, room?: Buffer) => Promise<AsyncIterable<Buffer>>;
  close: () => Promise<void>;
}

/** One entry is at fault; the others may be good. */
export class EntryError extends Error {
  readonly key: Extract<MessageKey, `entry.${string}`>;
  constructor(key: Extract<MessageKey, `entry.${string}`>, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
  }
}

type Cause = Extract<MessageKey, `cause.import.${string}`>;
/** The archive as a whole is refused. */
export const refused = (key: Cause, args: Record<string, string | number> = {}): AppError =>
  new AppError(key, { args });

export const imageName = /\.(jpe?g|png|bmp|tiff?)$/i;
const annotationName = /\.(json|xml|txt|ya?ml|names|data)$/i;
const archiveName = /\.(zip|7z|rar|tar|gz|tgz|bz2|xz|zst)$/i;
/** Left by systems and programs; nobody means to import them. */
const systemName = /^(__MACOSX|Thumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information)$/i;
/** Whether a directory or a file of that name is skipped without a word: hidden, or left by a system. */
export const isSkipped = (name: string): boolean => name.startsWith('.') || systemName.test(name);
/** Smaller than this nothing is a bomb, however well it packs. */
const harmlessBytes = 1024 ** 2;

/** Characters of one name, and of all names of a list: far more than any system or person writes, and soon read. */
const longestName = 4096;
const longestNames = 64 * 1024 ** 2;

/** Counts the characters of a list's names, and refuses a list that is made to fill the memory with them. */
export function nameBudget(): (characters: number) => void {
  let left = longestNames;
  return (characters) => {
    left -= characters;
    if (left < 0) throw refused('cause.import.bomb');
  };
}

const segmentsOf = (name: string): string[] => name.split(/[/\\]/).filter((one) => one !== '' && one !== '.');
const leadsOut = (name: string): boolean =>
  name.length > longestName ||
  /^[/\\]|^[A-Za-z]:/.test(name) ||
  name.includes('\0') ||
  name.split(/[/\\]/).includes('..');

/** A limit in the words of a message. */
export const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 4
    ? `${bytes / 1024 ** 4} TiB`
    : bytes >= 1024 ** 3
      ? `${bytes / 1024 ** 3} GiB`
      : `${bytes / 1024 ** 2} MiB`;

/** Whether texts unpack to far too much: read one by one, no bound of bytes holds for all of them. */
export const isBomb = (bytes: number, packed: number): boolean =>
  bytes > harmlessBytes && bytes > packed * limits.archiveRatio;

/** Why an entry is not taken; undefined where it is. */
function faultOf(raw: RawEntry, path: string): Problem | undefined {
  if (raw.kind === 'other') return problem(path, 'entry.link');
  if (raw.fault) return problem(path, raw.fault);
  if (archiveName.test(path)) return problem(path, 'entry.archive');
  if (!imageName.test(path) && !annotationName.test(path)) return problem(path, 'entry.type');
  // a plain BMP packs as well as anything can, and is bounded by its bytes
  if (imageName.test(path))
    return raw.bytes > limits.imageBytes
      ? problem(path, 'image.bytes', { max: sizeText(limits.imageBytes) })
      : undefined;
  if (raw.packed !== null && isBomb(raw.bytes, raw.packed))
    return problem(path, 'entry.ratio', { max: limits.archiveRatio });
  return undefined;
}

export interface FilteredEntries {
  entries: ArchiveEntry[];
  problems: Problem[];
  skipped: number;
  refused: Map<string, string>;
  twins: Map<string, string[]>;
}

/** Of one path; more are not told apart, and nothing is said of them. */
const twinsAtMost = 16;

function addTwin(twins: FilteredEntries['twins'], path: string, taken: string, raw: string): void {
  const known = twins.get(path) ?? [taken];
  if (known.includes(raw) || known.length >= twinsAtMost) return;
  known.push(raw);
  twins.set(path, known);
}

/** Sorts a list of entries into those that are taken, those that are named and those that are skipped. */
export function filterEntries(
  list: Iterable<RawEntry>,
  unpackedMax: number = limits.archiveUnpackedBytes,
): FilteredEntries {
  const filtered: FilteredEntries = { entries: [], problems: [], skipped: 0, refused: new Map(), twins: new Map() };
  /** What is taken, by its path as it is written in the archive. */
  const seen = new Map<string, string>();
  let unpacked = 0;
  let index = -1;
  for (const raw of list) {
    index++;
    if (index >= limits.archiveEntries) throw refused('cause.import.tooManyEntries', { max: limits.archiveEntries });
    if (leadsOut(raw.name)) {
      filtered.problems.push(problem(shownName(raw.name), 'entry.path'));
      continue;
    }
    if (raw.kind === 'directory') continue;
    const segments = segmentsOf(raw.name);
    if (segments.some(isSkipped)) {
      filtered.skipped++;
      continue;
    }
    const [path, written] = [shownPath(segments), segments.join('/')];
    const taken = seen.get(path);
    const isImage = imageName.test(path);
    const fault = faultOf(raw, path) ?? (taken === undefined ? undefined : problem(path, 'entry.repeated'));
    if (fault) {
      filtered.problems.push(fault);
      if (isImage && taken === undefined) filtered.refused.set(path, written);
      else if (isImage && taken !== undefined) addTwin(filtered.twins, path, taken, written);
      continue;
    }
    const missed = filtered.refused.get(path);
    if (missed !== undefined) {
      addTwin(filtered.twins, path, written, missed);
      filtered.refused.delete(path);
    }
    seen.set(path, written);
    unpacked += raw.bytes;
    if (unpacked > unpackedMax) throw refused('cause.import.tooLarge', { max: sizeText(unpackedMax) });
    const kind = isImage ? 'image' : 'annotation';
    filtered.entries.push({ path, bytes: raw.bytes, index, kind, ...(written !== path && { raw: written }) });
  }
  return filtered;
}

const shownPath = (segments: readonly string[]): string =>
  segments.map((one) => shownName(one).normalize('NFC')).join('/');

/** The path of an entry of that name. */
export const pathOf = (name: string): string => shownPath(segmentsOf(name));

const gbk = new TextDecoder('gb18030');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A name without the UTF-8 flag: programs on Chinese Windows write GBK, most others UTF-8 all the same. */
export function decodeName(raw: Uint8Array): string {
  try {
    return utf8.decode(raw);
  } catch {
    return gbk.decode(raw);
  }
}
