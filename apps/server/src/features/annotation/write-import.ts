/** Writes the shapes of an import with their ops, many pictures at a time. The pictures and their folder are locked. */
import { limits, newShape, type Problem } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { v7 as newUuid } from 'uuid';
import type { Tx } from '../../core/db.ts';
import { problem, stateChange } from '../datasets/index.ts';
import type { image } from '../../tables/datasets.ts';
import type { CocoShape } from './coco-shape.ts';
import { mergeOp, pictureStateOf, type MergeOp, type MergeState } from './merge.ts';
import { copyId } from './ops.ts';
import { writeChanges, type LoggedChange } from './write.ts';

export interface ImportPicture {
  picture: typeof image.$inferSelect;
  shapes: (CocoShape & { id: string; labelId: number })[];
  /** The file has annotations for it, good or bad. */
  annotated: boolean;
}
interface By {
  clientId: string;
  actorId: number;
}

const rowsAtOnce = 2000;

async function liveIds(tx: Tx, pictures: readonly ImportPicture[]): Promise<Set<string>> {
  const ids = pictures.flatMap((one) => one.shapes.map((shape) => shape.id));
  const images = pictures.map((one) => one.picture.id);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from shape where image_id = any(${sql.param(images)}::bigint[]) and id = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

function opsOf({ picture, shapes, annotated }: ImportPicture, there: ReadonlySet<string>, authorId: number): MergeOp[] {
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
  const checked = !annotated && picture.state === 'unannotated' && picture.nShapes === 0;
  return checked ? [{ ...common, opId: newUuid(), kind: 'checkEmpty', shapeId: null, shape: null }] : puts;
}

const stateOf = (row: ImportPicture['picture']): MergeState => ({
  revision: row.revision,
  empty: row.state === 'empty',
  liveShapes: row.nShapes,
  live: new Map(),
  gone: new Map(),
  known: new Map(),
  refusedBases: new Map(),
});

interface Changed {
  id: number;
  revision: number;
  nShapes: number;
  state: string;
}

const writePictures = (tx: Tx, changed: readonly Changed[]) =>
  tx.execute(sql`
    update image set revision = r.revision, n_shapes = r."nShapes", state = r.state
    from json_to_recordset(${JSON.stringify(changed)}::json) as r(id bigint, revision bigint, "nShapes" bigint, state text)
    where image.id = r.id`);

async function writeSome(tx: Tx, pictures: readonly ImportPicture[], { clientId, actorId }: By) {
  const there = await liveIds(tx, pictures);
  const changes: LoggedChange[] = [];
  const changed: Changed[] = [];
  const problems: Problem[] = [];
  for (const one of pictures) {
    const imageId = one.picture.id;
    const state = stateOf(one.picture);
    const ops = opsOf(one, there, actorId);
    const count = ops.length + state.liveShapes;
    if (ops.length > 0 && count > limits.shapesPerPicture) {
      problems.push(problem(one.picture.name, 'coco.manyShapes', { count, max: limits.shapesPerPicture }));
      continue;
    }
    for (const op of ops) {
      const result = mergeOp(state, op, copyId);
      if (result.status !== 'refused') changes.push({ imageId, clientId, op, result });
    }
    if (state.revision > one.picture.revision)
      changed.push({ id: imageId, revision: state.revision, nShapes: state.liveShapes, state: pictureStateOf(state) });
  }
  await writeChanges(tx, changes, actorId);
  if (changed.length > 0) await writePictures(tx, changed);
  return { changed, shapes: changes.filter(({ result }) => result.after).length, problems };
}

/** Cuts the pictures into runs of about so many rows. */
function runsOf(pictures: readonly ImportPicture[]): ImportPicture[][] {
  const runs: ImportPicture[][] = [];
  let rows = Infinity;
  for (const one of pictures) {
    if (rows > rowsAtOnce) {
      runs.push([]);
      rows = 0;
    }
    runs.at(-1)!.push(one);
    rows += one.shapes.length + 1;
  }
  return runs;
}

export async function writeImport(tx: Tx, pictures: readonly ImportPicture[], by: By) {
  const total = {
    clientId: by.clientId,
    pictures: 0,
    shapes: 0,
    changed: [] as Changed[],
    problems: [] as Problem[],
  };
  for (const run of runsOf(pictures)) {
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    const some = await writeSome(tx, run, by);
    total.pictures += some.changed.length;
    total.shapes += some.shapes;
    total.changed.push(...some.changed);
    total.problems.push(...some.problems);
  }
  const before = new Map(pictures.map((one) => [one.picture.id, one.picture.state]));
  const states = stateChange(
    total.changed.map((one) => before.get(one.id)!),
    total.changed.map((one) => one.state),
  );
  return { ...total, states };
}
