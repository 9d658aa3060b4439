/** What of a review concerns whom: which images the person who asks may accept, and which were returned to them. */
import { knownStates, review as routes, reviewActions, type ImageFilter, type ReviewFilter } from '@loupe/contract';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { projectInReach, withNeed } from '../../core/access.ts';
import { can, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { image } from '../../tables/datasets.ts';
import { project } from '../../tables/projects.ts';

/** Where the person may accept what others submitted: by their role, and their level in the project. */
export async function accepts(
  tx: Tx,
  actor: Actor,
  projectIds: readonly number[],
): Promise<(projectId: number) => boolean> {
  if (!can(actor, routes.imageAccept.permission) || projectIds.length === 0) return () => false;
  const rows = await tx
    .select({ id: project.id })
    .from(project)
    .where(
      and(inArray(project.id, [...new Set(projectIds)]), projectInReach(withNeed(actor, reviewActions.accept.needs))),
    );
  const theirs = new Set(rows.map(({ id }) => id));
  return (projectId) => theirs.has(projectId);
}

/**
 * Where the person may accept what they submitted themselves: everywhere if they see all data, else in projects without
 * somebody else who could. That is the owner or an editor whose role may accept; who is disabled accepts nothing.
 */
export async function acceptsOwn(
  tx: Tx,
  actor: Actor,
  projectIds: readonly number[],
): Promise<(projectId: number) => boolean> {
  if (can(actor, 'allData') || projectIds.length === 0) return () => true;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select p.id from project p where p.id = any(${sql.param([...new Set(projectIds)])}::bigint[]) and not exists (
      select from "user" u where u.enabled and u.id <> ${actor.userId}
        and exists (select from role_permission r where r.role_id = u.role_id and r.key = ${routes.imageAccept.permission})
        and (u.id = p.owner_id
        or exists (select from project_member m where m.project_id = p.id and m.user_id = u.id and m.level = 'editor')))`);
  const alone = new Set(rows.map(({ id }) => id));
  return (projectId) => alone.has(projectId);
}

/** The review that a list is narrowed to, as the one who asks has it; `key` tells such lists apart. */
export interface ReviewWhere {
  key: string;
  where: SQL;
}
/** A filter that says the same whoever reads it. */
export type AskedFilter = Omit<ImageFilter, 'review'> & { review?: ReviewWhere | undefined };

async function reviewWhere(tx: Tx, actor: Actor, projectId: number, review: ReviewFilter): Promise<ReviewWhere> {
  const me = actor.userId;
  switch (review) {
    case 'unsubmitted':
      return { key: review, where: and(isNull(image.review), inArray(image.state, knownStates))! };
    case 'returnedToMe':
      return { key: `${review} ${me}`, where: and(eq(image.review, 'returned'), eq(image.submittedBy, me))! };
    case 'toReview':
      if (!(await accepts(tx, actor, [projectId]))(projectId)) return { key: `${review} none`, where: sql`false` };
      return (await acceptsOwn(tx, actor, [projectId]))(projectId)
        ? { key: 'submitted', where: eq(image.review, 'submitted') }
        : {
            key: `${review} ${me}`,
            where: and(eq(image.review, 'submitted'), sql`${image.submittedBy} is distinct from ${me}`)!,
          };
    default:
      return { key: review, where: eq(image.review, review) };
  }
}

export async function asAsked<F extends { review?: ReviewFilter | undefined }>(
  tx: Tx,
  actor: Actor,
  projectId: number,
  { review, ...filter }: F,
): Promise<Omit<F, 'review'> & Pick<AskedFilter, 'review'>> {
  return { ...filter, review: review && (await reviewWhere(tx, actor, projectId, review)) };
}
