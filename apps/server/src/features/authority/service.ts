/** Users and roles. Nobody may hand out, or act upon, more rights than they hold themselves. */
import {
  permissionKeys,
  type Page,
  type Parsed,
  type PermissionKey,
  type Role,
  type User,
  type authority,
} from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, denied, found, invalid, violates } from '../../core/errors.ts';
import { hashPassword } from '../../core/password.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { endSessions, revoked } from '../../core/session.ts';
import { firstPassword } from '../account/index.ts';
import { role, rolePermission, setting, user } from '../../tables/account.ts';

type Routes = typeof authority;

async function keysOf(tx: Tx, roleId: number): Promise<string[]> {
  const rows = await tx
    .select({ key: rolePermission.key })
    .from(rolePermission)
    .where(eq(rolePermission.roleId, roleId));
  return rows.map((row) => row.key);
}

async function refuseHigherRole(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  const keys = await keysOf(tx, roleId);
  if (keys.some((key) => !actor.permissions.has(key))) throw denied();
}

const userFields = {
  id: user.id,
  account: user.account,
  phone: user.phone,
  realName: user.realName,
  roleId: user.roleId,
  roleName: role.name,
  enabled: user.enabled,
  createdAt: user.createdAt,
};
const toUser = (row: Omit<User, 'createdAt'> & { createdAt: Date }): User => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

const userOrders: Record<NonNullable<Parsed<Routes['userList']>['sort']>, SQL[]> = {
  account: [asc(sql`lower(${user.account})`)],
  '-account': [desc(sql`lower(${user.account})`)],
  createdAt: [asc(user.id)],
  '-createdAt': [desc(user.id)],
};

export async function listUsers(services: Services, input: Parsed<Routes['userList']>): Promise<Page<User>> {
  const { db } = services;
  const where = containsText(user.account, input.account);
  const { pageNum, pageSize } = input;
  const [rows, [all]] = await Promise.all([
    db
      .select(userFields)
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(where)
      .orderBy(...userOrders[input.sort ?? 'createdAt'])
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.select({ n: count() }).from(user).where(where),
  ]);
  return { list: rows.map(toUser), total: all!.n, pageNum, pageSize };
}

export async function addUser(services: Services, actor: Actor, input: Parsed<Routes['userAdd']>): Promise<User> {
  const { password, ...fields } = input;
  const [known] = await services.db.select({ id: role.id }).from(role).where(eq(role.id, input.roleId));
  if (!known) throw invalid('roleId', { zh: '不存在', en: 'names no role' });
  await refuseHigherRole(services.db, actor, input.roleId);
  const passwordHash = await hashPassword(password);
  return services.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(user)
      // whoever adds the account knows the password
      .values({ ...fields, passwordHash, mustChangePassword: true })
      .returning({ id: user.id })
      .catch((error: unknown) => {
        const isTaken = violates(error, 'user_account') || violates(error, 'user_phone');
        throw isTaken ? new AppError('account.exists') : error;
      });
    await note(tx, actor, 'user.add', `user/${made!.id}`, { roleId: input.roleId });
    const [row] = await tx
      .select(userFields)
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(eq(user.id, made!.id));
    return toUser(row!);
  });
}

/**
 * Locks the person whom the actor acts upon, and the actor: of two who disable each other at the same moment the second finds
 * that they may not any more.
 */
async function lockUser(tx: Tx, actor: Actor, id: number): Promise<void> {
  const rows = await tx
    .select({ id: user.id, roleId: user.roleId, enabled: user.enabled })
    .from(user)
    .where(inArray(user.id, [id, actor.userId]))
    .orderBy(asc(user.id))
    .for('no key update');
  if (!rows.some((row) => row.id === actor.userId && row.enabled)) throw revoked();
  await refuseHigherRole(tx, actor, found(rows.find((row) => row.id === id)).roleId);
}

export async function setEnabled(
  services: Services,
  actor: Actor,
  { id, enabled }: Parsed<Routes['userSetEnabled']>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockUser(tx, actor, id);
    if (id === actor.userId && !enabled) throw new AppError('account.selfDisable');
    await tx.update(user).set({ enabled }).where(eq(user.id, id));
    if (!enabled) await endSessions(tx, id, 'revoked');
    await note(tx, actor, enabled ? 'user.enable' : 'user.disable', `user/${id}`);
  });
}

export async function resetPassword(
  services: Services,
  actor: Actor,
  { id, password }: Parsed<Routes['userResetPassword']>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await services.db.transaction(async (tx) => {
    await lockUser(tx, actor, id);
    // the own password is nobody else's
    await tx
      .update(user)
      .set({ passwordHash, mustChangePassword: id !== actor.userId })
      .where(eq(user.id, id));
    await tx
      .delete(setting)
      .where(sql`${setting.key} = ${firstPassword} and (${setting.value} ->> 'userId')::bigint = ${id}`);
    await endSessions(tx, id, 'revoked');
    await note(tx, actor, 'user.resetPassword', `user/${id}`);
  });
}

export async function listRoles(services: Services, input: Parsed<Routes['roleList']>): Promise<Page<Role>> {
  const { db } = services;
  const where = and(containsText(role.name, input.name));
  const { pageNum, pageSize } = input;
  const order = input.sort === '-name' ? desc(sql`lower(${role.name})`) : asc(sql`lower(${role.name})`);
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: role.id,
        name: role.name,
        description: role.description,
        users: count(user.id),
      })
      .from(role)
      .leftJoin(user, eq(user.roleId, role.id))
      .where(where)
      .groupBy(role.id)
      .orderBy(order)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.select({ n: count() }).from(role).where(where),
  ]);
  const keys = await db
    .select()
    .from(rolePermission)
    .where(
      inArray(
        rolePermission.roleId,
        rows.map((row) => row.id),
      ),
    );
  const keysOfRole = (id: number): PermissionKey[] =>
    permissionKeys.filter((key) => keys.some((one) => one.roleId === id && one.key === key));
  const list = rows.map((row) => ({ ...row, permissions: keysOfRole(row.id) }));
  return { list, total: all!.n, pageNum, pageSize };
}
