/** Roles: which permissions there are together, and how many people have them. */
import { permissionKeys, type Page, type Parsed, type PermissionKey, type Role, type authority } from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { role, rolePermission, user } from '../../tables/account.ts';

type Routes = typeof authority;

export async function listRoles(services: Services, input: Parsed<Routes['roleList']>): Promise<Page<Role>> {
  const { db } = services;
  const where = containsText(role.name, input.name);
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
      .leftJoin(user, and(eq(user.roleId, role.id), isNull(user.deletedAt)))
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
