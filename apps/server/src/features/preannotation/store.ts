/**
 * Keeps what a model proposes for one image, in place of what an earlier run proposed. What people drew is not touched, and of
 * searches by examples only candidates of the labels that are searched for again.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits, type Thresholds } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { and, eq, inArray, sql } from 'drizzle-orm';
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

interface Write {
  imageId: number;
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

/** Gives what became of the image. The folder is locked first, as everywhere. */
export async function writeProposals(
  tx: Tx,
  made: Made,
  { imageId, place, onlyOpen, searched, ...by }: Write,
): Promise<'done' | 'edited' | 'gone'> {
  await tx.execute(sql`
    select f.id from public.folder f join image i on i.folder_id = f.id where i.id = ${imageId} for no key update of f`);
  const [row] = await tx.select().from(image).where(eq(image.id, imageId)).for('no key update');
  if (!row || row.deletedAt !== null || row.folderId === null) return 'gone';
  if (onlyOpen && (row.nShapes > 0 || (isMarked(place) && row.state === 'empty'))) return 'edited';
  const { rejected, open } = await keptOf(tx, imageId, searched);
  const isRejected = ({ labelId, points }: StoredProposal): boolean =>
    rejected.some(
      (one) => one.labelId === labelId && boxIou(boundsOf(one.points), boundsOf(points)) > turnedDownOverlap,
    );
  const wanted = made.items.filter((one) => !isRejected(one));
  const fresh = row.nShapes === 0 ? wanted : await besideDrawn(tx, imageId, wanted);
  const items = [...together(fresh, open, limits.proposalsPerImage - rejected.length), ...rejected];
  const body = await compress(JSON.stringify(items));
  await tx.delete(proposal).where(eq(proposal.imageId, imageId));
  await tx.insert(proposal).values({
    ...by,
    imageId,
    revision: row.revision,
    body,
    ids: items.map(({ id }) => id),
    rejected: rejected.map(({ id }) => id),
    thresholds: made.from,
    leftOut: made.leftOut,
  });
  const state = isMarked(place) && row.nShapes === 0 && row.state !== 'empty' ? 'preLabeled' : row.state;
  const uncertainty = Math.max(made.uncertainty, ...open.map(({ score }) => closeness(score, made.from.common)));
  await tx.update(image).set({ state, uncertainty }).where(eq(image.id, imageId));
  await changeFolder(tx, row.folderId, stateChange([row.state], [state]));
  return 'done';
}

/** Whoever has the image open sees what is proposed; who misses it sees it when they open the image again. */
export const tellProposals = (services: Services, projectId: number, imageId: number): Promise<void> =>
  services
    .publish({ projectId }, { type: 'proposals', imageId })
    .catch((error: unknown) => services.log.warn({ error: String(error), imageId }, 'news of proposals was not sent'));
