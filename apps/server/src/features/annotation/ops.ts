/**
 * Takes a client's ops: each is merged for itself into the image as it was read, then all is written with one statement if
 * the image is still so, else merged again; then the news for the others. Locks are held for that one statement alone.
 */
import {
  faultOfInput,
  families,
  isKnownState,
  limits,
  messageText,
  roleOf,
  ShapeOp,
  shapeKindsOf,
  stateByRole,
  Uuid,
  type Fault,
  type OpResult,
  type Shape,
  type Words,
} from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v5 as namedUuid } from 'uuid';
import { refusal as whyNot } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Db } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { prepared } from '../../core/prepared.ts';
import type { Services } from '../../core/services.ts';
import { checkShape } from './check-shape.ts';
import { factsOf, liveLabels, type ImageFacts } from './facts.ts';
import { mergeOp, imageStateOf, type MergeOp, type MergeState, type Outcome, type Refused } from './merge.ts';
import { opIdsOf, readState } from './read-state.ts';
import { wordAfter } from './reopen.ts';
import { writeImage, type LoggedChange } from './write.ts';

/** An op as it came: with a readable id, and either well-formed or with what is wrong with it. */
export type ReadOp = { opId: string } & (
  { op: ShapeOp } | { fault: Fault; hasManyPoints: boolean; base: ShapeOp['base'] }
);

const copies = '5a7f4c52-3a5e-4d6f-9c1b-0c1d1d7b6a10';
/** A copy's id follows from the op, so that every repeat of the op means the same copy. */
export const copyId = (opId: string): string => namedUuid(opId, copies);

/** Ids compare as the database writes them. */
const lower = (op: ShapeOp): ShapeOp => ({
  ...op,
  opId: op.opId.toLowerCase(),
  shapeId: op.shapeId?.toLowerCase() ?? null,
  base: typeof op.base === 'string' ? op.base.toLowerCase() : op.base,
  ...(op.keeps !== undefined && { keeps: op.keeps.toLowerCase() }),
});

export function readOp(raw: unknown, place: number): ReadOp {
  const opId = Uuid.safeParse((raw as { opId?: unknown } | null)?.opId);
  if (!opId.success) throw invalid(`ops.${place}.opId`, { zh: '不是有效的标识符', en: 'is not a UUID' });
  const parsed = ShapeOp.safeParse(raw);
  if (parsed.success) return { opId: opId.data, op: lower(parsed.data) };
  const issue = parsed.error.issues[0];
  const base = ShapeOp.shape.base.safeParse((raw as { base?: unknown }).base).data ?? null;
  const { points } = (raw as { shape?: { points?: unknown } | null }).shape ?? {};
  const hasManyPoints = Array.isArray(points) && points.length > 2 * limits.pointsPerShape;
  return { opId: opId.data, base, hasManyPoints, fault: faultOfInput(issue, raw) };
}

export const refusal = (opId: string, { key }: Pick<Refused, 'key'>, why?: Words): OpResult => {
  const max = key === 'annotation.manyPoints' ? limits.pointsPerShape : limits.shapesPerImage;
  return {
    opId,
    seq: null,
    rev: null,
    status: 'refused',
    shapeId: null,
    key,
    msg: messageText(key, 'zh', { ...(why && { why }), max }),
    en_msg: messageText(key, 'en', { ...(why && { why }), max }),
  };
};
const answer = (opId: string, { seq, rev, status, shapeId }: Outcome): OpResult => ({
  opId,
  seq,
  rev,
  status,
  shapeId,
  key: null,
  msg: null,
  en_msg: null,
});

/** Labels that ops name themselves; a restore may bring back others. */
const namedLabels = (ops: readonly ReadOp[]): number[] =>
  ops.flatMap((one) => ('op' in one ? (one.op.shape?.labelId ?? []) : []));

/** Versions that ops name as the makers of their shapes. */
const namedVersions = (ops: readonly ReadOp[]): number[] =>
  ops.flatMap((one) => ('op' in one ? (one.op.shape?.versionId ?? []) : []));

