/** Rows for a batch of prepared images with their shapes and notes, and how far the import got: one transaction. */
import {
  families,
  ImagePart,
  shapeKindsOf,
  type DatasetRole,
  type DuplicateFile,
  type FamilyId,
  type FolderType,
  type Problem,
  type SetType,
} from '@loupe/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { v4 as randomUuid } from 'uuid';
import type { Tx } from '../../../core/db.ts';
import { AppError, found } from '../../../core/errors.ts';
import { tallyUp } from '../../../core/tally.ts';
import {
  annotationArgs,
  breather,
  cocoShape,
  takesImport,
  writeImport,
  type ImportImage,
  type MaskBudget,
} from '../../annotation/index.ts';
import { changeFolder, insertImages, lock, problem, type FolderPlace, type StoredImage } from '../../datasets/index.ts';
import { dataset, folder, image, label } from '../../../tables/datasets.ts';
import { saysEmpty, type ImageRecords } from './annotations.ts';
import { isOkNg } from './layout.ts';
import type { Place } from './places.ts';
import type { Prepared } from './prepare.ts';
import type { ImportResult } from './result.ts';

export interface Target {
  taskId: number;
  userId: number;
  family: string;
  setType: string;
  /** Of the data set of the upload: what names no other goes there. */
  role: DatasetRole;
  /** The model that owns the data set; null for one of the project. */
  modelId: number | null;
  /** The folder of the upload. */
  folder: FolderPlace & { name: string };
  /** What this run of the import may still do about masks. */
  masks: MaskBudget;
  /** Images that the files list without annotations become checked, empty. */
  marksEmpty: boolean;
}
/** An image that was there before, for those who have it open. */
interface Edited {
  id: number;
  revision: number;
  clientId: string;
}
interface Batch {
  target: Target;
  result: ImportResult;
  problems: Problem[];
  duplicates: DuplicateFile[];
  edited: Edited[];
}
interface Kept {
  path: string;
  place: Place;
  stored: StoredImage;
  records: ImageRecords | undefined;
}
/** Of an image that the folder has already. */
interface Known extends Kept {
  note: DuplicateFile;
}

/** The data set with this role among those of the model that owns this one. */
export async function setWithRole(
  tx: Tx,
  { id, modelId }: { id: number; modelId: number | null },
  role: DatasetRole,
): Promise<{ id: number }> {
  if (modelId === null) return { id };
  const [set] = await tx
    .select({ id: dataset.id })
    .from(dataset)
    .where(and(eq(dataset.modelId, modelId), eq(dataset.role, role)));
  return found(set);
}

/** Where images go that no directory names: the folder of the upload, or the first of another data set. */
async function baseOf(tx: Tx, batch: Batch, role: DatasetRole | undefined): Promise<Target['folder']> {
  const { folder: own, modelId } = batch.target;
  if (role === undefined) return own;
  const { id: datasetId } = await setWithRole(tx, { id: own.datasetId, modelId }, role);
  const [first] = await tx.select().from(folder).where(eq(folder.datasetId, datasetId)).orderBy(folder.id).limit(1);
  return first ?? folderNamed(tx, batch, { datasetId, projectId: own.projectId }, role.toUpperCase());
}

/** The folder of that name in the data set, made where there is none, for what `type` says. */
async function folderNamed(
  tx: Tx,
  { result }: Batch,
  { datasetId, projectId }: Pick<FolderPlace, 'datasetId' | 'projectId'>,
  name: string,
  type?: FolderType,
): Promise<Target['folder']> {
  const [made] = await tx.insert(folder).values({ datasetId, projectId, name, type }).onConflictDoNothing().returning();
  if (made) {
    result.foldersAdded++;
    return made;
  }
  const there = await tx.select().from(folder).where(eq(folder.datasetId, datasetId));
  return there.find((one) => one.name.toLowerCase() === name.toLowerCase())!;
}

interface Duplicate {
  name: string;
  folderId: number | null;
  folder: string;
}

/** Images of the data set with the same bytes, those of this folder last, so that they win. */
async function duplicatesOf(
  tx: Tx,
  place: Target['folder'],
  hashes: readonly string[],
): Promise<Map<string, Duplicate>> {
  const rows = await tx
    .select({ sha256: image.sha256, name: image.name, folderId: image.folderId, folder: folder.name })
    .from(image)
    .innerJoin(folder, eq(folder.id, image.folderId))
    .where(and(inArray(image.sha256, [...hashes]), eq(image.datasetId, place.datasetId), isNull(image.deletedAt)));
  const isHere = (one: Duplicate) => Number(one.folderId === place.id);
  return new Map(rows.sort((a, b) => isHere(a) - isHere(b)).map((one) => [one.sha256, one]));
}

