/** The role of people who register themselves: made once, then an administrator's to change. */
import { permissionKeys } from '@loupe/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../core/db.ts';
import { role, rolePermission, setting } from '../../tables/account.ts';

/** By its id: it may get another name, and another role its name. */
const roleSetting = 'account.customerRole';
/** The second where people already have a role of the first name: it may hold more than a stranger should get. */
const names = ['customer', 'self_registered'] as const;
const customerKeys = permissionKeys.filter((key) => key !== 'allData' && !key.startsWith('sys/'));

export async function customerRoleId(tx: Tx): Promise<number | undefined> {
  const [row] = await tx.select({ value: setting.value }).from(setting).where(eq(setting.key, roleSetting));
  const id = z.number().safeParse(row?.value).data;
  if (id === undefined) return undefined;
  const [found] = await tx.select({ id: role.id }).from(role).where(eq(role.id, id));
  return found?.id;
}

/** At each start, for an installation that has none yet. One that was deleted is not made again: nobody can register then. */
export async function seedCustomerRole(tx: Tx): Promise<void> {
  const [made] = await tx.select({ value: setting.value }).from(setting).where(eq(setting.key, roleSetting));
  if (made) return;
  const taken = await tx
    .select({ name: sql<string>`lower(${role.name})` })
    .from(role)
    .where(inArray(sql`lower(${role.name})`, [...names]));
  const name = names.find((one) => taken.every((other) => other.name !== one));
  if (name === undefined) return;
  const [row] = await tx
    .insert(role)
    .values({ name, description: 'Registered by themselves; work with own data', builtIn: true })
    .returning({ id: role.id });
  await tx.insert(rolePermission).values(customerKeys.map((key) => ({ roleId: row!.id, key })));
  await tx.insert(setting).values({ key: roleSetting, value: row!.id });
}
