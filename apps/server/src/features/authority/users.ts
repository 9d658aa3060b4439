/** Users: added, changed, enabled and disabled, given a new password, deleted. Each is a line of the audit log. */
import type { Parsed, User, authority } from '@loupe/contract';
import { count, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, invalid, nameTaken, violates } from '../../core/errors.ts';
import { hashPassword } from '../../core/password.ts';
import type { Services } from '../../core/services.ts';
import { endAccess, endSessions } from '../../core/session.ts';
import { inTransaction } from '../../core/transaction.ts';
import { role, user } from '../../tables/account.ts';
import { project, projectMember } from '../../tables/projects.ts';
import { firstPasswordGone } from '../account/index.ts';
import { takeOverProjects } from '../projects/index.ts';
import { keysOf, lockActor, lockPeople, lockUser, refuseBeyond, refuseClaim, refuseLastSuperAdmin } from './rights.ts';
import { readUser } from './user-list.ts';

type Routes = typeof authority;

/** The role is there and stays while the account gets it, and holds nothing that the actor lacks. */
async function giveRole(tx: Tx, held: ReadonlySet<string>, roleId: number): Promise<void> {
  const [known] = await tx.select({ id: role.id }).from(role).where(eq(role.id, roleId)).for('key share');
  if (!known) throw invalid('roleId', { zh: '不存在', en: 'names no role' });
  refuseBeyond(held, await keysOf(tx, roleId), 'role.beyondYours');
}

const taken = (error: unknown): never => {
  if (violates(error, 'user_account')) throw nameTaken('account.exists', 'account');
  throw violates(error, 'user_phone') ? new AppError('account.phoneTaken') : error;
};

export async function addUser({ db, config }: Services, actor: Actor, input: Parsed<Routes['userAdd']>): Promise<User> {
  const { password, ...fields } = input;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const held = await lockActor(tx, actor);
    await giveRole(tx, held, input.roleId);
    if (config.oidcClaim !== 'email' || fields.email !== null) await refuseClaim(tx, config, held);
    const [made] = await tx
      .insert(user)
      // whoever adds the account knows the password
      .values({ ...fields, passwordHash, mustChangePassword: true })
      .returning({ id: user.id })
      .catch(taken);
    await note(tx, actor, 'user.add', `user/${made!.id}`, { account: input.account, roleId: input.roleId });
    return readUser(tx, actor, made!.id);
  });
}

export async function updateUser(
  { db, config }: Services,
  actor: Actor,
  input: Parsed<Routes['userUpdate']>,
): Promise<User> {
  const { id, ...fields } = input;
  return db.transaction(async (tx) => {
    const { person, held } = await lockUser(tx, actor, id);
    if (person.roleId !== input.roleId) {
      if (id === actor.userId) throw new AppError('user.ownRole');
      await refuseLastSuperAdmin(tx, person);
      await giveRole(tx, held, input.roleId);
      await note(tx, actor, 'user.role', `user/${id}`, { from: person.roleId, to: input.roleId });
    }
    const claim = config.oidcClaim === 'email' ? 'email' : 'account';
    const isNew = fields[claim] !== null && fields[claim]?.toLowerCase() !== person[claim]?.toLowerCase();
    if (isNew) await refuseClaim(tx, config, held);
    await tx.update(user).set(fields).where(eq(user.id, id)).catch(taken);
    await note(tx, actor, 'user.update', `user/${id}`, { account: input.account });
    return readUser(tx, actor, id);
  });
}

export async function setEnabled(
  { db }: Services,
  actor: Actor,
  { id, enabled }: Parsed<Routes['userSetEnabled']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { person } = await lockUser(tx, actor, id);
    if (id === actor.userId && !enabled) throw new AppError('account.selfDisable');
    if (!enabled) await refuseLastSuperAdmin(tx, person);
    await tx.update(user).set({ enabled }).where(eq(user.id, id));
    if (!enabled) await endSessions(tx, id, 'revoked');
    await note(tx, actor, enabled ? 'user.enable' : 'user.disable', `user/${id}`);
  });
}

export async function resetPassword(
  { db }: Services,
  actor: Actor,
  { id, password }: Parsed<Routes['userResetPassword']>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, id);
    // the own password is nobody else's
    await tx
      .update(user)
      .set({ passwordHash, mustChangePassword: id !== actor.userId })
      .where(eq(user.id, id));
    await firstPasswordGone(tx, id);
    await endAccess(tx, id);
    await note(tx, actor, 'user.resetPassword', `user/${id}`);
  });
}

/**
 * What the person did stays theirs, by name; what they owned goes to the heir; nobody signs in with the account any more,
 * and its name and phone are free again.
 */
export async function deleteUser(
  { db }: Services,
  actor: Actor,
  { id, heirId }: Parsed<Routes['userDelete']>,
): Promise<{ projects: number }> {
  return inTransaction(db, async (tx) => {
    // also the heir is locked from the start, in the order of ids
    const { people } = await lockPeople(tx, actor, heirId === null ? [id] : [id, heirId]);
    const { person } = await lockUser(tx, actor, id);
    if (id === actor.userId) throw new AppError('user.ownDelete');
    await refuseLastSuperAdmin(tx, person);
    // as whoever shares one of them, or hands it over: the project before the person
    await tx.execute(sql`select id from public.project where owner_id = ${id} order by id for update`);
    // a project that they are just adding is there before the projects are counted
    await tx.select({ id: user.id }).from(user).where(eq(user.id, id)).for('update');
    const [owned] = await tx.select({ n: count() }).from(project).where(eq(project.ownerId, id));
    const projects = owned!.n;
    if (projects > 0 && heirId === null) throw new AppError('user.needsHeir', { args: { projects } });
    if (heirId !== null && (heirId === id || !people.get(heirId)?.enabled)) throw new AppError('user.heirGone');
    if (projects > 0) await takeOverProjects(tx, actor, id, heirId!);
    await tx.delete(projectMember).where(eq(projectMember.userId, id));
    await firstPasswordGone(tx, id);
    await tx
      .update(user)
      .set({ enabled: false, deletedAt: sql`clock_timestamp()` })
      .where(eq(user.id, id));
    await endAccess(tx, id);
    await note(tx, actor, 'user.delete', `user/${id}`, { account: person.account, projects, heirId });
    return { projects };
  });
}
