/** The entries of an export's zip, whatever the format: annotations of one instant first, the image files behind them. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Db, Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import { atOneInstant } from '../../../core/instant.ts';
import type { Services } from '../../../core/services.ts';
import type { ZipEntry } from '../../../core/zip.ts';
import { formats } from './formats/registry.ts';
import { chooseFolders, labelsOf } from './material.ts';
import type { Archived, ArchiveInput, NamedImage, Step } from './work.ts';

export type { Archived, Step } from './work.ts';

/** Above this an image is not held whole. */
const wholeBytes = 8 * 1024 * 1024;

interface ImageFile {
  /** In the zip. */
  name: string;
  /** As a person knows it. */
  file: string;
  sha256: string;
}

/** The entries that hold annotations. Throws where there is nothing (any more) to export. */
async function* annotationEntries(
  tx: Tx,
  input: ArchiveInput,
  archived: Archived,
  files: ImageFile[],
  onStep: (step: Step) => void,
): AsyncGenerator<ZipEntry> {
  const choice = await chooseFolders(tx, input);
  if (choice.images === 0) throw new AppError('cause.export.nothing');
  const format = formats[input.format];
  if (choice.unannotated > 0) archived.losses.unannotated = choice.unannotated;
  const taken = (images: readonly NamedImage[]) => {
    archived.images += images.length;
    if (input.withImages)
      for (const { file, sha256 } of images) files.push({ name: `${format.imageRoot}${file}`, file, sha256 });
    onStep({ phase: 'annotations', done: archived.images, total: choice.images });
  };
  const labels = await labelsOf(tx, [...choice.roles.keys()]);
  yield* format.entries({ ...choice, tx, input, format, labels, archived, taken });
}

async function imageBytes(path: string, file: string): Promise<ZipEntry['bytes']> {
  const there = await stat(path).catch(() => undefined);
  if (!there?.isFile()) throw new AppError('cause.export.imageMissing', { args: { file } });
  return there.size <= wholeBytes ? readFile(path) : createReadStream(path);
}

/** All entries. The annotations are read in one transaction; the files, which never change, behind it. */
export async function* archiveEntries(
  { db, blobs }: Pick<Services, 'blobs'> & { db: Db },
  input: ArchiveInput,
  archived: Archived,
  onStep: (step: Step) => void,
): AsyncGenerator<ZipEntry> {
  const files: ImageFile[] = [];
  yield* atOneInstant(db, (tx) => annotationEntries(tx, input, archived, files, onStep));
  for (const [index, { name, file, sha256 }] of files.entries()) {
    // one after the other: the zip takes them so
    // oxlint-disable-next-line no-await-in-loop
    yield { name, bytes: await imageBytes(blobs.path(sha256), file) };
    onStep({ phase: 'images', done: index + 1, total: files.length });
  }
}
