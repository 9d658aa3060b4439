/**
 * May this actor do this here: the one place that answers. Their route says what it needs (`actor.need`), and the queries
 * take from here the projects in which the actor may do that: their own, those that are shared with them at a level that
 * suffices, and to look at, example data. `allData` owns everything.
 */
import {
  isProjectNeed,
  levelRefusal,
  memberLevels,
  projectNeeds,
  suffices,
  type Level,
  type PermissionKey,
  type ProjectNeed,
} from '@loupe/contract';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { user } from '../tables/account.ts';
import { project } from '../tables/projects.ts';
import { can, type Actor } from './actor.ts';
import type { Tx } from './db.ts';
import { AppError, notFound } from './errors.ts';

/** The actor where a service does less, or more, than its route says. */
export const withNeed = (actor: Actor, need: ProjectNeed): Actor => ({ ...actor, need });

/** A route that names no project may look at those of others, and write to own ones. */
const needOf = ({ need }: Actor): ProjectNeed => (isProjectNeed(need) ? need : need === 'read' ? 'view' : 'own');

const ownsAll = (actor: Actor): boolean => can(actor, 'allData');

/** Of a row of `project_member` m: it is this person's, and its level suffices. */
const isEnough = (userId: number | PgColumn, need: ProjectNeed): SQL =>
  sql`m.user_id = ${userId} and m.level = any(${sql.param(
    memberLevels.filter((level) => suffices(level, need)),
  )}::text[])`;

/** True for a project where the actor may do what is needed; `project` must be joined. For one row, or few. */
export function projectInReach(actor: Actor): SQL {
  if (ownsAll(actor)) return sql`true`;
  const need = needOf(actor);
  const own = sql`${project.ownerId} = ${actor.userId}`;
  if (projectNeeds[need] === 'owner') return own;
  const shared = sql`exists (select from project_member m where m.project_id = ${project.id} and ${isEnough(actor.userId, need)})`;
  return need === 'view' ? sql`(${own} or ${shared} or ${project.example})` : sql`(${own} or ${shared})`;
}

/** The same for a table that carries project_id: `where(inReach(actor, dataset.projectId))`. Also for long lists. */
export function inReach(actor: Actor, projectId: PgColumn): SQL {
  if (ownsAll(actor)) return sql`true`;
  const need = needOf(actor);
  const parts = [sql`select p.id from project p where p.owner_id = ${actor.userId}`];
  if (projectNeeds[need] !== 'owner')
    parts.push(
      sql`select p.id from project_member m join project p on p.id = m.project_id where ${isEnough(actor.userId, need)}`,
    );
  if (need === 'view') parts.push(sql`select p.id from project p where p.example`);
  return sql`${projectId} in (${sql.join(parts, sql` union all `)})`;
}

/**
 * True where the person of a row, whoever asks, has a level in its project that suffices; any level where no need is
 * named: what they see as theirs. Not example data.
 */
export const isOf = (userId: PgColumn, projectId: PgColumn, need: ProjectNeed = 'view'): SQL => sql`(
  exists (select from project p where p.id = ${projectId} and (p.owner_id = ${userId}
    or exists (select from project_member m where m.project_id = p.id and ${isEnough(userId, need)})
    or exists (select from "user" u join role_permission r on r.role_id = u.role_id and r.key = 'allData'
      where u.id = ${userId}))))`;

/** True where the person of a row could do themselves what goes on for them now, without a request of theirs. */
export const couldDo = (userId: PgColumn, projectId: PgColumn, need: ProjectNeed, permission: PermissionKey): SQL =>
  sql`(exists (select from "user" u join role_permission r on r.role_id = u.role_id and r.key = ${permission}
    where u.id = ${userId} and u.enabled and u.deleted_at is null
      and not (u.must_change_password or u.must_complete or u.must_be_approved))
    and ${isOf(userId, projectId, need)})`;

/** What the actor is in a project; null for strangers. `project` must be joined. */
export const levelIn = (actor: Actor): SQL<Level | null> =>
  ownsAll(actor)
    ? sql<Level>`'owner'`
    : sql<Level | null>`case when ${project.ownerId} = ${actor.userId} then 'owner' else coalesce(
        (select m.level from project_member m where m.project_id = ${project.id} and m.user_id = ${actor.userId}),
        case when ${project.example} then 'viewer' end) end`;

/**
 * Why the actor does not get what they named: 403 with whom to ask, where all of it lies in projects that they see and the
 * level in one of them does not suffice; else it is as if it did not exist. `see` reads the projects of what was named,
 * for an actor who only looks; where one thing is not there it answers none.
 */
export async function refusal(
  tx: Tx,
  actor: Actor,
  see: (viewer: Actor) => PromiseLike<readonly { projectId: number }[]>,
): Promise<AppError> {
  const need = needOf(actor);
  if (need === 'view' || ownsAll(actor)) return notFound();
  for (const projectId of new Set((await see(withNeed(actor, 'view'))).map((row) => row.projectId))) {
    // one or two, and on one connection
    // oxlint-disable-next-line no-await-in-loop
    const [row] = await tx
      .select({
        level: levelIn(actor),
        example: project.example,
        owner: sql<string>`coalesce(${user.accountName}, ${user.realName}, ${user.account})`,
      })
      .from(project)
      .innerJoin(user, eq(user.id, project.ownerId))
      .where(eq(project.id, projectId));
    const level = row?.level;
    if (!row || !level || level === 'owner' || suffices(level, need)) continue;
    return new AppError(levelRefusal(level, row.example), { code: 403, args: { owner: row.owner } });
  }
  return notFound();
}

/** The one row that `read` finds for the actor, or why they do not get it. */
export async function reached<T>(
  tx: Tx,
  actor: Actor,
  read: (actor: Actor) => PromiseLike<readonly T[]>,
  projectOf: (row: T) => number,
): Promise<T> {
  const [row] = await read(actor);
  if (row !== undefined) return row;
  throw await refusal(tx, actor, async (viewer) => (await read(viewer)).map((one) => ({ projectId: projectOf(one) })));
}
