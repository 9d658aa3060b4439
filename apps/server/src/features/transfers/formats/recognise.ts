/** What is in an annotation file, told by its first bytes: the lists and objects of a JSON, the root of an XML. Names say nothing. */
import type { Problem } from '@loupe/contract';
import { problem } from '../../datasets/index.ts';
import { EntryError, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { decodeText } from './decode-text.ts';

export interface Head {
  /** Keys of the outermost object of a JSON, and the character that each value begins with. */
  keys: ReadonlyMap<string, string>;
  /** The first element of an XML; undefined for what is none. */
  root: string | undefined;
}

/** More than any program writes before it says what a file is. */
const headBytes = 64 * 1024;

async function beginningOf(archive: Archive, entry: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await archive.read(entry)) {
    // the memory of a chunk may be used again for the next one
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= headBytes) break;
  }
  return decodeText(Buffer.concat(chunks).subarray(0, headBytes), { isCut: length >= headBytes });
}

/** Each character is looked at once, and the end may be missing. */
export function jsonKeys(text: string): Map<string, string> {
  const keys = new Map<string, string>();
  const space = /\s/;
  let [depth, at] = [0, 0];
  const skipSpace = () => {
    while (at < text.length && space.test(text[at]!)) at++;
  };
  skipSpace();
  if (text[at] !== '{') return keys;
  for (; at < text.length; at++) {
    const one = text[at]!;
    if (one === '{' || one === '[') depth++;
    else if (one === '}' || one === ']') depth--;
    else if (one === '"') {
      const from = at + 1;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
      if (depth !== 1) continue;
      const key = text.slice(from, at);
      at++;
      skipSpace();
      if (text[at] !== ':') {
        at--;
        continue;
      }
      at++;
      skipSpace();
      if (key.length < 100) keys.set(key, text[at] ?? '');
      at--;
    }
  }
  return keys;
}

/** Behind the declaration and comments. */
export function xmlRoot(text: string): string | undefined {
  for (let at = 0; ;) {
    at = text.indexOf('<', at);
    if (at < 0) return undefined;
    const end = text.startsWith('<!--', at) ? '-->' : /^<[?!]/.test(text.slice(at, at + 2)) ? '>' : undefined;
    if (end === undefined) return /^<([\w.:-]{1,100})/.exec(text.slice(at, at + 102))?.[1];
    const behind = text.indexOf(end, at);
    if (behind < 0) return undefined;
    at = behind + end.length;
  }
}

const isXml = /\.xml$/i;
export const isJson = /\.json$/i;

/** The JSON and XML files with how they begin; those that cannot be read are named. */
export async function headsOf(archive: Archive, signal: AbortSignal, problems: Problem[]) {
  const heads: { entry: ArchiveEntry; head: Head }[] = [];
  for (const entry of archive.entries) {
    const asXml = isXml.test(entry.path);
    if (!asXml && !isJson.test(entry.path)) continue;
    signal.throwIfAborted();
    try {
      // one at a time: an archive has one file
      // oxlint-disable-next-line no-await-in-loop
      const text = await beginningOf(archive, entry);
      heads.push({ entry, head: { keys: jsonKeys(text), root: asXml ? xmlRoot(text) : undefined } });
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      problems.push(problem(entry.path, error.key));
    }
  }
  return heads;
}
