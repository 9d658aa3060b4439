/** Roles: which permissions there are together, and how many people have them. Nobody puts into one what they lack. */
import { permissionKeys, type Page, type Parsed, type PermissionKey, type Role, type authority } from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found, nameTaken, violates } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { role, rolePermission, user } from '../../tables/account.ts';
import { superAdminRole } from '../account/index.ts';
import { keysOf, lockActor, refuseBeyond, within } from './rights.ts';

type Routes = typeof authority;

const fieldsFor = (actor: Pick<Actor, 'permissions'>) => ({
  id: role.id,
  name: role.name,
  description: role.description,
  builtIn: role.builtIn,
  isFixed: sql<boolean>`${role.name} = ${superAdminRole}`,
  mayManage: within(actor, sql`role.id`),
  users: sql<number>`(select count(*)::int from "user" u where u.role_id = role.id and u.deleted_at is null)`,
});

async function withKeys<R extends { id: number }>(tx: Tx, rows: readonly R[]) {
  const ids = rows.map((row) => row.id);
  const keys = await tx.select().from(rolePermission).where(inArray(rolePermission.roleId, ids));
  const keysOfRole = (id: number): PermissionKey[] =>
    permissionKeys.filter((key) => keys.some((one) => one.roleId === id && one.key === key));
  return rows.map((row) => ({ ...row, permissions: keysOfRole(row.id) }));
}

export async function listRoles(
  { db }: Services,
  actor: Actor,
  input: Parsed<Routes['roleList']>,
): Promise<Page<Role>> {
  const where = containsText(role.name, input.name);
  const { pageNum, pageSize } = input;
  const name = sql`lower(${role.name})`;
  const [rows, [all]] = await Promise.all([
    db
      .select(fieldsFor(actor))
      .from(role)
      .where(where)
      .orderBy(input.sort === '-name' ? desc(name) : asc(name))
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.select({ n: count() }).from(role).where(where),
  ]);
  return { list: await withKeys(db, rows), total: all!.n, pageNum, pageSize };
}

async function readRole(tx: Tx, actor: Actor, id: number): Promise<Role> {
  const [row] = await withKeys(tx, await tx.select(fieldsFor(actor)).from(role).where(eq(role.id, id)));
  return found(row);
}

const taken = (error: unknown): never => {
  throw violates(error, 'role_name') ? nameTaken('role.nameExists') : error;
};

async function setKeys(tx: Tx, roleId: number, keys: readonly PermissionKey[]): Promise<void> {
  // keys of an earlier or later Loupe stay: whoever changes the role did not see them
  await tx
    .delete(rolePermission)
    .where(and(eq(rolePermission.roleId, roleId), inArray(rolePermission.key, [...permissionKeys])));
  if (keys.length > 0) await tx.insert(rolePermission).values([...new Set(keys)].map((key) => ({ roleId, key })));
}

export async function addRole({ db }: Services, actor: Actor, input: Parsed<Routes['roleAdd']>): Promise<Role> {
  const { permissions, ...fields } = input;
  return db.transaction(async (tx) => {
    refuseBeyond(await lockActor(tx, actor), permissions, 'role.beyondYours');
    const [made] = await tx.insert(role).values(fields).returning({ id: role.id }).catch(taken);
    await setKeys(tx, made!.id, permissions);
    await note(tx, actor, 'role.add', `role/${made!.id}`, { name: input.name, permissions });
    return readRole(tx, actor, made!.id);
  });
}

/** The role that is changed or deleted, locked; it holds nothing that the actor lacks. */
async function lockRole(tx: Tx, actor: Actor, id: number) {
  const held = await lockActor(tx, actor);
  const [row] = await tx
    .select({ id: role.id, name: role.name, builtIn: role.builtIn })
    .from(role)
    .where(eq(role.id, id))
    .for('update');
  const keys = await keysOf(tx, found(row).id);
  refuseBeyond(held, keys, 'role.beyondYours');
  if (row!.name === superAdminRole) throw new AppError('role.fixed');
  return { row: row!, held, keys };
}

/** What people who have the role may do changes with their next request. */
export async function updateRole({ db }: Services, actor: Actor, input: Parsed<Routes['roleUpdate']>): Promise<Role> {
  const { id, permissions, ...fields } = input;
  return db.transaction(async (tx) => {
    const { row, held, keys } = await lockRole(tx, actor, id);
    if (row.builtIn && row.name !== input.name) throw new AppError('role.builtIn');
    refuseBeyond(held, permissions, 'role.beyondYours');
    await tx.update(role).set(fields).where(eq(role.id, id)).catch(taken);
    await setKeys(tx, id, permissions);
    const added = permissions.filter((key) => !keys.includes(key));
    const removed = permissionKeys.filter((key) => keys.includes(key) && !permissions.includes(key));
    await note(tx, actor, 'role.update', `role/${id}`, { name: input.name, added, removed });
    return readRole(tx, actor, id);
  });
}

/** Accounts that were deleted name it still: they pass to another one, which nobody has through them. */
async function releaseDeleted(tx: Tx, id: number): Promise<void> {
  const [other] = await tx
    .select({ id: role.id })
    .from(role)
    .where(and(ne(role.id, id), ne(role.name, superAdminRole)))
    .orderBy(desc(role.builtIn), asc(role.id))
    .limit(1);
  if (!other) return;
  await tx
    .update(user)
    .set({ roleId: other.id })
    .where(and(eq(user.roleId, id), isNotNull(user.deletedAt)));
}

export async function deleteRole({ db }: Services, actor: Actor, { id }: Parsed<Routes['roleDelete']>): Promise<void> {
  await db.transaction(async (tx) => {
    const { row } = await lockRole(tx, actor, id);
    if (row.builtIn) throw new AppError('role.builtIn');
    const [held] = await tx
      .select({ n: count() })
      .from(user)
      .where(and(eq(user.roleId, id), isNull(user.deletedAt)));
    if (held!.n > 0) throw new AppError('role.inUse', { args: { users: held!.n } });
    await releaseDeleted(tx, id);
    await tx.delete(role).where(eq(role.id, id));
    await note(tx, actor, 'role.delete', `role/${id}`, { name: row.name });
  });
}
