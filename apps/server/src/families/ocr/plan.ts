/** A training on texts that people marked and typed; or the ready-made reader, which needs neither. */
import { isReadyStage, limits, type MessageKey } from '@loupe/contract';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { imagesIn, isInConflict } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { dataset, folder, image } from '../../tables/datasets.ts';
import {
  countImages,
  isChecked,
  percentOf,
  refuseEmptyPart,
  refuseMissingFiles,
  splitByRequest,
  type Counts,
} from '../images.ts';
import type { PlanRequest, PlanTraining, Split, Warning } from '../plan.ts';
import { chooseValidationImages } from '../split.ts';
import { makeTextCounter, readingOf, textFaults, type TextCounts } from './texts.ts';

/** What of the model learns anything. */
interface Learns {
  find: boolean;
  read: boolean;
}

function learnsOf({ modelType, params, laterParams }: PlanRequest): Learns {
  const all = [params, ...laterParams];
  const learns = (recipe: string): boolean => {
    const i = modelType.stages.findIndex((stage) => stage === recipe);
    return i >= 0 && !isReadyStage(all[i]!);
  };
  return { find: learns('textdet'), read: learns('textrec') };
}

/** Images of the test set show how good a version is only while none of them was learned. */
async function refuseTestSet(tx: Tx, folderIds: readonly number[]): Promise<void> {
  const [other] = await tx
    .select({ name: folder.name })
    .from(folder)
    .innerJoin(dataset, eq(dataset.id, folder.datasetId))
    .where(and(inArray(folder.id, [...folderIds]), eq(dataset.role, 'test')))
    .limit(1);
  if (other) throw new AppError('train.testSet', { args: { folder: other.name } });
}

function refuseUnmarked(counts: Map<number, Counts>, { validationFolderIds, classes }: PlanRequest): void {
  const isUnmarked = ({ images, unannotated }: Counts) => images > 0 && unannotated === images;
  const trains = [...counts].filter(([id]) => !validationFolderIds.includes(id)).map(([, one]) => one);
  if (trains.every(({ images }) => images === 0)) throw new AppError('train.noImages');
  if ([...counts.values()].every((one) => one.images === 0 || isUnmarked(one))) throw new AppError('train.noAnnotated');
  if (classes.length === 0) throw new AppError('dataset.noLabels');
}

/** Nothing is learned: each image may show that engine and server read the same. An only one validates. */
async function splitAll(tx: Tx, { folderIds, params, seed }: PlanRequest): Promise<Split> {
  const rows = await tx
    .select({ id: image.id })
    .from(image)
    .where(and(inArray(image.folderId, [...folderIds]), isNull(image.deletedAt)));
  const ids = rows.map(({ id }) => id);
  const chosen = ids.length === 1 ? new Set(ids) : chooseValidationImages(ids, percentOf(params), seed);
  return {
    partOf: ({ id }) => (chosen.has(id) ? 'val' : 'train'),
    train: ids.length - chosen.size,
    val: chosen.size,
    rule: 'images',
    takesUnmarked: true,
  };
}

const batch = 5000;

/** All texts of the images that take part, a few thousand at a time. */
async function countTexts(tx: Tx, folderIds: readonly number[], params: PlanRequest['params']): Promise<TextCounts> {
  const counter = makeTextCounter(readingOf(params));
  for (let after = ''; ;) {
    const rows = await tx
      .select({
        id: shape.id,
        imageId: image.id,
        file: image.name,
        width: image.width,
        height: image.height,
        kind: shape.kind,
        points: shape.points,
        text: shape.text,
        ignore: sql<boolean>`${shape.ignore} or ${isInConflict(imagesIn(folderIds))}`,
      })
      .from(shape)
      .innerJoin(image, eq(image.id, shape.imageId))
      .where(and(inArray(image.folderId, [...folderIds]), isChecked, after === '' ? undefined : gt(shape.id, after)))
      .orderBy(asc(shape.id))
      .limit(batch);
    for (const { points, ...row } of rows)
      counter.add({ ...row, points: [...new Float32Array(Uint8Array.from(points).buffer)] });
    if (rows.length < batch) return counter.counts;
    after = rows.at(-1)!.id;
  }
}

