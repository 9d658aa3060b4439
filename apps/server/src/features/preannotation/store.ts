/** Keeps what is proposed for images: see replace.ts for what goes with it. What people drew is not touched. */
import { limits, type Thresholds } from '@loupe/contract';
import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import type { InferenceAnswer, Predictor } from '../../inference/index.ts';
import { proposal } from '../../tables/preannotation.ts';
import { image } from '../../tables/datasets.ts';
import { imageStateOf, type StoredProposal } from '../annotation/index.ts';
import { changeFolder, stateChange } from '../datasets/index.ts';
import { isMarked, kindsOf, type MappedLabel, type Place } from './place.ts';
import { afterRun, earlierOf, type After, type Made, type Run } from './replace.ts';

/** `labels`: of the version, with those of the data set that stand for them now. */
export async function proposalsFor(
  predictor: Pick<Predictor, 'predictionType' | 'thresholds'>,
  { prediction, width, height }: Pick<InferenceAnswer, 'prediction' | 'width' | 'height'>,
  { place, labels }: { place: Place; labels: readonly MappedLabel[] },
): Promise<Made> {
  const proposes = predictor.predictionType.proposals!;
  const thresholds: Thresholds = predictor.thresholds;
  const about = { thresholds, labels, min: limits.proposalScoreMin };
  const { items, uncertainty } = await proposes.of(prediction, { width, height }, about);
  const kinds = kindsOf(place);
  const leftOut = new Set<string>();
  const kept = items.flatMap(({ c, ...one }): StoredProposal[] => {
    const own = c === null ? undefined : labels[c];
    if (own?.labelId === null) leftOut.add(own.name);
    if (own?.labelId === null || !kinds.includes(one.kind)) return [];
    return [{ id: newUuid(), labelId: own?.labelId ?? null, label: own?.name ?? null, ...one }];
  });
  const { common, own } = proposes.from(thresholds, labels);
  const byLabel = labels.flatMap(({ labelId }, i) => (labelId === null ? [] : [{ labelId, from: own[i] ?? common }]));
  return {
    items: kept.slice(0, limits.proposalsPerImage),
    leftOut: [...leftOut],
    from: { common, byLabel },
    uncertainty,
  };
}

/** Of a run. */
interface Write extends Run {
  place: Place;
  /** An image that somebody annotated meanwhile is left alone. */
  onlyOpen: boolean;
}

type Row = typeof image.$inferSelect;

/** The images that are there, held until the transaction ends. Their folders are locked first, as everywhere. */
async function holdImages(tx: Tx, imageIds: readonly number[]): Promise<Map<number, Row>> {
  await tx.execute(sql`
    select f.id from public.folder f
    where f.id in (select i.folder_id from image i where i.id = any(${sql.param(imageIds)}::bigint[]))
    order by f.id for no key update of f`);
  const rows = await tx
    .select()
    .from(image)
    .where(and(inArray(image.id, [...imageIds]), isNull(image.deletedAt), isNotNull(image.folderId)))
    .orderBy(image.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** States and doubts of the images, and what their folders count then. */
async function mark(tx: Tx, place: Place, all: readonly { row: Row; after: After }[]): Promise<void> {
  const marked = all.map(({ row, after: { uncertainty, proposed } }) => {
    const isOpen = isMarked(place) && row.nShapes === 0 && row.state !== 'empty';
    const state = isOpen ? imageStateOf({ liveShapes: 0, empty: false, proposed }) : row.state;
    return { id: row.id, state, uncertainty };
  });
  await tx.execute(sql`
    update image set state = m.state, uncertainty = m.uncertainty
    from json_to_recordset(${JSON.stringify(marked)}::json) as m(id bigint, state text, uncertainty real)
    where image.id = m.id`);
  const states = all.map(({ row }, i) => ({ folderId: row.folderId!, before: row.state, after: marked[i]!.state }));
  for (const [folderId, some] of Map.groupBy(states, (one) => one.folderId)) {
    const [before, after] = [some.map((one) => one.before), some.map((one) => one.after)];
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await changeFolder(tx, folderId, stateChange(before, after));
  }
}

export interface Proposed {
  imageId: number;
  made: Made;
}

/** Gives what became of each image, in their order. The statements are as few for many images as for one. */
export async function writeProposals(
  tx: Tx,
  list: readonly Proposed[],
  { place, onlyOpen, ...run }: Write,
): Promise<('done' | 'edited' | 'gone')[]> {
  const ids = list.map(({ imageId }) => imageId);
  const held = await holdImages(tx, ids);
  const earlier = await earlierOf(tx, [...held.keys()]);
  const rows: { row: Row; after: After }[] = [];
  for (const { imageId, made } of list) {
    const row = held.get(imageId);
    if (!row || (onlyOpen && (row.nShapes > 0 || (isMarked(place) && row.state === 'empty')))) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection
    rows.push({ row, after: await afterRun(tx, row, { made, run, earlier: earlier.get(imageId) ?? [] }) });
  }
  if (rows.length > 0) {
    const gone = rows.flatMap(({ after }) => after.gone);
    if (gone.length > 0) await tx.delete(proposal).where(inArray(proposal.id, gone));
    await tx.insert(proposal).values(rows.flatMap(({ after }) => after.fresh));
    await mark(tx, place, rows);
  }
  const done = new Set(rows.map(({ row }) => row.id));
  return ids.map((id) => (done.has(id) ? 'done' : held.has(id) ? 'edited' : 'gone'));
}

/** Whoever has one of the images open sees what is proposed; who misses it sees it when they open the image again. */
export async function tellProposals(services: Services, projectId: number, imageIds: number[]): Promise<void> {
  if (imageIds.length === 0) return;
  try {
    await services.publish({ projectId }, { type: 'proposals', imageIds });
  } catch (error) {
    services.log.warn({ error: String(error) }, 'news of proposals was not sent');
  }
}