/** Tells what is new from what the folder has already, and notes what the data set has. */
async function tellApart(
  tx: Tx,
  batch: Batch,
  place: Target['folder'],
  list: readonly Kept[],
): Promise<{ fresh: Kept[]; there: Known[] }> {
  const [fresh, there]: [Kept[], Known[]] = [[], []];
  const known = await duplicatesOf(
    tx,
    place,
    list.map((one) => one.stored.sha256),
  );
  for (const one of list) {
    const { path, stored } = one;
    const same = known.get(stored.sha256);
    const isHere = same?.folderId === place.id;
    const note: DuplicateFile | undefined = same && { file: path, of: same.name, folder: same.folder, added: !isHere };
    if (note) batch.duplicates.push(note);
    if (note && isHere) there.push({ ...one, note });
    else {
      fresh.push(one);
      known.set(stored.sha256, { name: stored.name, folderId: place.id, folder: place.name });
    }
  }
  return { fresh, there };
}

type ImageRow = ImportImage['image'];

/** Null where it is left out, or beyond the classes that were asked about. A class may be called as what every object has. */
const labelOf = ({ result: { labels } }: Batch, className: string): number | null =>
  labels && Object.hasOwn(labels, className) ? labels[className]! : null;

/** The shapes of one image by the mapping; undefined where nothing is said of it, or of an image of another size. */
async function shapesFor(batch: Batch, row: ImageRow, { path, records }: Kept): Promise<ImportImage | undefined> {
  if (!records) return undefined;
  const { width = row.width, height = row.height } = records;
  if (width !== row.width || height !== row.height) {
    const sizes = { coco: `${width} × ${height}`, image: `${row.width} × ${row.height}` };
    batch.problems.push(problem(path, 'coco.size', sizes));
    return undefined;
  }
  for (const one of records.problems) batch.problems.push(one);
  const { family, setType, masks } = batch.target;
  const kinds = shapeKindsOf(families[family as FamilyId], setType as SetType);
  const shapes: ImportImage['shapes'] = [];
  const breathe = breather();
  for (const { className, name, annotation } of records.objects) {
    const labelId = labelOf(batch, className);
    if (labelId === null) continue;
    // the worker says meanwhile that it lives
    // oxlint-disable-next-line no-await-in-loop
    await breathe(annotation.cells ?? annotation.segmentation, row.width * row.height);
    const read = cocoShape(annotation, { width: row.width, height: row.height, kinds }, masks);
    if (read.problem) batch.problems.push(problem(path, read.problem, annotationArgs(name)));
    if (read.isBox) batch.result.boxes++;
    if (read.shape) shapes.push({ ...read.shape, id: randomUuid(), labelId });
  }
  const annotated = !saysEmpty(records);
  return annotated || batch.target.marksEmpty ? { image: row, shapes, annotated } : undefined;
}

/** A label that nothing carries yet can be deleted under the import; from here to the end of the transaction it cannot. */
async function holdLabels(tx: Tx, images: readonly ImportImage[]): Promise<void> {
  const ids = [...new Set(images.flatMap(({ shapes }) => shapes.map(({ labelId }) => labelId)))];
  if (ids.length === 0) return;
  const held = await tx
    .select({ id: label.id })
    .from(label)
    .where(and(inArray(label.id, ids), isNull(label.deletedAt)))
    .orderBy(label.id)
    .for('key share');
  if (held.length < ids.length) throw new AppError('cause.import.labels');
}

async function writeShapes(tx: Tx, batch: Batch, place: Target['folder'], images: readonly ImportImage[]) {
  await holdLabels(tx, images);
  const written = await writeImport(tx, images, { clientId: randomUuid(), actorId: batch.target.userId });
  await changeFolder(tx, place.id, written.states);
  batch.problems.push(...written.problems);
  batch.result.shapes += written.shapes;
  batch.result.empty += written.changed.filter(({ state }) => state === 'empty').length;
  return written;
}

/** Its annotations are left out: it is named as a duplicate. */
function leaveOut(batch: Batch, { note, records }: Known): void {
  const count = records!.objects.filter(({ className }) => labelOf(batch, className) !== null).length;
  if (count > 0) note.left = count;
}

