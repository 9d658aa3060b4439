/**
 * What an image has of each source once a run has come. It replaces what its own source has proposed and nobody has decided on:
 * a version what a version has, a search the candidates of the labels that it searches for. What was turned down stays, with
 * the version that proposed it, and is not proposed again.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '@loupe/contract';
import { boundsOf, boxIou } from '@loupe/geometry';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { closeness } from '../../predictions/proposals.ts';
import { proposal } from '../../tables/preannotation.ts';
import { shape } from '../../tables/annotation.ts';
import type { image } from '../../tables/datasets.ts';
import {
  noVersion,
  storedIn,
  together,
  unpackPoints,
  type StoredFrom,
  type StoredProposal,
} from '../annotation/index.ts';

const compress = promisify(gzip);

/** What an image gets, before it is written. */
export interface Made {
  items: StoredProposal[];
  leftOut: string[];
  from: StoredFrom;
  uncertainty: number;
}

export interface Run {
  taskId: number | null;
  /** `noVersion`: examples have proposed it. */
  versionId: number;
  createdBy: number;
  /** Labels that a search by examples looks for; left out: a version proposes. */
  searched?: readonly number[];
}

type Row = typeof proposal.$inferSelect;
type NewRow = typeof proposal.$inferInsert;

export interface After {
  /** Rows that go. */
  gone: number[];
  fresh: NewRow[];
  /** Of all sources that the image has then. */
  uncertainty: number;
  proposed: ReturnType<typeof together>;
}

/** By image, what was proposed before. */
export async function earlierOf(tx: Tx, imageIds: readonly number[]): Promise<Map<number, Row[]>> {
  const rows =
    imageIds.length === 0
      ? []
      : await tx
          .select()
          .from(proposal)
          .where(inArray(proposal.imageId, [...imageIds]))
          .orderBy(proposal.id);
  return Map.groupBy(rows, ({ imageId }) => imageId);
}

interface Earlier {
  row: Row;
  items: StoredProposal[];
}

const turnedDown = ({ row, items }: Earlier): StoredProposal[] =>
  items.filter(({ id }) => row.rejected.includes(id)).slice(0, limits.proposalsPerImage / 2);

/** What nobody has decided on yet. */
async function undecidedIn(
  tx: Tx,
  { id: imageId, nShapes }: Of,
  before: readonly Earlier[],
): Promise<StoredProposal[]> {
  const ids = before.flatMap(({ row }) => row.ids);
  const accepted =
    nShapes === 0 || ids.length === 0
      ? []
      : await tx
          .select({ id: shape.id })
          .from(shape)
          .where(and(eq(shape.imageId, imageId), inArray(shape.id, ids)));
  const decided = new Set([...before.flatMap(({ row }) => row.rejected), ...accepted.map(({ id }) => id)]);
  return before.flatMap(({ items }) => items).filter(({ id }) => !decided.has(id));
}

/**
 * An object that was proposed before and is proposed again keeps its id: a decision that somebody made meanwhile, or offline,
 * is about it still. Else what is accepted would be proposed beside its own shape, and what is rejected asked again.
 */
function withKeptIds(fresh: readonly StoredProposal[], before: readonly StoredProposal[]): StoredProposal[] {
  const left = new Map(before.map((one) => [one.id, { ...one, box: boundsOf(one.points) }]));
  return fresh.map((one) => {
    const box = boundsOf(one.points);
    const alike = [...left.values()]
      .filter(({ labelId }) => labelId === one.labelId)
      .map(({ id, box: other }) => ({ id, overlap: boxIou(box, other) }))
      .filter(({ overlap }) => overlap >= sameOverlap)
      .toSorted((a, b) => b.overlap - a.overlap)[0];
    if (!alike) return one;
    left.delete(alike.id);
    return { ...one, id: alike.id };
  });
}

