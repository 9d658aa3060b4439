/** Annotations of a COCO file for the pictures of a folder: shapes are added by ops, as a person's are; nothing is replaced. */
import {
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
import { changeFolder, cleanName, insertLabels, labelsOf, lock, ownFolder, problem } from '../datasets/index.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import { planLabels } from './coco-labels.ts';
import { breathe, readCoco, type Coco, type CocoAnnotation, type CocoImage } from './coco-read.ts';
import { annotationArgs, cocoShape, type CocoShape } from './coco-shape.ts';
import { tellOthers } from './ops.ts';
import { writeImport, type ImportPicture } from './write-import.ts';

const listedProblems = 200;
const shapeIds = 'b0c3d0de-8f0e-4b67-9f7e-53f8fd2b7c01';

type Own = Awaited<ReturnType<typeof ownFolder>>;
type Picture = typeof image.$inferSelect;

/** The same record gives the same id: importing a file twice adds nothing twice. */
const shapeIdOf = (picture: Picture, { id, place }: CocoAnnotation, shape: CocoShape): string =>
  namedUuid(JSON.stringify([picture.id, id ?? `#${place}`, shape.kind, shape.points]), shapeIds);

/** Pictures of the file by its ids, as far as they are in the folder and have the size that the file says. */
function matchPictures(coco: Coco, pictures: readonly Picture[], problems: Problem[]): Map<number, Picture> {
  const byName = new Map(pictures.map((one) => [one.name, one]));
  const matched = new Map<number, Picture>();
  for (const one of coco.images) {
    const name = cleanName(one.file_name);
    const picture = name === undefined ? undefined : byName.get(name);
    if (!picture) problems.push(problem(one.file_name.slice(0, 255), 'coco.unknownPicture'));
    else if (!sizeFits(one, picture)) problems.push(sizeProblem(one, picture));
    else matched.set(one.id, picture);
  }
  return matched;
}

const sizeFits = (one: CocoImage, picture: Picture): boolean =>
  (one.width ?? picture.width) === picture.width && (one.height ?? picture.height) === picture.height;
const sizeProblem = (one: CocoImage, picture: Picture): Problem =>
  problem(picture.name, 'coco.size', {
    coco: `${one.width} × ${one.height}`,
    picture: `${picture.width} × ${picture.height}`,
  });

interface Collecting {
  own: Own;
  coco: Coco;
  matched: ReadonlyMap<number, Picture>;
  labelOf: ReadonlyMap<number, number>;
  problems: Problem[];
}

/** The shapes for each picture. A picture that the file lists without any annotation was checked and has no defect. */
async function collect({ own, coco, matched, labelOf, problems }: Collecting): Promise<ImportPicture[]> {
  const kinds = shapeKindsOf(families[own.project.family as FamilyId], own.dataset.setType as SetType);
  const listed = new Set(coco.images.map((one) => one.id));
  const pictures = new Map<number, ImportPicture>();
  for (const picture of matched.values()) pictures.set(picture.id, { picture, shapes: [], annotated: false });
  for (const [i, annotation] of coco.annotations.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await breathe(i);
    const picture = matched.get(annotation.image_id);
    const name = String(annotation.id ?? `#${annotation.place}`);
    if (!picture) {
      // annotations of a picture that is not here were reported with it
      if (!listed.has(annotation.image_id))
        problems.push(problem(name, 'coco.unknownImageId', { annotation: name, image: annotation.image_id }));
      continue;
    }
    const target = pictures.get(picture.id)!;
    target.annotated = true;
    const labelId = labelOf.get(annotation.category_id);
    if (labelId === undefined) {
      problems.push(
        problem(picture.name, 'coco.unknownCategory', { annotation: name, category: annotation.category_id }),
      );
      continue;
    }
    const read = cocoShape(annotation, { width: picture.width, height: picture.height, kinds });
    if (read.problem) problems.push(problem(picture.name, read.problem, annotationArgs(name)));
    if (read.shape) target.shapes.push({ ...read.shape, id: shapeIdOf(picture, annotation, read.shape), labelId });
  }
  // a list of pictures alone says nothing about defects
  return [...pictures.values()].filter((one) => one.annotated || coco.annotations.length > 0);
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
  const pictures = await tx
    .select()
    .from(image)
    .where(and(eq(image.folderId, own.folder.id), isNull(image.deletedAt)))
    .orderBy(image.id)
    .for('no key update');
  const matched = matchPictures(coco, pictures, problems);
  const collected = await collect({ own, coco, matched, labelOf, problems });
  const written = await writeImport(tx, collected, { clientId: randomUuid(), actorId: actor.userId });
  await changeFolder(tx, own.folder.id, written.states);
  problems.push(...written.problems);
  return { problems, written, labelsAdded: missing.length };
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
  const { problems, written, labelsAdded } = await inTransaction(services.db, (tx) => importInto(tx, own, coco, actor));
  // a picture that somebody has open is told at once; a big import is not spread picture by picture
  for (const one of written.changed.slice(0, listedProblems)) {
    // oxlint-disable-next-line no-await-in-loop
    await tellOthers(services, { id: one.id, projectId: own.project.id }, one.revision, written.clientId);
  }
  const all = [...unreadable, ...problems];
  return {
    pictures: written.pictures,
    shapes: written.shapes,
    labelsAdded,
    problems: all.slice(0, listedProblems),
    moreProblems: Math.max(0, all.length - listedProblems),
  };
}
