/** How many images wait for whom: counted for a whole page of folders or data sets at once, by an index of the reviewed ones alone. */
import { knownStates, type ReviewCounts, type ReviewState } from '@loupe/contract';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { folder, image } from '../../tables/datasets.ts';
import { acceptsOwn } from './review-filter.ts';

interface ReviewedSet {
  id: number;
  projectId: number;
}
/** `annotated`: images of it that are annotated or checked. */
export type CountsById = (id: number, annotated: number) => ReviewCounts;

const counted = (where = sql`true`) => sql<number>`count(*) filter (where ${where})`.mapWith(Number);

/** Of the data sets, or of their folders, by id. */
export async function reviewCounts(
  tx: Tx,
  actor: Actor,
  sets: readonly ReviewedSet[],
  by: 'folderId' | 'datasetId',
): Promise<CountsById> {
  if (sets.length === 0) return () => countsOf([], 0, true);
  const place = by === 'folderId' ? folder.id : folder.datasetId;
  const rows = await tx
    .select({
      id: place,
      projectId: folder.projectId,
      state: image.review,
      images: counted(),
      own: counted(eq(image.submittedBy, actor.userId)),
      annotated: counted(inArray(image.state, knownStates)),
    })
    .from(folder)
    .innerJoin(image, and(eq(image.folderId, folder.id), isNotNull(image.review), isNull(image.deletedAt)))
    .where(
      inArray(
        folder.datasetId,
        sets.map(({ id }) => id),
      ),
    ) // prettier-ignore
    .groupBy(place, folder.projectId, image.review);
  const mayOwn = await acceptsOwn(
    tx,
    actor,
    sets.map(({ projectId }) => projectId),
  );
  const byId = Map.groupBy(rows, ({ id }) => id);
  return (id, annotated) => {
    const own = byId.get(id) ?? [];
    return countsOf(own, annotated, own[0] === undefined || mayOwn(own[0].projectId));
  };
}

interface CountedState {
  state: string | null;
  images: number;
  own: number;
  annotated: number;
}

function countsOf(rows: readonly CountedState[], annotated: number, acceptsTheirOwn: boolean): ReviewCounts {
  const of = (state: ReviewState) => rows.find((row) => row.state === state);
  const submitted = of('submitted')?.images ?? 0;
  return {
    submitted,
    accepted: of('accepted')?.images ?? 0,
    returned: of('returned')?.images ?? 0,
    unsubmitted: Math.max(0, annotated - rows.reduce((sum, row) => sum + row.annotated, 0)),
    toReview: submitted - (acceptsTheirOwn ? 0 : (of('submitted')?.own ?? 0)),
    returnedToMe: of('returned')?.own ?? 0,
  };
}