/** The best of both, where they are too many: neither crowds the other out. */
function bestOf(fresh: readonly StoredProposal[], open: readonly StoredProposal[], room: number): StoredProposal[] {
  const least = Math.floor(room / 2);
  const best = (list: readonly StoredProposal[], most: number) =>
    list.toSorted((a, b) => b.score - a.score).slice(0, Math.max(least, most));
  const kept = best(open, room - fresh.length);
  return [...best(fresh, room - kept.length), ...kept];
}

/** Not above this overlap with what was turned down as the same label, of the same version or of a search. */
const turnedDownOverlap = 0.5;

/**
 * Overlap of their bounds from which on a proposal is what somebody has drawn already, or what another version has said before:
 * a box that fits better than one that was turned down is proposed.
 */
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

function besideTurnedDown(
  items: readonly StoredProposal[],
  no: readonly StoredProposal[],
  most: number,
): StoredProposal[] {
  const boxes = no.map(({ labelId, points }) => ({ labelId, box: boundsOf(points) }));
  return items.filter(
    ({ labelId, points }) => !boxes.some((one) => one.labelId === labelId && boxIou(one.box, boundsOf(points)) > most),
  );
}

const packed = async (items: readonly StoredProposal[], rejected: readonly StoredProposal[]) => ({
  body: await compress(JSON.stringify(items)),
  ids: items.map(({ id }) => id),
  rejected: rejected.map(({ id }) => id),
});

/** What is left of an earlier version: what people turned down of it. */
async function leftOf(one: Earlier): Promise<NewRow[]> {
  const { id: _, ...row } = one.row;
  const no = turnedDown(one);
  return no.length === 0 ? [] : [{ ...row, ...(await packed(no, no)), leftOut: [], uncertainty: 0 }];
}

const isOpen = ({ ids, rejected }: Pick<Row, 'ids' | 'rejected'>): boolean =>
  ids.length === 0 || ids.some((id) => !rejected.includes(id));

type Of = Pick<typeof image.$inferSelect, 'id' | 'revision' | 'nShapes'>;

interface Came {
  made: Made;
  run: Run;
  earlier: readonly Row[];
}

export async function afterRun(tx: Tx, of: Of, { made, run: { searched, ...by }, earlier }: Came): Promise<After> {
  const source = by.versionId === noVersion ? 'similar' : 'version';
  const [own, others] = [
    earlier.filter((row) => row.source === source),
    earlier.filter((row) => row.source !== source),
  ];
  const before = await Promise.all(
    own.map(async (row): Promise<Earlier> => ({ row, items: await storedIn(row.body) })),
  );
  const same = before.find(({ row }) => row.versionId === by.versionId);
  const no = same ? turnedDown(same) : [];
  const undecided = await undecidedIn(tx, of, before);
  const isKept = ({ labelId }: StoredProposal): boolean => searched !== undefined && !searched.includes(labelId ?? 0);
  const open = undecided.filter(isKept);
  const earlierNo = before.filter((one) => one !== same).flatMap(turnedDown);
  const again = besideTurnedDown(made.items, no, turnedDownOverlap);
  const wanted = besideTurnedDown(again, earlierNo, sameOverlap);
  const missing = of.nShapes === 0 ? wanted : await besideDrawn(tx, of.id, wanted);
  const fresh = withKeptIds(
    missing,
    undecided.filter((one) => !isKept(one)),
  );
  const items = [...bestOf(fresh, open, limits.proposalsPerImage - no.length), ...no];
  const row = {
    ...by,
    source,
    imageId: of.id,
    revision: of.revision,
    ...(await packed(items, no)),
    thresholds: made.from,
    found: made.items.length,
    leftOut: made.leftOut,
    uncertainty: Math.max(made.uncertainty, ...open.map(({ score }) => closeness(score, made.from.common))),
  };
  const left = await Promise.all(before.filter((one) => one !== same).map(leftOf));
  const rows = [...left.flat(), row];
  return {
    gone: own.map(({ id }) => id),
    fresh: rows,
    uncertainty: Math.max(row.uncertainty, ...others.filter(isOpen).map((one) => one.uncertainty)),
    proposed: together([...others, ...rows].map((one) => ({ ids: one.ids, rejected: one.rejected ?? [] }))),
  };
}
