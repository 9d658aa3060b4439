/** Writes the shapes of an import with their ops, many images at a time. The images and their folder are locked. */
import { limits, newShape, type Problem } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Tx } from '../../core/db.ts';
import { problem, stateChange } from '../datasets/index.ts';
import type { image } from '../../tables/datasets.ts';
import type { CocoShape } from './coco-shape.ts';
import { mergeOp, imageStateOf, type MergeOp, type MergeState } from './merge.ts';
import { copyId } from './ops.ts';
import { reopening } from './reopen.ts';
import { submittedBy, writeChanges, type LoggedChange } from './write.ts';

export interface ImportImage {
  image: typeof image.$inferSelect;
  shapes: (CocoShape & { id: string; labelId: number })[];
  /** The file has annotations for it, good or bad. */
  annotated: boolean;
}
interface By {
  clientId: string;
  actorId: number;
}

const rowsAtOnce = 2000;
/** Of images on which nobody has drawn, nor said that they are empty; what is predicted there stays beside what is imported. */
const openStates: readonly string[] = ['unannotated', 'preLabeled'];
export const takesImport = (state: string): boolean => openStates.includes(state);

async function liveIds(tx: Tx, images: readonly ImportImage[]): Promise<Set<string>> {
  const ids = images.flatMap((one) => one.shapes.map((shape) => shape.id));
  const imageIds = images.map((one) => one.image.id);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from shape where image_id = any(${sql.param(imageIds)}::bigint[]) and id = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

function opsOf({ image, shapes, annotated }: ImportImage, there: ReadonlySet<string>, authorId: number): MergeOp[] {
  const common = { base: null, authorId };
  // a file may list the same annotation twice
  const puts = [...new Map(shapes.map((shape) => [shape.id, shape])).values()]
    .filter((shape) => !there.has(shape.id))
    .map((shape) => ({
      ...common,
      opId: newUuid(),
      kind: 'put' as const,
      shapeId: shape.id,
      shape: newShape({ ...shape, source: 'import' }),
    }));
  const checked = !annotated && takesImport(image.state) && image.nShapes === 0;
  return checked ? [{ ...common, opId: newUuid(), kind: 'checkEmpty', shapeId: null, shape: null }] : puts;
}

const stateOf = (row: ImportImage['image']): MergeState => ({
  revision: row.revision,
  empty: row.state === 'empty',
  liveShapes: row.nShapes,
  live: new Map(),
  gone: new Map(),
  known: new Map(),
  proposed: null,
  refusedBases: new Map(),
});

interface Changed {
  id: number;
  revision: number;
  nShapes: number;
  state: string;
  isReopened: boolean;
}

const writeImages = (tx: Tx, changed: readonly Changed[]) =>
  tx.execute(sql`
    update image set revision = r.revision, n_shapes = r."nShapes", state = r.state
    from json_to_recordset(${JSON.stringify(changed)}::json) as r(id bigint, revision bigint, "nShapes" bigint, state text)
    where image.id = r.id`);

/** The lists of their folders have changed, whatever their counts say. */
async function reopen(tx: Tx, ids: readonly number[], actorId: number): Promise<void> {
  if (ids.length === 0) return;
  const those = sql`any(${sql.param(ids)}::bigint[])`;
  await tx.execute(sql`update image set ${submittedBy(actorId)} where id = ${those}`);
  await tx.execute(sql`
    update folder set state_rev = state_rev + 1 where id in (select i.folder_id from image i where i.id = ${those})`);
}

async function writeSome(tx: Tx, images: readonly ImportImage[], { clientId, actorId }: By) {
  const there = await liveIds(tx, images);
  const changes: LoggedChange[] = [];
  const changed: Changed[] = [];
  const problems: Problem[] = [];
  for (const one of images) {
    const imageId = one.image.id;
    const state = stateOf(one.image);
    const ops = opsOf(one, there, actorId);
    const count = ops.length + state.liveShapes;
    if (ops.length > 0 && count > limits.shapesPerImage) {
      problems.push(problem(one.image.name, 'coco.manyShapes', { count, max: limits.shapesPerImage }));
      continue;
    }
    const own = ops.flatMap((op): LoggedChange[] => {
      const result = mergeOp(state, op, copyId);
      return result.status === 'refused' ? [] : [{ imageId, clientId, op, result }];
    });
    const reopened = reopening(one.image, own, state);
    changes.push(...own, ...reopened);
    const { revision, liveShapes: nShapes } = state;
    const isReopened = reopened.length > 0;
    if (revision > one.image.revision)
      changed.push({ id: imageId, revision, nShapes, state: imageStateOf(state), isReopened });
  }
  await writeChanges(tx, changes, actorId);
  if (changed.length > 0) await writeImages(tx, changed);
  await reopen(
    tx,
    changed.flatMap(({ id, isReopened }) => (isReopened ? id : [])),
    actorId,
  );
  return { changed, shapes: changes.filter(({ result }) => result.after).length, problems };
}

/** Cuts the images into runs of about so many rows. */
function runsOf(images: readonly ImportImage[]): ImportImage[][] {
  const runs: ImportImage[][] = [];
  let rows = Infinity;
  for (const one of images) {
    if (rows > rowsAtOnce) {
      runs.push([]);
      rows = 0;
    }
    runs.at(-1)!.push(one);
    rows += one.shapes.length + 1;
  }
  return runs;
}

export async function writeImport(tx: Tx, images: readonly ImportImage[], by: By) {
  const total = {
    clientId: by.clientId,
    images: 0,
    shapes: 0,
    changed: [] as Changed[],
    problems: [] as Problem[],
  };
  for (const run of runsOf(images)) {
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    const some = await writeSome(tx, run, by);
    total.images += some.changed.length;
    total.shapes += some.shapes;
    total.changed.push(...some.changed);
    total.problems.push(...some.problems);
  }
  const before = new Map(images.map((one) => [one.image.id, one.image.state]));
  const states = stateChange(
    total.changed.map((one) => before.get(one.id)!),
    total.changed.map((one) => one.state),
  );
  return { ...total, states };
}
