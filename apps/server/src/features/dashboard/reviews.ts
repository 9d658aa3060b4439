/** What of the reviews waits for the person, folder by folder: what they may accept, and what was returned to them. */
import type { FamilyId, ReviewPlace } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { inReach } from '../../core/access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Services } from '../../core/services.ts';
import { dataset } from '../../tables/datasets.ts';
import { accepts, acceptsOwn } from '../datasets/index.ts';

/** Folders that are named; the rest is counted. */
const shownPlaces = 5;

interface Waiting {
  folderId: number;
  folderName: string;
  datasetName: string;
  projectId: number;
  family: FamilyId;
  submitted: number;
  ownSubmitted: number;
  returnedToMe: number;
}

/** Read from the index of reviewed images alone; those that are accepted, most of them, are not looked at. */
export async function waitingReviews({ db }: Services, actor: Actor) {
  const { rows } = await db.execute<Waiting & Record<string, unknown>>(sql`
    with sets as (
      select id, name, project_id from dataset
      where review and ${inReach(actor, dataset.projectId)}
    )
    select f.id as "folderId", f.name as "folderName", s.name as "datasetName", s.project_id as "projectId",
      (select p.family from project p where p.id = s.project_id) as family,
      count(*) filter (where i.review = 'submitted') as submitted,
      count(*) filter (where i.review = 'submitted' and i.submitted_by = ${actor.userId}) as "ownSubmitted",
      count(*) filter (where i.review = 'returned' and i.submitted_by = ${actor.userId}) as "returnedToMe"
    from sets s join folder f on f.dataset_id = s.id
    join image i on i.folder_id = f.id and i.review in ('submitted', 'returned') and i.deleted_at is null
    group by f.id, f.name, s.name, s.project_id`);
  const projectIds = rows.map(({ projectId }) => projectId);
  const [mayAccept, mayOwn] = [await accepts(db, actor, projectIds), await acceptsOwn(db, actor, projectIds)];
  const places = rows
    .map((row): ReviewPlace => {
      const { folderId, folderName, datasetName, projectId, family, returnedToMe } = row;
      const toReview = mayAccept(projectId) ? row.submitted - (mayOwn(projectId) ? 0 : row.ownSubmitted) : 0;
      return { folderId, folderName, datasetName, projectId, family, toReview, returnedToMe };
    })
    .filter(({ toReview, returnedToMe }) => toReview + returnedToMe > 0)
    .sort((a, b) => b.toReview + b.returnedToMe - (a.toReview + a.returnedToMe) || a.folderId - b.folderId);
  return { reviews: places.slice(0, shownPlaces), moreReviews: Math.max(0, places.length - shownPlaces) };
}
