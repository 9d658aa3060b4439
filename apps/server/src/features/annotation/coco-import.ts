/** Annotations of a COCO file for the images of a folder: shapes are added by ops, as a person's are; nothing is replaced. */
import {
  cutText,
  families,
  limits,
  shapeKindsOf,
  type CocoReport,
  type FamilyId,
  type Problem,
  type SetType,
} from '@loupe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { v4 as randomUuid, v5 as namedUuid } from 'uuid';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import {
  changeFolder,
  cleanName,
  insertLabels,
  labelsOf,
  lock,
  nameFault,
  ownFolder,
  problem,
} from '../datasets/index.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { planLabels } from './coco-labels.ts';
import { maskBudget } from './coco-mask.ts';
import { breather, readCoco, type Coco, type CocoAnnotation, type CocoImage } from './coco-read.ts';
import { annotationArgs, cocoShape, type CocoShape } from './coco-shape.ts';
import { tellOthers } from './ops.ts';
import { writeImport, type ImportImage } from './write-import.ts';

const listedProblems = 200;
const shapeIds = 'b0c3d0de-8f0e-4b67-9f7e-53f8fd2b7c01';

type Own = Awaited<ReturnType<typeof ownFolder>>;
type ImageRow = typeof image.$inferSelect;

/** The same record gives the same id: importing a file twice adds nothing twice. */
const shapeIdOf = (image: ImageRow, { id, place }: CocoAnnotation, shape: CocoShape): string =>
  namedUuid(JSON.stringify([image.id, id ?? `#${place}`, shape.kind, shape.points]), shapeIds);

/** Images of the file by its ids, as far as they are in the folder and have the size that the file says. */
function matchImages(coco: Coco, images: readonly ImageRow[], problems: Problem[]): Map<number, ImageRow> {
  const byName = new Map(images.map((one) => [one.name, one]));
  const matched = new Map<number, ImageRow>();
  for (const one of coco.images) {
    const name = cleanName(one.file_name);
    const image = name === undefined ? undefined : byName.get(name);
    if (!image) problems.push(unknownImage(one.file_name, name === undefined));
    else if (!sizeFits(one, image)) problems.push(sizeProblem(one, image));
    else matched.set(one.id, image);
  }
  return matched;
}

/** `isNoName`: no image could have it, so a person looks at the name and not at the folder. */
function unknownImage(fileName: string, isNoName: boolean): Problem {
  const { key, args } = nameFault(fileName);
  const shown = cutText(fileName, limits.imageName);
  return isNoName ? problem(shown, key, args) : problem(shown, 'coco.unknownImage');
}

const sizeFits = (one: CocoImage, image: ImageRow): boolean =>
  (one.width ?? image.width) === image.width && (one.height ?? image.height) === image.height;
const sizeProblem = (one: CocoImage, image: ImageRow): Problem =>
  problem(image.name, 'coco.size', {
    coco: `${one.width} × ${one.height}`,
    image: `${image.width} × ${image.height}`,
  });

interface Collecting {
  own: Own;
  coco: Coco;
  matched: ReadonlyMap<number, ImageRow>;
  labelOf: ReadonlyMap<number, number>;
  problems: Problem[];
}

/** The shapes for each image. An image that the file lists without any annotation was checked and has no defect. */
async function collect({ own, coco, matched, labelOf, problems }: Collecting) {
  const kinds = shapeKindsOf(families[own.project.family as FamilyId], own.dataset.setType as SetType);
  const listed = new Set(coco.images.map((one) => one.id));
  const images = new Map<number, ImportImage>();
  for (const image of matched.values()) images.set(image.id, { image, shapes: [], annotated: false });
  const [breathe, budget] = [breather(), maskBudget()];
  let boxes = 0;
  for (const annotation of coco.annotations) {
    const image = matched.get(annotation.image_id);
    // oxlint-disable-next-line no-await-in-loop
    await breathe(annotation.segmentation, image ? image.width * image.height : 0);
    const name = String(annotation.id ?? `#${annotation.place}`);
    if (!image) {
      // annotations of an image that is not here were reported with it
      if (!listed.has(annotation.image_id))
        problems.push(problem(name, 'coco.unknownImageId', { annotation: name, image: annotation.image_id }));
      continue;
    }
    const target = images.get(image.id)!;
    target.annotated = true;
    const labelId = labelOf.get(annotation.category_id);
    if (labelId === undefined) {
      problems.push(
        problem(image.name, 'coco.unknownCategory', { annotation: name, category: annotation.category_id }),
      );
      continue;
    }
    const read = cocoShape(annotation, { width: image.width, height: image.height, kinds }, budget);
    if (read.problem) problems.push(problem(image.name, read.problem, annotationArgs(name)));
    if (read.isBox) boxes++;
    if (read.shape) target.shapes.push({ ...read.shape, id: shapeIdOf(image, annotation, read.shape), labelId });
  }
  // a list of images alone says nothing about defects
  return { images: [...images.values()].filter((one) => one.annotated || coco.annotations.length > 0), boxes };
}

async function importInto(tx: Tx, own: Own, coco: Coco, actor: Actor) {
  const problems: Problem[] = [];
  await lock(tx, dataset, own.dataset.id, 'no key update');
  await lock(tx, folder, own.folder.id, 'no key update');
  const there = await labelsOf(tx, [own.dataset.id], 'bounded');
  const { names, missing } = planLabels(coco.categories, there, problems);
  const labels = [...there, ...(await insertLabels(tx, own.dataset.id, missing))];
  const idByName = new Map(labels.map((one) => [one.name.toLowerCase(), one.id]));
  const labelOf = new Map([...names].map(([category, name]) => [category, idByName.get(name.toLowerCase())!]));
  const images = await tx
    .select()
    .from(image)
    .where(and(eq(image.folderId, own.folder.id), isNull(image.deletedAt)))
    .orderBy(image.id)
    .for('no key update');
  const matched = matchImages(coco, images, problems);
  const collected = await collect({ own, coco, matched, labelOf, problems });
  const written = await writeImport(tx, collected.images, { clientId: randomUuid(), actorId: actor.userId });
  await changeFolder(tx, own.folder.id, written.states);
  problems.push(...written.problems);
  return { problems, written, labelsAdded: missing.length, boxes: collected.boxes };
}

export async function importCoco(
  services: Services,
  actor: Actor,
  folderId: number,
  raw: unknown,
): Promise<CocoReport> {
  const own = await ownFolder(services.db, actor, folderId);
  const unreadable: Problem[] = [];
  const coco = await readCoco(raw, unreadable, limits.cocoAnnotations);
  const { problems, written, labelsAdded, boxes } = await inTransaction(services.db, (tx) =>
    importInto(tx, own, coco, actor),
  );
  // an image that somebody has open is told at once; a big import is not spread image by image
  for (const one of written.changed.slice(0, listedProblems)) {
    // oxlint-disable-next-line no-await-in-loop
    await tellOthers(services, { id: one.id, projectId: own.project.id }, one.revision, written.clientId);
  }
  const all = [...unreadable, ...problems];
  return {
    images: written.images,
    shapes: written.shapes,
    labelsAdded,
    problems: all.slice(0, listedProblems),
    moreProblems: Math.max(0, all.length - listedProblems),
    // what was there from an earlier import is not added again
    boxes: Math.min(boxes, written.shapes),
  };
}
