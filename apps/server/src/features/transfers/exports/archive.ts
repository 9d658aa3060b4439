/** The entries of an export's zip, whatever the format: annotations of one instant first, the image files behind them. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Db, Tx } from '../../../core/db.ts';
import { decodeImage, type DecodedImage } from '../../../core/decode.ts';
import { AppError } from '../../../core/errors.ts';
import { atOneInstant } from '../../../core/instant.ts';
import type { Services } from '../../../core/services.ts';
import type { ZipEntry } from '../../../core/zip.ts';
import { formats } from '../formats/registry.ts';
import { belies } from '../imports/layout.ts';
import { chooseFolders, labelsOf, lossesOfChoice, lossesOfFolders } from './material.ts';
import { directoriesOf } from './names.ts';
import { addCounts } from './shapes.ts';
import { textCrop } from './text-crop.ts';
import type { Archived, ArchiveInput, NamedImage, Step, Work } from './work.ts';

export type { Archived, Step } from './work.ts';

/** Above this an image is not held whole. */
const wholeBytes = 8 * 1024 * 1024;

interface ImageFile {
  /** In the zip. */
  name: string;
  /** As a person knows it. */
  file: string;
  sha256: string;
  /** Of a part that is cut out. */
  corners?: readonly number[];
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
  addCounts(archived.losses, lossesOfChoice(choice));
  addCounts(archived.losses, await lossesOfFolders(tx, format, choice.folders));
  const taken = (images: readonly NamedImage[]) => {
    archived.images += images.length;
    if (input.withImages && !format.cutsImages)
      for (const { file, sha256 } of images) files.push({ name: `${format.imageRoot}${file}`, file, sha256 });
    onStep({ phase: 'annotations', done: archived.images, total: choice.images });
  };
  const cut: Work['cut'] = (name, { file, sha256 }, corners) => {
    if (input.withImages) files.push({ name: `${format.imageRoot}${name}`, file, sha256, corners });
  };
  const labels = await labelsOf(tx, [...choice.roles.keys()]);
  const directories = directoriesOf(
    choice.folders,
    ({ name, datasetId }) => format.misreads?.(name) === true || belies(name, choice.roles.get(datasetId)),
  );
  yield* format.entries({ ...choice, tx, input, format, labels, directories, archived, taken, cut });
  if (format.hasOneClass && labels.length > 1 && archived.shapes > 0) archived.losses.labels = archived.shapes;
}

async function fileSize(path: string, file: string): Promise<number> {
  const there = await stat(path).catch(() => undefined);
  if (!there?.isFile()) throw new AppError('cause.export.imageMissing', { args: { file } });
  return there.size;
}

async function imageBytes(path: string, file: string): Promise<ZipEntry['bytes']> {
  return (await fileSize(path, file)) <= wholeBytes ? readFile(path) : createReadStream(path);
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
  // the parts of an image come one after the other: it is decoded once
  let whole: { sha256: string; pixels: DecodedImage } | undefined;
  for (const [index, { name, file, sha256, corners }] of files.entries()) {
    const at = blobs.path(sha256);
    // one after the other: the zip takes them so
    // oxlint-disable no-await-in-loop
    if (corners && whole?.sha256 !== sha256) {
      await fileSize(at, file);
      whole = { sha256, pixels: await decodeImage(at) };
    }
    yield { name, bytes: corners ? await textCrop(whole!.pixels, corners) : await imageBytes(at, file) };
    // oxlint-enable no-await-in-loop
    onStep({ phase: 'images', done: index + 1, total: files.length });
  }
}
