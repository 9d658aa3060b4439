/** How many images wait for whom: counted for a whole page of folders or data sets at once, by an index of the reviewed ones alone. */
import { knownStates, type ReviewCounts, type ReviewState } from '@loupe/contract';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { folder, image } from '../../tables/datasets.ts';
import { accepts, acceptsOwn } from './review-filter.ts';

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
  if (sets.length === 0) return () => countsOf([], 0, 'none');
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
  const projectIds = sets.map(({ projectId }) => projectId);
  const [mayAccept, mayOwn] = [await accepts(tx, actor, projectIds), await acceptsOwn(tx, actor, projectIds)];
  const byId = Map.groupBy(rows, ({ id }) => id);
  return (id, annotated) => {
    const own = byId.get(id) ?? [];
    const projectId = own[0]?.projectId;
    if (projectId === undefined || !mayAccept(projectId)) return countsOf(own, annotated, 'none');
    return countsOf(own, annotated, mayOwn(projectId) ? 'all' : 'others');
  };
}

interface CountedState {
  state: string | null;
  images: number;
  own: number;
  annotated: number;
}

/** `acceptable`: what the person may accept of what was submitted. */
function countsOf(
  rows: readonly CountedState[],
  annotated: number,
  acceptable: 'all' | 'others' | 'none',
): ReviewCounts {
  const of = (state: ReviewState) => rows.find((row) => row.state === state);
  const { images: submitted, own } = of('submitted') ?? { images: 0, own: 0 };
  const toReview = { all: submitted, others: submitted - own, none: 0 }[acceptable];
  return {
    submitted,
    accepted: of('accepted')?.images ?? 0,
    returned: of('returned')?.images ?? 0,
    unsubmitted: Math.max(0, annotated - rows.reduce((sum, row) => sum + row.annotated, 0)),
    toReview,
    returnedToMe: of('returned')?.own ?? 0,
  };
}
