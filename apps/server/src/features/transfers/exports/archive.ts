/** The entries of an export's zip, in each format: annotations of one instant first, the image files behind them. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { modelFormats, type ExportFormat, type FolderType } from '@loupe/contract';
import type { Db, Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import { atOneInstant } from '../../../core/instant.ts';
import type { Services } from '../../../core/services.ts';
import type { ZipEntry } from '../../../core/zip.ts';
import { cocoAnnotation, cocoCategory, cocoImage } from './coco.ts';
import { chooseFolders, labelsOf, imageBatches, shapesOf } from './material.ts';
import { mvtec, okng, okNgEntries } from './ok-ng.ts';
import { asPng, uniqueNames } from './names.ts';
import { kept, type Archived, type ArchiveInput, type NamedImage, type Step, type Work } from './work.ts';
import { dataYaml, labelPath, yoloLines } from './yolo.ts';

export type { Archived, Step } from './work.ts';

/** Above this an image is not held whole. */
const wholeBytes = 8 * 1024 * 1024;
/** Text is handed on in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** The images of all folders with their names in the zip; a name does not depend on when it is asked for. */
async function* namedBatches({ tx, folders, input }: Work): AsyncGenerator<NamedImage[]> {
  for (const folder of folders) {
    const nameOf = uniqueNames(input.format !== 'coco');
    for await (const rows of imageBatches(tx, folder.id)) {
      yield rows.map((row) => {
        const isOther = input.withImages && row.originalSha256 !== null;
        return { ...row, file: `${folder.name}/${nameOf(isOther ? asPng(row.name) : row.name)}` };
      });
    }
  }
}

/** Joins texts to pieces of some size. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

async function* cocoImages(work: Work): AsyncGenerator<object> {
  for await (const images of namedBatches(work)) {
    work.taken(images);
    for (const image of images) yield cocoImage(image);
  }
}

async function* cocoAnnotations(work: Work): AsyncGenerator<object> {
  const placeOf = kept('coco', work);
  for (const folder of work.folders) {
    for await (const images of imageBatches(work.tx, folder.id)) {
      const shapes = await shapesOf(work.tx, images);
      for (const shape of images.flatMap(({ id }) => shapes.get(id) ?? [])) {
        const place = placeOf(shape);
        if (place !== undefined) yield cocoAnnotation(work.archived.shapes, shape.imageId, place + 1, shape);
      }
    }
  }
}

/** The records of a JSON list, a line each. */
async function* linesOf(records: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
}

/** One JSON, written in two passes over the images: neither list is ever held. */
async function* cocoText(work: Work): AsyncGenerator<string> {
  const info = { description: work.input.datasetName, version: '1.0' };
  const categories = work.labels.map(({ name }, index) => cocoCategory(name, index));
  yield `{"info":${JSON.stringify(info)},"licenses":[],\n"categories":${JSON.stringify(categories)},\n"images":[`;
  yield* linesOf(cocoImages(work));
  yield '\n],\n"annotations":[';
  yield* linesOf(cocoAnnotations(work));
  yield '\n]}\n';
}

async function* cocoEntries(work: Work): AsyncGenerator<ZipEntry> {
  yield { name: 'annotations/instances.json', bytes: pieces(cocoText(work)), deflate: true };
}

async function* yoloEntries(work: Work): AsyncGenerator<ZipEntry> {
  const { tx, input, labels, folders, taken } = work;
  const placeOf = kept(input.format, work);
  const parts = folders.map(({ name, type }) => ({ path: name, type: type as FolderType }));
  const names = labels.map(({ name }) => name);
  yield { name: 'data.yaml', bytes: Buffer.from(dataYaml(input.datasetName, parts, names)) };
  for await (const images of namedBatches(work)) {
    taken(images);
    const shapes = await shapesOf(tx, images);
    for (const image of images) {
      const lines = (shapes.get(image.id) ?? []).map((one) => {
        const place = placeOf(one);
        return place === undefined ? '' : yoloLines(input.format, place, one, image);
      });
      yield { name: labelPath(image.file), bytes: Buffer.from(lines.join('')) };
    }
  }
}

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
  if (choice.unannotated > 0) archived.losses.unannotated = choice.unannotated;
  const taken = (images: readonly NamedImage[]) => {
    archived.images += images.length;
    const root = modelFormats.has(input.format) ? '' : 'images/';
    if (input.withImages) for (const { file, sha256 } of images) files.push({ name: `${root}${file}`, file, sha256 });
    onStep({ phase: 'annotations', done: archived.images, total: choice.images });
  };
  const labels = await labelsOf(tx, [...choice.roles.keys()]);
  yield* entriesOf[input.format]({ ...choice, tx, input, labels, archived, taken });
}

const entriesOf: { readonly [F in ExportFormat]: (work: Work) => AsyncGenerator<ZipEntry> } = {
  coco: cocoEntries,
  yoloDetect: yoloEntries,
  yoloSegment: yoloEntries,
  mvtec: (work) => okNgEntries(work, mvtec),
  okng: (work) => okNgEntries(work, okng),
};

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
