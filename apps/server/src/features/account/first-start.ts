/** What the first start puts into an empty database: menus, two roles, and the account `admin`. */
import { adminGroup, menuSeeds, permissionKeys, type PermissionKey } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../core/db.ts';
import { generatePassword, hashPassword } from '../../core/password.ts';
import { seedCustomerRole } from './customer-role.ts';
import { firstPassword } from './first-password.ts';
import { menu, role, rolePermission, setting, user } from '../../tables/account.ts';

export const superAdminRole = 'super_admin';
export const engineerRole = 'engineer';
const FirstPassword = z.object({ userId: z.number(), account: z.string(), password: z.string() });
const firstAccount = 'admin';
/** One process at a time fills the database. */
const fillLock = 7_302_115;

/**
 * An entry for each key, which a person has in the menu once a role of theirs has the key. What an administrator chose for
 * an entry stays.
 */
async function seedMenus(tx: Tx): Promise<void> {
  const idOf = new Map<string, number>();
  const [arranged] = await tx.select({ id: menu.id }).from(menu).where(eq(menu.key, adminGroup));
  for (const [ordinal, { key, parent }] of menuSeeds.entries()) {
    const parentId = parent === null ? null : idOf.get(parent)!;
    // One after the other: a child needs the id of its parent.
    const [row] = await tx // oxlint-disable-line no-await-in-loop
      .insert(menu)
      .values({ key, parentId, ordinal })
      // a Loupe without groups had no page on which entries are arranged: they get today's order
      .onConflictDoUpdate({ target: menu.key, set: arranged ? { parentId } : { parentId, ordinal } })
      .returning({ id: menu.id });
    idOf.set(key, row!.id);
  }
}

async function addRole(tx: Tx, name: string, description: string, keys: readonly PermissionKey[]): Promise<number> {
  const [row] = await tx.insert(role).values({ name, description, builtIn: true }).returning({ id: role.id });
  await tx.insert(rolePermission).values(keys.map((key) => ({ roleId: row!.id, key })));
  return row!.id;
}

const engineerKeys = permissionKeys.filter((key) => key !== 'allData' && !key.startsWith('sys/'));

export interface FirstAccount {
  account: string;
  /** Only while it was not changed. */
  password?: string;
}

async function waitingPassword(tx: Tx): Promise<FirstAccount | undefined> {
  const [row] = await tx.select().from(setting).where(eq(setting.key, firstPassword));
  const kept = FirstPassword.safeParse(row?.value);
  return kept.success ? { account: kept.data.account, password: kept.data.password } : undefined;
}

/** A newer Loupe may know keys that the role was not given when it was made. */
async function completeSuperAdmin(tx: Tx): Promise<void> {
  const [found] = await tx.select({ id: role.id }).from(role).where(eq(role.name, superAdminRole));
  if (!found) return;
  const rows = permissionKeys.map((key) => ({ roleId: found.id, key }));
  await tx.insert(rolePermission).values(rows).onConflictDoNothing();
}

async function addFirstAccount(tx: Tx, config: Pick<Config, 'adminPassword'>): Promise<FirstAccount> {
  const roleId = await addRole(tx, superAdminRole, 'May do everything and sees all data', permissionKeys);
  await addRole(tx, engineerRole, 'Builds models with own data', engineerKeys);
  const password = config.adminPassword ?? generatePassword();
  const isGenerated = config.adminPassword === undefined;
  const passwordHash = await hashPassword(password);
  const [admin] = await tx
    .insert(user)
    .values({ account: firstAccount, passwordHash, roleId, mustChangePassword: isGenerated })
    .returning({ id: user.id });
  if (!isGenerated) return { account: firstAccount };
  await tx
    .insert(setting)
    .values({ key: firstPassword, value: { userId: admin!.id, account: firstAccount, password } });
  return { account: firstAccount, password };
}

/**
 * Menus and the keys of the super admin at each start; roles and `admin` where there is no user yet. Answers how to sign in
 * while that is news.
 */
export async function ensureAdmin(db: Db, config: Pick<Config, 'adminPassword'>): Promise<FirstAccount | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fillLock})`);
    await seedMenus(tx);
    await completeSuperAdmin(tx);
    const [known] = await tx.select({ id: user.id }).from(user).limit(1);
    const first = known ? await waitingPassword(tx) : await addFirstAccount(tx, config);
    await seedCustomerRole(tx);
    return first;
  });
}
