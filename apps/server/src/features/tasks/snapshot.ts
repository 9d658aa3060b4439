/** Freezes what a task uses: a manifest among the blobs, and a row for each image. Streams, whatever the size. */
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { knownStates, ManifestLine } from '@loupe/contract';
import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import { imagesNamed, isInConflict } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { shape } from '../../tables/annotation.ts';
import { blob, dataset, folder, image } from '../../tables/datasets.ts';
import { snapshot, snapshotDataset, snapshotImage } from '../../tables/models.ts';
import { isChecked, type ClassLabel, type Split } from '../../families/index.ts';

/** Images read at a time. */
const batch = 2000;

type ImageRow = Pick<
  typeof image.$inferSelect,
  'id' | 'folderId' | 'datasetId' | 'groupKey' | 'part' | 'sha256' | 'width' | 'height' | 'revision' | 'name' | 'state'
>;
type ShapeRow = typeof shape.$inferSelect & { inConflict: boolean };
interface Row {
  image: number;
  part: string;
  sha256: string;
  revision: number;
}

/** float32, little endian, as they are stored. Rounded to what a float32 can tell, so that JSON stays short. */
function pointsOf(bytes: Buffer): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 4 }, (_, i) => Number(view.getFloat32(i * 4, true).toPrecision(9)));
}

interface About {
  part: ManifestLine['part'];
  role: ManifestLine['role'];
  classOf: ReadonlyMap<number, number>;
}

/** What nobody has looked at is no background: nothing found there is wrong. */
const unknown = ({ width, height }: ImageRow): ManifestLine['shapes'][number] => ({
  id: 'unknown',
  c: 0,
  kind: 'rect',
  p: [0, 0, width, height],
  parts: [0],
  text: null,
  ignore: true,
});
const isKnown = ({ state }: ImageRow): boolean => (knownStates as readonly string[]).includes(state);

function lineOf(row: ImageRow, shapes: readonly ShapeRow[], { part, role, classOf }: About) {
  return ManifestLine.parse({
    image: row.id,
    sha256: row.sha256,
    w: row.width,
    h: row.height,
    part,
    group: row.groupKey,
    role,
    rev: row.revision,
    name: row.name,
    shapes: [
      ...(isKnown(row) ? [] : [unknown(row)]),
      ...shapes.map((one) => {
        const c = one.labelId === null ? undefined : classOf.get(one.labelId);
        // something is there, but nobody said what, or two said different things: neither an object nor background
        const ignore = one.ignore || c === undefined || one.inConflict;
        return {
          id: one.id,
          c: c ?? 0,
          kind: one.kind,
          p: pointsOf(one.points),
          parts: one.parts,
          text: one.text,
          ignore,
        };
      }),
    ],
  } satisfies ManifestLine);
}

async function shapesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, ShapeRow[]>> {
  const rows = await tx
    .select({ ...getTableColumns(shape), inConflict: isInConflict(imagesNamed(ids)) })
    .from(shape)
    .where(inArray(shape.imageId, [...ids]))
    .orderBy(asc(shape.imageId), asc(shape.id));
  const byImage = new Map<number, ShapeRow[]>();
  for (const row of rows) {
    const list = byImage.get(row.imageId);
    if (list) list.push(row);
    else byImage.set(row.imageId, [row]);
  }
  return byImage;
}

/** Role of each data set that the folders are in. */
async function rolesOf(tx: Tx, folderIds: readonly number[]): Promise<Map<number, ManifestLine['role']>> {
  const rows = await tx
    .selectDistinct({ id: dataset.id, role: dataset.role })
    .from(folder)
    .innerJoin(dataset, eq(dataset.id, folder.datasetId))
    .where(inArray(folder.id, [...folderIds]));
  return new Map(rows.map(({ id, role }) => [id, role as ManifestLine['role']]));
}

/** Images in the order of their ids, by key. */
async function* imageBatches(tx: Tx, folderIds: readonly number[], unmarked: boolean): AsyncGenerator<ImageRow[]> {
  const takes = unmarked ? isNull(image.deletedAt) : isChecked;
  for (let after = 0; ;) {
    const rows = await tx
      .select()
      .from(image)
      .where(and(inArray(image.folderId, [...folderIds]), takes, gt(image.id, after)))
      .orderBy(asc(image.id))
      .limit(batch);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.id;
  }
}

async function addRows(tx: Tx, snapshotId: number, rows: readonly Row[]): Promise<void> {
  await tx.execute(sql`
    insert into ${snapshotImage} (snapshot_id, image_id, part, sha256, revision)
    select ${snapshotId}, r.image, r.part, r.sha256, r.revision
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(image bigint, part text, sha256 text, revision bigint)`);
}

export interface SnapshotInput {
  projectId: number;
  folderIds: readonly number[];
  classes: readonly ClassLabel[];
  split: Split;
  seed: number;
}

/** Makes the snapshot inside a REPEATABLE READ transaction and gives its id. */
export async function makeSnapshot({ blobs }: Services, tx: Tx, input: SnapshotInput): Promise<number> {
  const { projectId, folderIds, classes, split, seed } = input;
  const classOf = new Map(classes.map(({ labelId }, index) => [labelId, index]));
  const roles = await rolesOf(tx, folderIds);
  const counts = { train: 0, val: 0, test: 0 };
  const rows: Row[] = [];
  let longestSide = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const images of imageBatches(tx, folderIds, split.takesUnmarked ?? false)) {
      const shapes = await shapesOf(
        tx,
        images.map(({ id }) => id),
      );
      for (const image of images) {
        const part = split.partOf(image);
        if (part === null) continue;
        const role = roles.get(image.datasetId)!;
        counts[part]++;
        longestSide = Math.max(longestSide, image.width, image.height);
        rows.push({ image: image.id, part, sha256: image.sha256, revision: image.revision });
        yield `${JSON.stringify(lineOf(image, shapes.get(image.id) ?? [], { part, role, classOf }))}\n`;
      }
    }
  }
  // no time and no name in the header: the same images give the same bytes
  const gzip = createGzip({ level: 6 });
  const source = Readable.from(lines());
  source.on('error', (error) => gzip.destroy(error));
  const manifest = await blobs.put(source.pipe(gzip));
  await tx
    .insert(blob)
    .values({ sha256: manifest.sha256, bytes: manifest.bytes, mime: 'application/gzip' })
    .onConflictDoNothing();
  const [made] = await tx
    .insert(snapshot)
    .values({
      projectId,
      manifestSha256: manifest.sha256,
      nTrain: counts.train,
      nVal: counts.val,
      nTest: counts.test,
      longestSide,
      seed,
      groupRule: split.rule,
      classes,
    })
    .returning({ id: snapshot.id });
  await tx.execute(sql`
    insert into ${snapshotDataset} (snapshot_id, dataset_id)
    select distinct ${made!.id}::bigint, f.dataset_id from folder f where f.id = any(${sql.param([...folderIds])}::bigint[])`);
  for (let start = 0; start < rows.length; start += batch) {
    await addRows(tx, made!.id, rows.slice(start, start + batch));
  }
  return made!.id;
}
