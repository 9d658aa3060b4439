/** Accounts from the terminal: for the day on which nobody can sign in. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { patterns, type AuditAction } from '@loupe/contract';
import { note, unnamed } from '../core/audit.ts';
import type { Db, Tx } from '../core/db.ts';
import { generatePassword, hashPassword } from '../core/password.ts';
import { endAccess, endSessions } from '../core/session.ts';
import { startError } from '../core/start-error.ts';
import { firstPasswordGone } from '../features/account/index.ts';
import { role, user } from '../tables/account.ts';

export interface Account {
  readonly account: string;
  readonly role: string;
  readonly enabled: boolean;
  readonly mustChangePassword: boolean;
}

export const listAccounts = (db: Db): Promise<Account[]> =>
  db
    .select({
      account: user.account,
      role: role.name,
      enabled: user.enabled,
      mustChangePassword: user.mustChangePassword,
    })
    .from(user)
    .innerJoin(role, eq(role.id, user.roleId))
    .where(isNull(user.deletedAt))
    .orderBy(asc(sql`lower(${user.account})`));

async function roleId(tx: Tx, name: string): Promise<number> {
  const roles = await tx.select({ id: role.id, name: role.name }).from(role).orderBy(role.id);
  const found = roles.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  const names = roles.map((one) => one.name).join(', ');
  throw startError({
    en: [`There is no role "${name}".`, `Roles: ${names}.`],
    zh: [`没有角色「${name}」。`, `现有角色：${names}。`],
  });
}

async function lockAccount(tx: Tx, account: string): Promise<number> {
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(sql`lower(${user.account})`, account.toLowerCase()), isNull(user.deletedAt)))
    .for('update');
  if (row) return row.id;
  throw startError({
    en: [`There is no account "${account}".`, 'npm run loupe -- user list shows all.'],
    zh: [`没有账号「${account}」。`, 'npm run loupe -- user list 可列出全部账号。'],
  });
}

const noteUser = (tx: Tx, action: AuditAction, id: number) =>
  note(tx, unnamed, action, `user/${id}`, { from: 'terminal' });

/** Answers the password, which must be changed at the first sign-in. */
export async function addAccount(db: Db, account: string, roleName: string): Promise<string> {
  if (!patterns.account.test(account)) {
    throw startError({
      en: [`"${account}" is not a valid account name.`, 'Use letters, digits and underscores.'],
      zh: [`「${account}」不能用作账号。`, '请使用字母、数字和下划线。'],
    });
  }
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(user)
      .values({ account, passwordHash, roleId: await roleId(tx, roleName), mustChangePassword: true })
      .onConflictDoNothing()
      .returning({ id: user.id });
    if (!made) {
      throw startError({
        en: [
          `The account "${account}" already exists.`,
          `npm run loupe -- user reset ${account} gives it a new password.`,
        ],
        zh: [`账号「${account}」已存在。`, `npm run loupe -- user reset ${account} 可为其设置新密码。`],
      });
    }
    await noteUser(tx, 'user.add', made.id);
  });
  return password;
}

/** A new password, which must be changed; all sessions end. */
export async function resetAccount(db: Db, account: string): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const id = await lockAccount(tx, account);
    await tx.update(user).set({ passwordHash, mustChangePassword: true }).where(eq(user.id, id));
    await firstPasswordGone(tx, id);
    await endAccess(tx, id);
    await noteUser(tx, 'user.resetPassword', id);
  });
  return password;
}

export const setAccountEnabled = (db: Db, account: string, enabled: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const id = await lockAccount(tx, account);
    await tx.update(user).set({ enabled }).where(eq(user.id, id));
    if (!enabled) await endSessions(tx, id, 'revoked');
    await noteUser(tx, enabled ? 'user.enable' : 'user.disable', id);
  });

export const setAccountRole = (db: Db, account: string, name: string): Promise<void> =>
  db.transaction(async (tx) => {
    const id = await lockAccount(tx, account);
    await tx
      .update(user)
      .set({ roleId: await roleId(tx, name) })
      .where(eq(user.id, id));
    await noteUser(tx, 'user.role', id);
  });
