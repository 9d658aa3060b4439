/** The images that a pre-annotation is asked for, as a condition: they may be more than one transaction can hold. */
import type { ImageSelection, PreannotateScope } from '@loupe/contract';
import { and, eq, inArray, isNull, not, sql, type SQL } from 'drizzle-orm';
import { inReach, refusal } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shape } from '../../tables/annotation.ts';
import { folder, image } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { among, asAsked, inLiveFolder, isPreLabeling, matches, ownDataset, ownFolder } from '../datasets/index.ts';
import { isMarked, type Place } from './place.ts';

export interface Selected {
  place: Place;
  where: SQL;
  /** Data set and folder, as a person knows them. */
  subject: string;
}

async function byIds(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Selected> {
  const wanted = [...new Set(ids)];
  const read = async (one: Actor) => {
    const rows = await tx
      .select({ datasetId: image.datasetId, projectId: image.projectId, folder: folder.name })
      .from(image)
      .innerJoin(folder, eq(folder.id, image.folderId))
      .where(and(among(wanted), isNull(image.deletedAt), inReach(one, image.projectId)));
    return rows.length === wanted.length ? rows : [];
  };
  const rows = await read(actor);
  const [first] = rows;
  if (!first) throw await refusal(tx, actor, read);
  if (rows.some(({ datasetId }) => datasetId !== first.datasetId)) throw new AppError('preannotate.oneDataset');
  const place = await ownDataset(tx, actor, first.datasetId);
  return { place, where: among(wanted), subject: `${place.dataset.name} / ${first.folder}` };
}

export async function selected(tx: Tx, actor: Actor, selection: ImageSelection): Promise<Selected> {
  if ('ids' in selection) return byIds(tx, actor, selection.ids);
  const { folder: own, ...place } = await ownFolder(tx, actor, selection.filter.folderId);
  const asked = await asAsked(tx, actor, place.project.id, selection.filter);
  const where = and(matches(asked), sql`not ${among(selection.except)}`)!;
  return { place, where, subject: `${place.dataset.name} / ${own.name}` };
}

/** All images of a data set. */
export async function selectedAll(tx: Tx, actor: Actor, datasetId: number): Promise<Selected> {
  const place = await ownDataset(tx, actor, datasetId);
  return { place, where: eq(image.datasetId, datasetId), subject: place.dataset.name };
}

/** Images that nobody has annotated. */
const isOpen = (place: Place): SQL =>
  isMarked(place) ? inArray(image.state, ['unannotated', 'preLabeled']) : eq(image.nShapes, 0);

export const taken = ({ place, where }: Selected, scope: PreannotateScope): SQL =>
  and(where, isNull(image.deletedAt), inLiveFolder, scope === 'open' ? isOpen(place) : undefined)!;

/** Of the chosen ones those that a person's work keeps out. */
export const leftAlone = ({ place, where }: Selected, scope: PreannotateScope): SQL =>
  scope === 'all' ? sql`false` : and(where, isNull(image.deletedAt), inLiveFolder, not(isOpen(place)))!;

/** Images on which nobody has decided on the predictions of a version, or not on all. */
const haveUndecided: SQL = sql`exists (
  select 1 from ${proposal} p cross join lateral unnest(p.ids) as one (id)
  where p.image_id = ${image.id} and p.source = 'version' and one.id <> all (p.rejected)
    and not exists (select 1 from ${shape} s where s.image_id = p.image_id and s.id = one.id))`;

/** Of the images that a version shall run on those on which undecided predictions of a version go. Those of searches stay. */
export const losing = (where: SQL): SQL => and(where, haveUndecided)!;

export const areBusy = (where: SQL): SQL => and(where, isPreLabeling(sql`${image.id}`))!;
