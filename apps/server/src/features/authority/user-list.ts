/** Users as an administrator sees them, and the roles that one may give. */
import type { Output, Page, Parsed, User, authority } from '@loupe/contract';
import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { found } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { role, user } from '../../tables/account.ts';
import { within } from './rights.ts';

type Routes = typeof authority;

const fieldsFor = (actor: Pick<Actor, 'permissions'>) => ({
  id: user.id,
  account: user.account,
  phone: user.phone,
  email: user.email,
  realName: user.realName,
  accountName: user.accountName,
  roleId: user.roleId,
  roleName: role.name,
  enabled: user.enabled,
  projects: sql<number>`(select count(*)::int from project p where p.owner_id = "user".id)`,
  channelFlag: user.channelFlag,
  lastSignInAt: user.lastSignInAt,
  createdAt: user.createdAt,
  mayManage: within(actor, sql`"user".role_id`),
});

type Dates = 'createdAt' | 'lastSignInAt';
const toUser = (row: Omit<User, Dates> & { createdAt: Date; lastSignInAt: Date | null }): User => ({
  ...row,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

const orders: Record<NonNullable<Parsed<Routes['userList']>['sort']>, SQL[]> = {
  account: [asc(sql`lower(${user.account})`)],
  '-account': [desc(sql`lower(${user.account})`)],
  createdAt: [asc(user.id)],
  '-createdAt': [desc(user.id)],
  lastSignInAt: [sql`${user.lastSignInAt} asc nulls first`, asc(user.id)],
  '-lastSignInAt': [sql`${user.lastSignInAt} desc nulls last`, desc(user.id)],
};

export async function listUsers(
  { db }: Services,
  actor: Actor,
  input: Parsed<Routes['userList']>,
): Promise<Page<User>> {
  const searched = [user.account, user.realName, user.accountName, user.phone, user.email];
  const { pageNum, pageSize } = input;
  const where = and(
    isNull(user.deletedAt),
    or(...searched.map((column) => containsText(column, input.account))),
    input.roleId === undefined ? undefined : eq(user.roleId, input.roleId),
    input.state === undefined ? undefined : eq(user.enabled, input.state === 'enabled'),
  );
  const order = orders[input.sort ?? 'createdAt'];
  // projects are counted for the page alone, not for the people who are passed over
  const page = db
    .select({ id: user.id })
    .from(user)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const [rows, [all]] = await Promise.all([
    db
      .select(fieldsFor(actor))
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(inArray(user.id, page))
      .orderBy(...order),
    db.select({ n: count() }).from(user).where(where),
  ]);
  return { list: rows.map(toUser), total: all!.n, pageNum, pageSize };
}

export async function readUser(tx: Tx, actor: Pick<Actor, 'permissions'>, id: number): Promise<User> {
  const [row] = await tx
    .select(fieldsFor(actor))
    .from(user)
    .innerJoin(role, eq(role.id, user.roleId))
    .where(eq(user.id, id));
  return toUser(found(row));
}

export async function listRoleChoice(
  { db }: Services,
  actor: Actor,
  input: Parsed<Routes['roleChoice']>,
): Promise<Output<Routes['roleChoice']>> {
  const { pageNum, pageSize } = input;
  const where = and(containsText(role.name, input.name), within(actor, sql`role.id`));
  const name = sql`lower(${role.name})`;
  const [list, [all]] = await Promise.all([
    db
      .select({ id: role.id, name: role.name })
      .from(role)
      .where(where)
      .orderBy(input.sort === '-name' ? desc(name) : asc(name))
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize),
    db.select({ n: count() }).from(role).where(where),
  ]);
  return { list, total: all!.n, pageNum, pageSize };
}
