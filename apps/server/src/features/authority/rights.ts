/** Nobody may hand out, or act upon, more rights than they hold themselves; the last super admin keeps theirs. */
import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found } from '../../core/errors.ts';
import { revoked } from '../../core/session.ts';
import { rolePairs } from '../../core/sign-in-settings.ts';
import { role, rolePermission, user } from '../../tables/account.ts';
import { isLastSuperAdmin, lockSuperAdmins } from '../account/index.ts';

export async function keysOf(tx: Tx, roleId: number): Promise<string[]> {
  const rows = await tx
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .where(eq(rolePermission.roleId, roleId));
  return rows.map((row) => row.key);
}

/** True for a role without a key that the actor lacks. `roleId` with its table: this is a query of its own. */
export const within = (actor: Pick<Actor, 'permissions'>, roleId: SQL): SQL<boolean> =>
  sql<boolean>`not exists (select from role_permission rp where rp.role_id = ${roleId}
    and not rp.key = any(${sql.param([...actor.permissions])}::text[]))`;

export type BeyondKey = 'role.beyondYours' | 'user.beyondYours';
export function refuseBeyond(held: ReadonlySet<string>, keys: readonly string[], refusal: BeyondKey): void {
  if (keys.some((key) => !held.has(key))) throw new AppError(refusal, { code: 403 });
}

/**
 * Where a provider finds accounts by this claim and its map gives them roles, whoever writes another person's claim on an
 * account whose password they know would get that person's role: only who holds all that the map may give writes it.
 */
export async function refuseClaim(
  tx: Tx,
  { oidcIssuer, oidcClientId, oidcRoleClaim, oidcRoleMap }: Config,
  held: ReadonlySet<string>,
): Promise<void> {
  if (!oidcIssuer || !oidcClientId || !oidcRoleClaim || !oidcRoleMap) return;
  const names = rolePairs(oidcRoleMap).map(([, name]) => name!.toLowerCase());
  const rows = await tx
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .innerJoin(role, eq(role.id, rolePermission.roleId))
    .where(inArray(sql`lower(${role.name})`, names));
  refuseBeyond(
    held,
    rows.map(({ key }) => key),
    'role.beyondYours',
  );
}

/** Who acts, read again: between the request and the lock their role may have been changed. */
export async function lockActor(tx: Tx, actor: Actor): Promise<ReadonlySet<string>> {
  return (await lockPeople(tx, actor, [])).held;
}

type Person = Pick<typeof user.$inferSelect, 'id' | 'account' | 'email' | 'roleId' | 'enabled' | 'deletedAt'>;

/** Locks the actor and these people, in the one order that all take; what the actor may do is read then. */
export async function lockPeople(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<{ held: ReadonlySet<string>; people: ReadonlyMap<number, Person> }> {
  await lockSuperAdmins(tx);
  const rows = await tx
    .select({
      id: user.id,
      account: user.account,
      email: user.email,
      roleId: user.roleId,
      enabled: user.enabled,
      deletedAt: user.deletedAt,
    })
    .from(user)
    .where(inArray(user.id, [...ids, actor.userId]))
    .orderBy(asc(user.id))
    .for('no key update');
  const people = new Map(rows.filter((row) => row.deletedAt === null).map((row) => [row.id, row]));
  const own = people.get(actor.userId);
  if (!own?.enabled) throw revoked();
  return { held: new Set(await keysOf(tx, own.roleId)), people };
}

/**
 * The person whom the actor acts upon, locked together with the actor: of two who disable each other at the same moment the
 * second finds that they may not any more.
 */
export async function lockUser(tx: Tx, actor: Actor, id: number) {
  const { held, people } = await lockPeople(tx, actor, [id]);
  const person = found(people.get(id));
  refuseBeyond(held, await keysOf(tx, person.roleId), 'user.beyondYours');
  return { person, held };
}

export async function refuseLastSuperAdmin(tx: Tx, person: { id: number; roleId: number }): Promise<void> {
  if (await isLastSuperAdmin(tx, person)) throw new AppError('user.lastSuperAdmin');
}
