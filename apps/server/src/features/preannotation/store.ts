/** Keeps what a model proposes for one image, in place of what an earlier run proposed. What people drew is not touched. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits, type Thresholds } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { eq, sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import type { InferenceAnswer, Predictor } from '../../inference/index.ts';
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
  /** Left out: what was turned down before goes with the earlier run. */
  keepRejected?: boolean;
}

/** Candidates of examples that a person has turned down on this image: another search does not bring them back. */
async function turnedDown(tx: Tx, imageId: number): Promise<StoredProposal[]> {
  const [row] = await tx.select().from(proposal).where(eq(proposal.imageId, imageId));
  if (row?.versionId !== noVersion || row.rejected.length === 0) return [];
  const items = await storedIn(row.body);
  return items.filter(({ id }) => row.rejected.includes(id)).slice(0, limits.proposalsPerImage / 2);
}

/** Not above this overlap with what was turned down. */
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
  { imageId, place, onlyOpen, keepRejected = false, ...by }: Write,
): Promise<'done' | 'edited' | 'gone'> {
  await tx.execute(sql`
    select f.id from public.folder f join image i on i.folder_id = f.id where i.id = ${imageId} for no key update of f`);
  const [row] = await tx.select().from(image).where(eq(image.id, imageId)).for('no key update');
  if (!row || row.deletedAt !== null || row.folderId === null) return 'gone';
  if (onlyOpen && (row.nShapes > 0 || (isMarked(place) && row.state === 'empty'))) return 'edited';
  const kept = keepRejected ? await turnedDown(tx, imageId) : [];
  const isKept = ({ points }: StoredProposal): boolean =>
    kept.some((one) => boxIou(boundsOf(one.points), boundsOf(points)) > turnedDownOverlap);
  const fresh = made.items.filter((one) => !isKept(one)).slice(0, limits.proposalsPerImage - kept.length);
  const items = [...(row.nShapes === 0 ? fresh : await besideDrawn(tx, imageId, fresh)), ...kept];
  const body = await compress(JSON.stringify(items));
  await tx.delete(proposal).where(eq(proposal.imageId, imageId));
  await tx.insert(proposal).values({
    ...by,
    imageId,
    revision: row.revision,
    body,
    ids: items.map(({ id }) => id),
    rejected: kept.map(({ id }) => id),
    thresholds: made.from,
    leftOut: made.leftOut,
  });
  const state = isMarked(place) && row.nShapes === 0 && row.state !== 'empty' ? 'preLabeled' : row.state;
  await tx.update(image).set({ state, uncertainty: made.uncertainty }).where(eq(image.id, imageId));
  await changeFolder(tx, row.folderId, stateChange([row.state], [state]));
  return 'done';
}

/** Whoever has the image open sees what is proposed; who misses it sees it when they open the image again. */
export const tellProposals = (services: Services, projectId: number, imageId: number): Promise<void> =>
  services
    .publish({ projectId }, { type: 'proposals', imageId })
    .catch((error: unknown) => services.log.warn({ error: String(error), imageId }, 'news of proposals was not sent'));
