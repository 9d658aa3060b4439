/** Images that lie in LabelMe files as base64 (`imageData`), without a file of their own: entries of the archive like all others. */
import type { Problem } from '@loupe/contract';
import { formatOf } from '../../../core/decode.ts';
import { AppError } from '../../../core/errors.ts';
import { problem } from '../../datasets/index.ts';
import { EntryError, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { FileFault } from '../formats/format.ts';
import { imageIn, labelme } from '../formats/labelme.ts';
import { imageOf, imagesOf, type Images } from '../formats/per-image.ts';
import { withoutEnding } from '../without-ending.ts';
import { headsOf } from '../formats/recognise.ts';
import { textOf } from './annotations.ts';

/** Some programs write what a browser shows. */
const dataUrl = /^data:[\w/+.-]{0,100};base64,/;
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;
/** With the beginning of an address, as many characters say what the image is. */
const headLength = 200;

const bytesOf = (data: string): Buffer => Buffer.from(data.replace(dataUrl, ''), 'base64');

/** The image of a file that has none beside; undefined where there is none in it either, or where the file cannot be read. */
async function imageDataOf(archive: Archive, entry: ArchiveEntry, images?: Images): Promise<string | undefined> {
  try {
    const text = await textOf(archive, entry, []);
    const found = text === undefined ? undefined : imageIn(text);
    const isBeside = images && found && imageOf(entry.path, found.imageName, images) !== undefined;
    return isBeside ? undefined : found?.data;
  } catch (error) {
    // whoever reads its annotations says what is wrong with it
    if (error instanceof FileFault || (error instanceof AppError && error.key === 'coco.invalid')) return undefined;
    throw error;
  }
}

/** LabelMe files that no image is called after. */
async function candidates(archive: Archive, images: Images, signal: AbortSignal): Promise<ArchiveEntry[]> {
  const lonely = archive.entries.filter(
    ({ kind, path }) => kind === 'annotation' && !images.byStem.has(withoutEnding(path)),
  );
  const heads = await headsOf({ ...archive, entries: lonely }, signal, []);
  return heads.flatMap(({ entry, head }) => (labelme.recognise(head) ? [entry] : []));
}

/** One after the other: each may fill some hundreds of megabytes until its bytes are written. */
function makeReader(archive: Archive): (from: ArchiveEntry) => AsyncIterable<Buffer> {
  let turn: Promise<void> = Promise.resolve();
  return async function* read(from) {
    const before = turn;
    let done: () => void = () => undefined;
    turn = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      const data = await imageDataOf(archive, from);
      if (data === undefined) throw new EntryError('entry.damaged');
      yield bytesOf(data);
    } finally {
      done();
    }
  };
}

/** The archive with an entry for each image that is only in a LabelMe file. What is no image there is named. */
export async function withEmbedded(archive: Archive, signal: AbortSignal): Promise<Archive> {
  const images = imagesOf({ entries: archive.entries, refused: new Map() });
  const entries: ArchiveEntry[] = [];
  const problems: Problem[] = [];
  const taken = new Set(images.paths);
  for (const from of await candidates(archive, images, signal)) {
    signal.throwIfAborted();
    // one at a time: each may fill tens of megabytes
    // oxlint-disable-next-line no-await-in-loop
    const data = await imageDataOf(archive, from, images);
    if (data === undefined) continue;
    const format = formatOf(bytesOf(data.slice(0, headLength)));
    const path = `${withoutEnding(from.path)}.${format}`;
    if (format === undefined || !base64.test(data.replace(dataUrl, '')) || taken.has(path)) {
      problems.push(problem(from.path, 'annotationFile.imageData'));
      continue;
    }
    taken.add(path);
    entries.push({ path, bytes: Math.floor((data.length * 3) / 4), kind: 'image', index: -1, from });
  }
  if (entries.length === 0 && problems.length === 0) return archive;
  const read = makeReader(archive);
  return {
    ...archive,
    entries: [...archive.entries, ...entries],
    problems: [...archive.problems, ...problems],
    read: (entry, room) => (entry.from ? Promise.resolve(read(entry.from)) : archive.read(entry, room)),
  };
}
