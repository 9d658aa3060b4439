/** What examples look like, and which others of their labels a person may take beside them: those of the folder, newest first. */
import { limits, type OfferedExample, type Parsed, type preannotation as contract } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { cropOf } from '../../core/decode.ts';
import type { Services } from '../../core/services.ts';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { thumbOf } from '../datasets/index.ts';
import type { KeptExample } from './params.ts';
import { chosen, isLarge, kept, ofLabels } from './similar-add.ts';

type Asked = Parsed<(typeof contract)['similarExamples']>['examples'];
type Example = KeptExample & { shapeId: string };

/** Shapes that are read to find those that are offered, and how many of one image are: variety teaches more. */
const read = 200;
const ofOneImage = 2;
/** Pixels of a crop's side, and which share of the longer side of the shape is shown around it. */
const side = 128;
const around = 0.35;

async function further(tx: Tx, folderId: number, examples: readonly Example[]): Promise<Example[]> {
  const labelIds = [...new Set(examples.flatMap(({ labelId }) => labelId ?? []))];
  const rows = await tx
    .select({ shape })
    .from(shape)
    .innerJoin(image, eq(image.id, shape.imageId))
    .where(and(eq(image.folderId, folderId), ofLabels(labelIds), eq(shape.ignore, false), isNull(shape.conflictOf)))
    .orderBy(desc(shape.createdAt), desc(shape.id))
    .limit(read);
  const known = new Set(examples.map(({ imageId, shapeId }) => `${imageId} ${shapeId}`));
  const perImage = new Map<number, number>();
  return rows
    .map((row) => ({ ...kept(row.shape), shapeId: row.shape.id }))
    .filter((one) => isLarge(one) && !known.has(`${one.imageId} ${one.shapeId}`))
    .filter(({ imageId }) => {
      const count = (perImage.get(imageId) ?? 0) + 1;
      perImage.set(imageId, count);
      return count <= ofOneImage;
    })
    .slice(0, limits.similarOffered);
}

/** A square around the shape. */
function squareAround(points: readonly number[]) {
  const [left, top, right, bottom] = boundsOf(points);
  const half = (Math.max(right - left, bottom - top) * (1 + 2 * around)) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

export async function offeredExamples(services: Services, actor: Actor, asked: Asked): Promise<OfferedExample[]> {
  const { db, blobs, config } = services;
  const { examples } = await chosen(db, actor, asked);
  const own = examples.map((one, i): Example => ({ ...one, shapeId: asked[i]!.shapeId }));
  const [at] = await db.select({ folderId: image.folderId }).from(image).where(eq(image.id, own[0]!.imageId));
  const others = at?.folderId ? await further(db, at.folderId, own) : [];
  const all = [...own, ...others];
  const rows = await db
    .select({ id: image.id, name: image.name, sha256: image.sha256, width: image.width, height: image.height })
    .from(image)
    .where(inArray(image.id, [...new Set(all.map(({ imageId }) => imageId))]));
  const images = new Map(rows.map((row) => [row.id, row]));
  const offered = all.map(async ({ imageId, shapeId, labelId, points }, i) => {
    const { name, sha256, width, height } = images.get(imageId)!;
    const path = blobs.path(sha256);
    const small = () => thumbOf(config.data, sha256, path);
    const crop = await cropOf(path, { box: squareAround(points), side, image: { width, height }, small }).catch(
      () => null,
    );
    const url = crop && `data:image/webp;base64,${crop.toString('base64')}`;
    return { imageId, shapeId, labelId: labelId!, image: name, isChosen: i < own.length, crop: url };
  });
  return Promise.all(offered);
}