const keyOf = {
  crossed: 'Crossed',
  outside: 'Outside',
  untyped: 'Untyped',
  empty: 'Empty',
  lines: 'Lines',
  long: 'Long',
  narrow: 'Narrow',
} as const;
const mostCharacters = 50;

function warningsOf(counts: TextCounts, { read }: Learns, maxTextLength: number): Warning[] {
  const faults = textFaults.flatMap((fault): Warning[] => {
    const { count, files } = counts.faults[fault];
    const concerns = read || fault === 'crossed' || fault === 'outside';
    if (count === 0 || !concerns) return [];
    return [
      {
        key: `train.text${keyOf[fault]}` satisfies MessageKey,
        args: { count, files: files.join(', '), max: maxTextLength },
      },
    ];
  });
  const lacking = [...counts.lacking].toSorted();
  if (!read || lacking.length === 0) return faults;
  const characters = lacking.slice(0, mostCharacters).join(' ') + (lacking.length > mostCharacters ? ' …' : '');
  return [...faults, { key: 'train.textCharacters', args: { count: lacking.length, characters } }];
}

/** A model that finds nothing takes each image for one text, whatever is marked on it. */
function warningsOfCrops({ several }: TextCounts, { modelType }: PlanRequest): Warning[] {
  if (several.count === 0 || modelType.stages.some((stage) => stage === 'textdet')) return [];
  return [{ key: 'train.textsSeveral', args: { count: several.count, files: several.files.toSorted().join(', ') } }];
}

function refuseUnlearnable(counts: TextCounts, { find, read }: Learns): void {
  if (find && counts.regions === 0) throw new AppError('train.noTextRegions');
  if (!read || counts.usable > 0) return;
  const typed = textFaults.filter((fault) => fault !== 'untyped');
  const left = typed.reduce((sum, fault) => sum + counts.faults[fault].count, 0);
  throw left > 0 ? new AppError('train.noUsableTexts', { args: { count: left } }) : new AppError('train.noTexts');
}

export const planOfTexts: PlanTraining = async (tx, request) => {
  const { folderIds, classes, params, laterParams } = request;
  const learns = learnsOf(request);
  await refuseTestSet(tx, folderIds);
  const counts = await countImages(tx, folderIds);
  const all = [...counts.values()];
  if (all.every(({ images }) => images === 0)) throw new AppError('train.noImages');
  const isReadyMade = !learns.find && !learns.read;
  if (!isReadyMade) refuseUnmarked(counts, request);
  await refuseMissingFiles(tx, folderIds);
  const split = isReadyMade ? await splitAll(tx, request) : await splitByRequest(tx, request);
  if (!isReadyMade) refuseEmptyPart(split);
  else if (split.val < limits.validationImagesMin) throw new AppError('train.noValidation');
  const reading = laterParams.at(-1) ?? params;
  const texts = await countTexts(tx, folderIds, reading);
  refuseUnlearnable(texts, learns);
  const [label] = classes;
  // the one label that texts have; where nothing is learned, it lacks nothing
  const perLabel = label && !isReadyMade ? [{ name: label.name, color: label.color, objects: texts.regions }] : [];
  return {
    split,
    warnings: [
      ...warningsOfCrops(texts, request),
      ...(isReadyMade ? [] : warningsOf(texts, learns, readingOf(reading).maxTextLength)),
    ],
    check: {
      unannotated: isReadyMade ? 0 : all.reduce((sum, one) => sum + one.unannotated, 0),
      objects: texts.regions,
      perLabel,
      trial: false,
      objectSides: [],
    },
  };
};