/** Annotations of images that the folder has already go to those that nobody has annotated; of the others they are named. */
async function annotateKnown(tx: Tx, batch: Batch, place: Target['folder'], all: readonly Known[]): Promise<void> {
  const known = all.filter(({ records }) => records !== undefined);
  if (known.length === 0) return;
  const hashes = known.map(({ stored }) => stored.sha256);
  const rows = await tx
    .select()
    .from(image)
    .where(and(eq(image.folderId, place.id), inArray(image.sha256, hashes), isNull(image.deletedAt)))
    .orderBy(image.id)
    .for('no key update');
  const taken = new Map<number, Known>();
  const images: ImportImage[] = [];
  for (const one of known) {
    const same = rows.filter(({ sha256 }) => sha256 === one.stored.sha256);
    const row = same.find(({ name }) => name === one.note.of) ?? same[0];
    if (!row) continue;
    if (!takesImport(row.state) || taken.has(row.id)) {
      leaveOut(batch, one);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const own = await shapesFor(batch, row, one);
    if (!own) continue;
    taken.set(row.id, one);
    images.push(own);
  }
  const { changed, clientId } = await writeShapes(tx, batch, place, images);
  for (const { id, revision, nShapes } of changed) {
    batch.edited.push({ id, revision, clientId });
    if (nShapes === 0) continue;
    taken.get(id)!.note.annotated = true;
    batch.result.annotated++;
  }
}

/** What the directories say of parts stands, whatever images of the same group there are. */
async function setParts(tx: Tx, added: readonly ImageRow[], list: readonly Kept[]): Promise<void> {
  const partByName = new Map(list.map(({ place, stored }) => [stored.name, place.part]));
  for (const part of ImagePart.options) {
    const ids = added.filter((row) => partByName.get(row.name) === part && row.part !== part).map(({ id }) => id);
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    if (ids.length > 0) await tx.update(image).set({ part }).where(inArray(image.id, ids));
  }
}

async function addToFolder(tx: Tx, batch: Batch, place: Target['folder'], list: readonly Kept[]): Promise<void> {
  await lock(tx, dataset, place.datasetId, 'key share');
  await lock(tx, folder, place.id, 'no key update');
  const { fresh, there } = await tellApart(tx, batch, place, list);
  const { added } = await insertImages(
    tx,
    place,
    fresh.map((one) => one.stored),
  );
  await setParts(tx, added, fresh);
  const rows = new Map(added.map((row) => [row.name, row]));
  const shapes: ImportImage[] = [];
  for (const one of fresh) {
    const row = rows.get(one.stored.name);
    // of two with one name the first has the row
    rows.delete(one.stored.name);
    if (!row) batch.problems.push(problem(one.path, 'image.nameExists'));
    // oxlint-disable-next-line no-await-in-loop
    const own = row && (await shapesFor(batch, row, one));
    if (own) shapes.push(own);
  }
  await writeShapes(tx, batch, place, shapes);
  batch.result.images += added.length;
  await annotateKnown(tx, batch, place, there);
}

/** Gives back the result with what this batch added to it; the caller writes it in the same transaction. */
export async function writeBatch(
  tx: Tx,
  target: Target,
  before: ImportResult,
  prepared: readonly Prepared[],
): Promise<Omit<Batch, 'target'>> {
  const result = { ...before, next: before.next + prepared.length };
  const batch: Batch = { target, result, problems: [], duplicates: [], edited: [] };
  const kept = prepared.flatMap(({ problem: wrong, stored, ...rest }): Kept[] => {
    if (wrong) batch.problems.push(wrong);
    return stored ? [{ ...rest, stored, records: rest.records }] : [];
  });
  // in data sets of a model the part of each image says what it is for
  const isOfProject = target.modelId === null;
  const byFolder = Map.groupBy(kept, ({ place }) => JSON.stringify([place.role, place.folder]));
  for (const list of byFolder.values()) {
    const { role, folder: name, folderType } = list[0]!.place;
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    const base = await baseOf(tx, batch, role);
    // oxlint-disable-next-line no-await-in-loop
    const place =
      name === undefined ? base : await folderNamed(tx, batch, base, name, isOfProject ? folderType : undefined);
    const counted = result.images;
    // oxlint-disable-next-line no-await-in-loop
    await addToFolder(tx, batch, place, list);
    const own = role ?? target.role;
    if (isOkNg(own)) {
      const sums = result.okNg ?? { ok: 0, ng: 0 };
      result.okNg = { ...sums, [own]: sums[own] + result.images - counted };
    }
  }
  await tallyUp(tx, target.userId, 'images', result.images - before.images);
  const { problems, duplicates, edited } = batch;
  return { result, problems, duplicates, edited };
}