const restores = (ops: readonly ReadOp[]): boolean => ops.some((one) => 'op' in one && one.op.kind === 'restore');

/** The labels of all shapes that a restore may bring back: a shape that is deleted and restored in one go is live now. */
const heldLabels = (state: MergeState): number[] =>
  [...state.gone.values(), ...state.live.values()].flatMap((shape) => shape.labelId ?? []);

async function withHeldLabels(db: Db, { datasetId, labels }: ImageFacts, state: MergeState) {
  const rows = await prepared<{ id: number }>(db, liveLabels(heldLabels(state), sql`${datasetId}`));
  return new Set([...labels, ...rows.map((row) => row.id)]);
}

interface Author {
  clientId: string;
  actorId: number;
}

const badPoints: Words = { zh: '点或分块不正确', en: 'points or parts are not right' };

/** Without labels nothing is annotated, unless the role of the data set says what is true of its images. */
const isBlocked = ({ family, role, hasLabels }: ImageFacts): boolean =>
  roleOf(family, role).truth === 'shapes' && !hasLabels;

/** Checks and merges in order; the answers are in the order of the ops. */
export function mergeAll(
  author: Author,
  facts: ImageFacts,
  ops: readonly ReadOp[],
  state: MergeState,
  labels: ReadonlySet<number>,
) {
  const kinds = shapeKindsOf(families[facts.family], facts.setType);
  const ground = { width: facts.width, height: facts.height, kinds };
  const changes: LoggedChange[] = [];
  const versions = new Set(facts.versions);
  // what was proposed can be accepted, also where its version was deleted since
  const isProposed = ({ id, versionId }: Shape) =>
    facts.proposed.some((one) => one.versionId === versionId && one.ids.includes(id));
  const check = (shape: Shape, before: Shape | undefined) => {
    // a shape keeps the version that it came from, also where that was deleted since
    const isKnown = shape.versionId === null || shape.versionId === before?.versionId || versions.has(shape.versionId);
    if (!isKnown && !isProposed(shape)) return { key: 'annotation.unknownVersion' as const };
    if (state.liveShapes >= limits.shapesPerImage && !state.live.has(shape.id))
      return { key: 'annotation.tooMany' as const };
    if (shape.labelId === null || !labels.has(shape.labelId)) return { key: 'annotation.unknownLabel' as const };
    return checkShape(shape, ground);
  };
  const results = ops.map((one): OpResult => {
    const known = state.known.get(one.opId.toLowerCase());
    if (known) return answer(one.opId, known);
    if (!('op' in one)) {
      state.refusedBases.set(one.opId.toLowerCase(), one.base);
      if (one.hasManyPoints) return refusal(one.opId, { key: 'annotation.manyPoints' });
      const { where, why } = one.fault;
      const text = { zh: `${where.zh}${why.zh}`, en: `${where.en} ${why.en}` };
      return refusal(one.opId, { key: 'annotation.badShape' }, text);
    }
    if (one.op.kind === 'checkEmpty' && isBlocked(facts)) {
      state.refusedBases.set(one.op.opId, one.op.base);
      return refusal(one.opId, { key: 'dataset.noLabels' });
    }
    const needed =
      one.op.kind === 'put' ? one.op.shape : one.op.kind === 'restore' ? (one.op.shape ?? lastOf(state, one.op)) : null;
    const checked = needed ? check(needed, heldBy(state, one.op)) : { shape: null };
    if ('key' in checked) {
      state.refusedBases.set(one.op.opId, one.op.base);
      return refusal(one.opId, checked, checked.key === 'annotation.badShape' ? badPoints : undefined);
    }
    const op: MergeOp = { ...one.op, shape: one.op.shape && checked.shape, authorId: author.actorId };
    const result = mergeOp(state, op, copyId);
    if (result.status === 'refused') return refusal(one.opId, result);
    changes.push({ imageId: facts.id, clientId: author.clientId, op, result });
    return answer(one.opId, result);
  });
  return { results, changes };
}

