/** Of what characters the texts of a data set are made: a reader learns only those that it is shown. */
import { limits, type DatasetCharacters } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { isNoConflict } from '../../core/conflicts.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { shape } from '../../tables/annotation.ts';
import { image } from '../../tables/datasets.ts';
import { inLiveFolder, ownDataset } from '../datasets/index.ts';

export const datasetCharacters = ({ db }: Services, actor: Actor, datasetId: number): Promise<DatasetCharacters> =>
  inTransaction(db, async (tx) => {
    const { dataset } = await ownDataset(tx, actor, datasetId);
    const all = sql`select i.id from image i where i.dataset_id = ${dataset.id}`;
    const live = and(eq(image.datasetId, dataset.id), isNull(image.deletedAt), inLiveFolder, isNoConflict(all));
    const isTyped = sql`not ${shape.ignore} and ${shape.text} is not null`;
    const [counts] = await tx
      .select({
        typed: sql<number>`count(*) filter (where ${isTyped})`.mapWith(Number),
        untyped: sql<number>`count(*) filter (where not ${shape.ignore} and ${shape.text} is null)`.mapWith(Number),
        ignored: sql<number>`count(*) filter (where ${shape.ignore})`.mapWith(Number),
      })
      .from(shape)
      .innerJoin(image, eq(image.id, shape.imageId))
      .where(live);
    const one = tx
      .select({ character: sql<string>`regexp_split_to_table(${shape.text}, '')`.as('character') })
      .from(shape)
      .innerJoin(image, eq(image.id, shape.imageId))
      .where(and(live, isTyped))
      .as('one');
    const characters = await tx
      .select({ character: one.character, count: sql<number>`count(*)`.mapWith(Number) })
      .from(one)
      .groupBy(one.character)
      .orderBy(sql`count(*) desc`, one.character)
      .limit(limits.charactersListed);
    return { characters, ...counts! };
  });
