/** Pictures: list, one, neighbours, view settings. Names sort naturally; deep pages go by key, not by offset. */
import type { Page, Parsed, Picture, pictures as contract } from '@loupe/contract';
import { and, eq, exists, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { notFound } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { shape } from '../annotation/tables.ts';
import { ownFolder, ownPicture } from './scope.ts';
import { image } from './tables.ts';

type Row = typeof image.$inferSelect;

export const pictureOf = (row: Row): Picture => ({
  id: row.id,
  // null only for a picture that is deleted, and those are never shown
  folderId: row.folderId ?? 0,
  datasetId: row.datasetId,
  projectId: row.projectId,
  name: row.name,
  sha256: row.sha256,
  width: row.width,
  height: row.height,
  bits: row.bits,
  state: row.state as Picture['state'],
  revision: row.revision,
  shapes: row.nShapes,
  brightness: row.brightness,
  contrast: row.contrast,
  createdAt: row.createdAt.toISOString(),
});

/** Rows that come behind (or before) one, in the order of the sort. */
const beyond = (row: Row, byName: boolean, backward: boolean): SQL | undefined => {
  const past = backward ? lt : gt;
  return byName
    ? or(past(image.nameKey, row.nameKey), and(eq(image.nameKey, row.nameKey), past(image.id, row.id)))
    : past(image.id, row.id);
};

const ordered = (byName: boolean, backward: boolean): SQL[] => {
  const columns = byName ? [image.nameKey, image.id] : [image.id];
  return columns.map((column) => (backward ? sql`${column} desc` : sql`${column} asc`));
};

const inFolder = (folderId: number) => and(eq(image.folderId, folderId), isNull(image.deletedAt));

async function idsOfPage(
  tx: Tx,
  input: Parsed<(typeof contract)['pictureList']>,
  where: SQL | undefined,
  total: number,
) {
  const sort = input.sort ?? 'name';
  const byName = sort.endsWith('name');
  const backward = sort.startsWith('-');
  const rows = (limit: number, offset: number, turned: boolean, from?: SQL) =>
    tx
      .select({ id: image.id })
      .from(image)
      .where(and(where, from))
      .orderBy(...ordered(byName, turned))
      .limit(limit)
      .offset(offset);
  if (input.afterId !== undefined) {
    const [after] = await tx.select().from(image).where(eq(image.id, input.afterId));
    if (!after || after.folderId !== input.folderId) throw notFound();
    return rows(input.pageSize, 0, backward, beyond(after, byName, backward));
  }
  const offset = (input.pageNum - 1) * input.pageSize;
  const size = Math.min(input.pageSize, total - offset);
  if (size <= 0) return [];
  // the second half is nearer from the end
  if (offset > total / 2) return (await rows(size, total - offset - size, !backward)).reverse();
  return rows(size, offset, backward);
}

export async function listPictures(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['pictureList']>,
): Promise<Page<Picture>> {
  const own = await ownFolder(db, actor, input.folderId);
  const labelled =
    input.labelId === undefined
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(shape)
            .where(and(eq(shape.imageId, image.id), eq(shape.labelId, input.labelId))),
        );
  const filters = [
    input.state === undefined ? undefined : eq(image.state, input.state),
    containsText(image.name, input.name),
    labelled,
  ].filter((one) => one !== undefined);
  const where = and(inFolder(input.folderId), ...filters);
  const total = filters.length === 0 ? own.folder.nImages : await db.$count(image, where);
  const ids = (await idsOfPage(db, input, where, total)).map((row) => row.id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(image)
          .where(sql`${image.id} = any(${sql.param(ids)})`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const list = ids.flatMap((id) => byId.get(id) ?? []).map(pictureOf);
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize };
}

export async function pictureInfo({ db }: Services, actor: Actor, id: number): Promise<Picture> {
  return pictureOf((await ownPicture(db, actor, id)).image);
}

export async function neighbours({ db }: Services, actor: Actor, id: number) {
  const own = await ownPicture(db, actor, id);
  const folderId = own.image.folderId ?? 0;
  const next = (backward: boolean) =>
    db
      .select()
      .from(image)
      .where(and(inFolder(folderId), beyond(own.image, true, backward)))
      .orderBy(...ordered(true, backward))
      .limit(1);
  const [before] = await next(true);
  const [after] = await next(false);
  const position = 1 + (await db.$count(image, and(inFolder(folderId), beyond(own.image, true, true))));
  const total = (await ownFolder(db, actor, folderId)).folder.nImages;
  return { previous: before ? pictureOf(before) : null, next: after ? pictureOf(after) : null, position, total };
}

export async function setView(
  { db }: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['pictureView']>,
): Promise<void> {
  await ownPicture(db, actor, input.id);
  const { id, brightness, contrast } = input;
  await db.update(image).set({ brightness, contrast }).where(eq(image.id, id));
}