const lastOf = (state: MergeState, op: ShapeOp): Shape | null => (op.shapeId && state.gone.get(op.shapeId)) || null;

const heldBy = ({ live, gone }: MergeState, { shapeId }: ShapeOp): Shape | undefined =>
  shapeId === null ? undefined : (live.get(shapeId) ?? gone.get(shapeId));

/** Where a role says what is true of images, a model's proposals change nothing about that. */
const inRole = ({ family, role }: ImageFacts, drawn: ReturnType<typeof imageStateOf>): string =>
  isKnownState(drawn) || (drawn === 'preLabeled' && roleOf(family, role).truth === 'shapes')
    ? drawn
    : stateByRole(family, role);

interface Merged {
  facts: ImageFacts;
  revision: number;
  results: OpResult[];
}

const wellFormed = (ops: readonly ReadOp[]): ShapeOp[] => ops.flatMap((one) => ('op' in one ? one.op : []));

/** Merges into the image as it is read and writes that; undefined where somebody else was faster. */
async function attempt(db: Db, facts: ImageFacts, author: Author, ops: readonly ReadOp[]) {
  const state = await readState(db, facts, facts.earlier, wellFormed(ops));
  const labels = restores(ops) ? await withHeldLabels(db, facts, state) : new Set(facts.labels);
  const { results, changes } = mergeAll(author, facts, ops, state, labels);
  const { word, lines } = await wordAfter(db, facts, changes, state);
  const merged: Merged = { facts, revision: state.revision, results };
  if (changes.length === 0) return merged;
  const drawn = imageStateOf(state);
  const touched = new Set(changes.flatMap(({ result }) => result.shapeId ?? []));
  const change = {
    row: facts,
    revision: state.revision,
    nShapes: state.liveShapes,
    // what is true of all images of a data set does not go with the last shape
    state: inRole(facts, drawn),
    rejected: state.proposed && [...state.proposed.rejected],
    put: [...touched].flatMap((shapeId) => state.live.get(shapeId) ?? []),
    gone: [...touched].filter((shapeId) => !state.live.has(shapeId)),
    word,
    ops: [...changes, ...lines],
  };
  return (await writeImage(db, change, author.actorId)) ? merged : undefined;
}

export async function applyOps(
  services: Services,
  actor: Actor,
  { imageId, clientId, ops: raw }: { imageId: number; clientId: string; ops: readonly unknown[] },
): Promise<{ revision: number; results: OpResult[] }> {
  const { db } = services;
  const ops = raw.map(readOp);
  const author = { clientId: clientId.toLowerCase(), actorId: actor.userId };
  const named = {
    imageId,
    labelIds: namedLabels(ops),
    versionIds: namedVersions(ops),
    opIds: opIdsOf(wellFormed(ops)),
  };
  const wanted = factsOf(actor, named);
  let merged: Merged | undefined;
  // ends, since each attempt that fails is an edit of somebody else that is saved
  while (!merged) {
    /* oxlint-disable no-await-in-loop -- each reads what the others wrote meanwhile */
    const [facts] = await prepared<ImageFacts>(db, wanted);
    if (!facts) throw await whyNot(db, actor, (viewer) => prepared<ImageFacts>(db, factsOf(viewer, named)));
    // the sender keeps them and tries again
    if (facts.isPreLabeling) throw new AppError('prelabel.inProgress');
    merged = await attempt(db, facts, author, ops);
    /* oxlint-enable no-await-in-loop */
  }
  const { facts, revision, results } = merged;
  // who saved need not wait until the others know
  if (revision > facts.revision) void tellOthers(services, facts, revision, author.clientId);
  return { revision, results };
}

/** The edit is saved whether or not the news gets through; who misses it asks for ops after a number. */
export async function tellOthers(
  services: Services,
  { id, projectId }: { id: number; projectId: number },
  seq: number,
  clientId: string,
) {
  await services
    .publish({ projectId }, { type: 'image', imageId: id, seq, clientId })
    .catch((error: unknown) =>
      services.log.warn({ error: String(error), imageId: id }, 'news of an edit was not sent'),
    );
}
