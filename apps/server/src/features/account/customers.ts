/** Customers, as administrators look after them: list, approve, lock, reset a password with the customer's consent. */
import {
  customerFlag,
  type CodeSent,
  type Customer,
  type CustomerState,
  type Page,
  type Parsed,
  type customerRoutes,
} from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, denied, found } from '../../core/errors.ts';
import { hashPassword } from '../../core/password.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { endAccess, endSessions } from '../../core/session.ts';
import { role, rolePermission, user } from '../../tables/account.ts';
import { codeText, sendCode, withCode, type Sms } from './sms/index.ts';
import { isLastSuperAdmin, lockSuperAdmins } from './super-admin.ts';

type Routes = typeof customerRoutes;
type Person = typeof user.$inferSelect;

const stateOf = ({ enabled, mustComplete, mustBeApproved }: Person): CustomerState => {
  if (!enabled) return 'locked';
  if (mustComplete) return 'incomplete';
  return mustBeApproved ? 'waiting' : 'active';
};
const inState: Readonly<Record<CustomerState, SQL>> = {
  locked: sql`not ${user.enabled}`,
  incomplete: sql`${user.enabled} and ${user.mustComplete}`,
  waiting: sql`${user.enabled} and not ${user.mustComplete} and ${user.mustBeApproved}`,
  active: sql`${user.enabled} and not ${user.mustComplete} and not ${user.mustBeApproved}`,
};
const orders: Record<NonNullable<Parsed<Routes['customerList']>['sort']>, SQL> = {
  account: asc(sql`lower(${user.account})`),
  '-account': desc(sql`lower(${user.account})`),
  createdAt: asc(user.id),
  '-createdAt': desc(user.id),
};
const isCustomer = and(eq(user.channelFlag, customerFlag), isNull(user.deletedAt));

const toCustomer = (person: Person, roleName: string, mayManage: boolean): Customer => ({
  id: person.id,
  account: person.account,
  phone: person.phone,
  name: person.accountName ?? person.realName,
  company: person.company,
  email: person.email,
  roleName,
  state: stateOf(person),
  createdAt: person.createdAt.toISOString(),
  lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
  mayManage,
});

export async function listCustomers(
  { db }: Services,
  actor: Actor,
  { text, state, sort, pageNum, pageSize }: Parsed<Routes['customerList']>,
): Promise<Page<Customer>> {
  const columns = [user.account, user.phone, user.accountName, user.realName, user.company, user.email];
  const where = and(
    isCustomer,
    state === undefined ? undefined : inState[state],
    text ? or(...columns.map((column) => containsText(column, text))) : undefined,
  );
  const [rows, [all]] = await Promise.all([
    db
      .select({ person: user, roleName: role.name })
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(where)
      .orderBy(orders[sort ?? '-createdAt'])
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.select({ n: count() }).from(user).where(where),
  ]);
  const roleIds = rows.map(({ person }) => person.roleId);
  const keys = await db.select().from(rolePermission).where(inArray(rolePermission.roleId, roleIds));
  const beyond = new Set(keys.filter(({ key }) => !actor.permissions.has(key)).map(({ roleId }) => roleId));
  const list = rows.map(({ person, roleName }) => toCustomer(person, roleName, !beyond.has(person.roleId)));
  return { list, total: all!.n, pageNum, pageSize };
}

/** The customer, locked. One who was given more rights than the actor holds is not theirs to look after. */
async function lockCustomer(tx: Tx, actor: Actor, id: number): Promise<Person> {
  const [row] = await tx
    .select()
    .from(user)
    .where(and(eq(user.id, id), isCustomer))
    .for('no key update');
  const person = found(row);
  const keys = await tx.select().from(rolePermission).where(eq(rolePermission.roleId, person.roleId));
  if (keys.some(({ key }) => !actor.permissions.has(key))) throw denied();
  return person;
}

export async function approveCustomer(
  { db }: Services,
  actor: Actor,
  { id }: Parsed<Routes['customerApprove']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockCustomer(tx, actor, id);
    if (person.mustComplete) throw new AppError('customer.incomplete');
    if (!person.mustBeApproved) throw new AppError('customer.approved');
    await tx.update(user).set({ mustBeApproved: false }).where(eq(user.id, id));
    await note(tx, actor, 'user.approve', `user/${id}`);
  });
}

export async function setCustomerLocked(
  { db }: Services,
  actor: Actor,
  { id, locked }: Parsed<Routes['customerSetLocked']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSuperAdmins(tx);
    const person = await lockCustomer(tx, actor, id);
    if (locked && (await isLastSuperAdmin(tx, person))) throw new AppError('user.lastSuperAdmin');
    if (id === actor.userId && locked) throw new AppError('account.selfDisable');
    await tx.update(user).set({ enabled: !locked }).where(eq(user.id, id));
    if (locked) await endSessions(tx, id, 'revoked');
    await note(tx, actor, locked ? 'user.disable' : 'user.enable', `user/${id}`);
  });
}

const subjectOf = (id: number): string => `user/${id}`;

export async function sendCustomerCode(
  services: Services,
  sms: Sms,
  actor: Actor,
  id: number,
): Promise<{ token: string; sent: CodeSent }> {
  const { phone } = await services.db.transaction((tx) => lockCustomer(tx, actor, id));
  if (phone === null) throw new AppError('customer.noPhone');
  const asked = { phone, purpose: 'customerReset', address: actor.address ?? '', subject: subjectOf(id) } as const;
  return sendCode(services, sms, { ...asked, text: codeText(services, 'sms.customerReset') });
}

/** With the code that the customer reads out; without one where none can be sent. They change the password when they sign in. */
export async function resetCustomerPassword(
  services: Services,
  sms: Sms,
  actor: Actor,
  { id, code, password }: Parsed<Routes['customerResetPassword']>,
  token: string,
): Promise<void> {
  const { db } = services;
  const work = async (tx: Tx): Promise<void> => {
    await lockCustomer(tx, actor, id);
    const passwordHash = await hashPassword(password);
    await tx.update(user).set({ passwordHash, mustChangePassword: true }).where(eq(user.id, id));
    await endAccess(tx, id);
    await note(tx, actor, 'user.resetPassword', `user/${id}`, { withCode: code !== null });
  };
  const { phone } = await db.transaction((tx) => lockCustomer(tx, actor, id));
  if (phone === null || sms.kind === 'off') return db.transaction(work);
  if (code === null) throw new AppError('customer.codeNeeded');
  await withCode(services, { phone, code, token, purpose: 'customerReset', subject: subjectOf(id) }, work);
}
