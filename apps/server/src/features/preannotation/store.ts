/**
 * Keeps what a model proposes for images, in place of what an earlier run proposed. What people drew is not touched, and of
 * searches by examples only candidates of the labels that are searched for again.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits, type Thresholds } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import type { InferenceAnswer, Predictor } from '../../inference/index.ts';
import { closeness } from '../../predictions/proposals.ts';
import { proposal } from '../../tables/preannotation.ts';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { noVersion, storedIn, unpackPoints, type StoredFrom, type StoredProposal } from '../annotation/index.ts';
import { changeFolder, stateChange } from '../datasets/index.ts';
import { isMarked, kindsOf, type MappedLabel, type Place } from './place.ts';

const compress = promisify(gzip);

/** What an image gets, before it is written. */
export interface Made {
  items: StoredProposal[];
  leftOut: string[];
  from: StoredFrom;
  uncertainty: number;
}

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
interface Write {
  place: Place;
  taskId: number | null;
  /** `noVersion`: examples have proposed it. */
  versionId: number;
  createdBy: number;
  /** An image that somebody annotated meanwhile is left alone. */
  onlyOpen: boolean;
  /** Labels that a search by examples looks for; left out: all that an earlier run proposed goes. */
  searched?: readonly number[];
}

/** What stays of an earlier search by examples. */
interface Kept {
  /** Turned down by a person: another search does not bring it back. */
  rejected: StoredProposal[];
  /** Of other labels, and nobody has decided on it yet. */
  open: StoredProposal[];
}

async function keptOf(tx: Tx, imageId: number, searched: readonly number[] | undefined): Promise<Kept> {
  const [row] = searched ? await tx.select().from(proposal).where(eq(proposal.imageId, imageId)) : [];
  if (row?.versionId !== noVersion) return { rejected: [], open: [] };
  const items = await storedIn(row.body);
  const accepted = await tx
    .select({ id: shape.id })
    .from(shape)
    .where(and(eq(shape.imageId, imageId), inArray(shape.id, row.ids)));
  const decided = new Set([...row.rejected, ...accepted.map(({ id }) => id)]);
  return {
    rejected: items.filter(({ id }) => row.rejected.includes(id)).slice(0, limits.proposalsPerImage / 2),
    open: items.filter(({ id, labelId }) => !decided.has(id) && !searched!.includes(labelId ?? 0)),
  };
}

/** The best of both, where they are too many: neither crowds the other out. */
function together(fresh: readonly StoredProposal[], open: readonly StoredProposal[], room: number): StoredProposal[] {
  const least = Math.floor(room / 2);
  const best = (list: readonly StoredProposal[], most: number) =>
    list.toSorted((a, b) => b.score - a.score).slice(0, Math.max(least, most));
  const kept = best(open, room - fresh.length);
  return [...best(fresh, room - kept.length), ...kept];
}

/** Not above this overlap with what was turned down as the same label. */
const turnedDownOverlap = 0.5;

/** Overlap of their bounds from which on a proposal is what somebody has drawn already. */
const sameOverlap = 0.7;

/** Without those that say again what is drawn: a run on an image that was worked on proposes what is missing. */
async function besideDrawn(tx: Tx, imageId: number, items: readonly StoredProposal[]): Promise<StoredProposal[]> {
  const drawn = await tx
    .select({ labelId: shape.labelId, points: shape.points })
    .from(shape)
    .where(eq(shape.imageId, imageId));
  const boxes = drawn.map(({ labelId, points }) => ({ labelId, box: boundsOf(unpackPoints(points)) }));
  const isDrawn = ({ labelId, points }: StoredProposal): boolean => {
    const box = boundsOf(points);
    return boxes.some((one) => one.labelId === labelId && boxIou(one.box, box) >= sameOverlap);
  };
  return items.filter((one) => !isDrawn(one));
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

async function rowFor(tx: Tx, row: Row, made: Made, searched: readonly number[] | undefined) {
  const { rejected, open } = await keptOf(tx, row.id, searched);
  const isRejected = ({ labelId, points }: StoredProposal): boolean =>
    rejected.some(
      (one) => one.labelId === labelId && boxIou(boundsOf(one.points), boundsOf(points)) > turnedDownOverlap,
    );
  const wanted = made.items.filter((one) => !isRejected(one));
  const fresh = row.nShapes === 0 ? wanted : await besideDrawn(tx, row.id, wanted);
  const items = [...together(fresh, open, limits.proposalsPerImage - rejected.length), ...rejected];
  const uncertainty = Math.max(made.uncertainty, ...open.map(({ score }) => closeness(score, made.from.common)));
  const kept = {
    imageId: row.id,
    revision: row.revision,
    body: await compress(JSON.stringify(items)),
    ids: items.map(({ id }) => id),
    rejected: rejected.map(({ id }) => id),
    thresholds: made.from,
    leftOut: made.leftOut,
  };
  return { row, uncertainty, kept };
}

/** States and doubts of the images, and what their folders count then. */
async function mark(tx: Tx, place: Place, all: readonly { row: Row; uncertainty: number }[]): Promise<void> {
  const marked = all.map(({ row, uncertainty }) => {
    const isOpen = isMarked(place) && row.nShapes === 0 && row.state !== 'empty';
    return { id: row.id, state: isOpen ? 'preLabeled' : row.state, uncertainty };
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
  { place, onlyOpen, searched, ...by }: Write,
): Promise<('done' | 'edited' | 'gone')[]> {
  const ids = list.map(({ imageId }) => imageId);
  const held = await holdImages(tx, ids);
  const rows: Awaited<ReturnType<typeof rowFor>>[] = [];
  for (const { imageId, made } of list) {
    const row = held.get(imageId);
    if (!row || (onlyOpen && (row.nShapes > 0 || (isMarked(place) && row.state === 'empty')))) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection
    rows.push(await rowFor(tx, row, made, searched));
  }
  if (rows.length > 0) {
    await tx.delete(proposal).where(
      inArray(
        proposal.imageId,
        rows.map(({ row }) => row.id),
      ),
    );
    await tx.insert(proposal).values(rows.map(({ kept }) => ({ ...by, ...kept })));
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
