/** A project gets another owner. What hangs on the owner goes with it: names, online entries, and what lies in the bin. */
import { limits, type HandedOver } from '@loupe/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found } from '../../core/errors.ts';
import { withSuffix } from '../bin/index.ts';
import { projectMember } from '../../tables/projects.ts';

interface Given {
  projectId: number;
  /** Who gets it. */
  userId: number;
  /** The owner until now becomes an editor, or has nothing to do with it any more. */
  stays: boolean;
}

/** The same lock as where names of one owner's data sets are given. */
const namesOfOwner = 7_302_114;

interface Naming {
  table: 'project' | 'dataset' | 'online_entry';
  /** Rows `r` of the project. */
  of: (projectId: number) => SQL;
  /** The new owner has a row `l` that may not have the same name. */
  clash: (userId: number) => SQL;
}

const namings: readonly Naming[] = [
  {
    table: 'project',
    of: (id) => sql`r.id = ${id}`,
    clash: (userId) => sql`l.owner_id = ${userId} and l.family = r.family`,
  },
  {
    table: 'dataset',
    of: (id) => sql`r.project_id = ${id} and r.role = 'pool'`,
    clash: (userId) => sql`l.role = 'pool' and exists (select 1 from project lp join project rp on rp.family = lp.family
      where lp.id = l.project_id and lp.owner_id = ${userId} and rp.id = r.project_id)`,
  },
  {
    table: 'online_entry',
    of: (id) => sql`r.project_id = ${id}`,
    clash: (userId) => sql`l.owner_id = ${userId}`,
  },
];

/** Gives new names where the new owner has the old ones. What is in the bin gets one when it comes back. */
async function renameClashing(tx: Tx, { projectId, userId }: Given, { table, of, clash }: Naming) {
  const all = sql.identifier(table);
  const isTaken = (name: SQL) =>
    sql`exists (select 1 from ${all} l where lower(l.name) = lower(${name}) and ${clash(userId)})`;
  const { rows } = await tx.execute<{ id: number; name: string }>(
    sql`select r.id, r.name from ${all} r where ${of(projectId)} and ${isTaken(sql`r.name`)} order by r.id`,
  );
  const renamed: HandedOver['renamed'] = [];
  for (const { id, name: from } of rows) {
    for (let n = 2; ; n++) {
      const to = withSuffix(from, n, limits.nameLong);
      // each name is looked for after the one before it was given
      // oxlint-disable-next-line no-await-in-loop
      const changed = await tx.execute(sql`update ${all} r set name = ${to} where r.id = ${id}
        and not ${isTaken(sql`${to}::text`)}
        and not exists (select 1 from ${all} o where o.id <> r.id and lower(o.name) = lower(${to})
          and o.id in (select r.id from ${all} r where ${of(projectId)}))`);
      if (changed.rowCount === 1) {
        renamed.push({ from, to });
        break;
      }
    }
  }
  return renamed;
}

/** Makes the person the owner, also of a project in the bin. Who may ask for it was asked before. */
export async function handOverProject(tx: Tx, actor: Actor, given: Given): Promise<HandedOver> {
  const { projectId, userId, stays } = given;
  const { rows } = await tx.execute<{ ownerId: number; name: string }>(
    sql`select owner_id as "ownerId", name from public.project where id = ${projectId} for update`,
  );
  const { ownerId: before, name } = found(rows[0]);
  if (before === userId) throw new AppError('member.isOwner');
  const person = sql`select 1 from "user" where id = ${userId} and enabled and deleted_at is null for key share`;
  if ((await tx.execute(person)).rows.length === 0) throw new AppError('member.notThere');
  await tx.execute(sql`select pg_advisory_xact_lock(${namesOfOwner}, (${userId} % 2147483647)::int)`);
  const renamed: HandedOver['renamed'] = [];
  // one connection: in turn
  for (const naming of namings) renamed.push(...(await renameClashing(tx, given, naming))); // oxlint-disable-line no-await-in-loop
  await tx.execute(sql`update public.project set owner_id = ${userId} where id = ${projectId}`);
  await tx.execute(sql`update public.online_entry set owner_id = ${userId} where project_id = ${projectId}`);
  await tx.execute(sql`update bin set owner_id = ${userId} where project_id = ${projectId}`);
  await tx.delete(projectMember).where(and(eq(projectMember.projectId, projectId), eq(projectMember.userId, userId)));
  if (stays) await tx.insert(projectMember).values({ projectId, userId: before, level: 'editor', createdBy: userId });
  await note(tx, actor, 'project.handOver', `project/${projectId}`, { name, from: before, to: userId, renamed });
  return { renamed };
}

/** Everything that a person owns goes to another one: before the first is deleted. Also what lies in the bin. */
export async function takeOverProjects(tx: Tx, actor: Actor, from: number, to: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from public.project where owner_id = ${from} order by id`,
  );
  for (const { id } of rows)
    // one connection: in turn
    // oxlint-disable-next-line no-await-in-loop
    await handOverProject(tx, actor, { projectId: id, userId: to, stays: false });
  return rows.length;
}
