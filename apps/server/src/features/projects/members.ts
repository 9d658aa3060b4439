/** With whom a project is shared: the owner adds people, changes their level and removes them; a member leaves. */
import {
  customerFlag,
  levelTitles,
  limits,
  messageText,
  type HandedOver,
  type MemberLevel,
  type MessageArgs,
  type MessageKey,
  type Parsed,
  type Person,
  type ProjectAccess,
  type sharing as contract,
  type Sharing,
} from '@loupe/contract';
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { inReach, levelIn, projectInReach, reached, withNeed } from '../../core/access.ts';
import { can, type Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { containsText } from '../../core/search.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { showName } from '../account/index.ts';
import { user } from '../../tables/account.ts';
import { project, projectMember } from '../../tables/projects.ts';
import { handOverProject } from './hand-over.ts';

type Input<K extends keyof typeof contract> = Parsed<(typeof contract)[K]>;

const person = { userId: user.id, account: user.account, name: showName() };
const foundAtOnce = 10;

/** The project, where the actor may do what their route needs. */
export const ownProject = (tx: Tx, actor: Actor, id: number) =>
  reached(
    tx,
    actor,
    (one) =>
      tx
        .select({ id: project.id, name: project.name, ownerId: project.ownerId, level: levelIn(one) })
        .from(project)
        .where(and(projectInReach(one), eq(project.id, id))),
    (row) => row.id,
  );

/** Those that the actor sees without owning them. Whoever sees all data owns all. */
export async function projectAccess({ db }: Services, actor: Actor): Promise<ProjectAccess[]> {
  if (can(actor, 'allData')) return [];
  const viewer = withNeed(actor, 'view');
  const rows = await db
    .select({ projectId: project.id, level: levelIn(actor), owner: showName(), example: project.example })
    .from(project)
    .innerJoin(user, eq(user.id, project.ownerId))
    .where(and(inReach(viewer, project.id), ne(project.ownerId, actor.userId)))
    .orderBy(asc(project.id));
  return rows.map(({ level, ...row }) => ({ ...row, level: level ?? 'viewer' }));
}

async function sharingOf(tx: Tx, id: number, ownerId: number): Promise<Sharing> {
  const [owner] = await tx.select(person).from(user).where(eq(user.id, ownerId));
  const rows = await tx
    .select({ ...person, level: projectMember.level, enabled: user.enabled, since: projectMember.createdAt })
    .from(projectMember)
    .innerJoin(user, eq(user.id, projectMember.userId))
    .where(and(eq(projectMember.projectId, id), isNull(user.deletedAt)))
    .orderBy(asc(sql`lower(${showName()})`), asc(user.id));
  const members = rows.map(({ level, since, ...row }) => ({
    ...row,
    level: level as MemberLevel,
    since: since.toISOString(),
  }));
  return { owner: owner!, members };
}

export async function listMembers({ db }: Services, actor: Actor, id: number): Promise<Sharing> {
  const { ownerId } = await ownProject(db, actor, id);
  const sharing = await sharingOf(db, id, ownerId);
  const isOneOfThem = sharing.members.some(({ userId }) => userId === actor.userId);
  const sees = can(actor, 'allData') || ownerId === actor.userId || isOneOfThem;
  // who sees example data need not know who works on it
  return sees ? sharing : { ...sharing, members: [] };
}

export async function searchPeople(
  { db }: Services,
  actor: Actor,
  { id, text }: Input<'memberSearch'>,
): Promise<Person[]> {
  const { ownerId } = await ownProject(db, actor, id);
  return db
    .select(person)
    .from(user)
    .where(
      and(
        or(
          // of who registered themselves it is the phone number: who knows it finds them, nobody else reads it
          and(ne(user.channelFlag, customerFlag), containsText(user.account, text)),
          eq(sql`lower(${user.account})`, text.toLowerCase()),
          containsText(user.accountName, text),
          containsText(user.realName, text),
        ),
        eq(user.enabled, true),
        isNull(user.deletedAt),
        ne(user.id, ownerId),
        sql`not exists (select 1 from project_member m where m.project_id = ${id} and m.user_id = ${user.id})`,
      ),
    )
    .orderBy(asc(sql`lower(${user.account})`))
    .limit(foundAtOnce);
}

/** Says to a person what they may do now: their pages ask again, and the message stays for when they come back. */
async function announce(services: Services, userId: number, projectId: number, key: MessageKey, args: MessageArgs) {
  try {
    await services.publish({ userId }, { type: 'access', projectId });
    const [cn, en] = [messageText(key, 'zh', args), messageText(key, 'en', args)];
    await services.publish({ userId }, { type: 'message', cn, en }, { keep: true });
  } catch (error) {
    services.log.warn({ error: String(error), projectId }, 'news of a shared project was not sent');
  }
}

async function nameOf(tx: Tx, userId: number): Promise<string> {
  const [row] = await tx.select({ name: showName() }).from(user).where(eq(user.id, userId));
  return row?.name ?? '';
}

export async function setMember(services: Services, actor: Actor, input: Input<'memberSet'>): Promise<Sharing> {
  const { id, userId, level } = input;
  const { name, sharing, isNew } = await inTransaction(services.db, async (tx) => {
    const own = await ownProject(tx, actor, id);
    // with the hand-over one after the other: an owner is no member
    await tx.execute(sql`select 1 from project where id = ${id} for no key update`);
    const now = await ownProject(tx, actor, id);
    if (now.ownerId === userId) throw new AppError('member.isOwner');
    const isThere = and(eq(user.id, userId), eq(user.enabled, true), isNull(user.deletedAt));
    const [there] = await tx.select({ id: user.id }).from(user).where(isThere).for('key share');
    if (!there) throw new AppError('member.notThere');
    const { members } = await sharingOf(tx, id, now.ownerId);
    const before = members.find((one) => one.userId === userId)?.level;
    if (!before && members.length >= limits.projectMembers)
      throw new AppError('member.tooMany', { args: { max: limits.projectMembers } });
    await tx
      .insert(projectMember)
      .values({ projectId: id, userId, level, createdBy: actor.userId })
      .onConflictDoUpdate({ target: [projectMember.projectId, projectMember.userId], set: { level } });
    if (before !== level) await note(tx, actor, 'project.share', `project/${id}`, { name: own.name, userId, level });
    return { name: own.name, sharing: await sharingOf(tx, id, now.ownerId), isNew: before !== level };
  });
  if (isNew)
    await announce(services, userId, id, 'member.added', {
      by: await nameOf(services.db, actor.userId),
      name,
      level: levelTitles[level],
    });
  return sharing;
}

const dropMember = async (tx: Tx, projectId: number, userId: number): Promise<boolean> => {
  const gone = await tx
    .delete(projectMember)
    .where(and(eq(projectMember.projectId, projectId), eq(projectMember.userId, userId)))
    .returning({ userId: projectMember.userId });
  return gone.length > 0;
};

export async function removeMember(services: Services, actor: Actor, input: Input<'memberRemove'>): Promise<Sharing> {
  const { id, userId } = input;
  const { name, sharing, wasThere } = await inTransaction(services.db, async (tx) => {
    const own = await ownProject(tx, actor, id);
    const gone = await dropMember(tx, id, userId);
    if (gone) await note(tx, actor, 'project.unshare', `project/${id}`, { name: own.name, userId });
    return { name: own.name, sharing: await sharingOf(tx, id, own.ownerId), wasThere: gone };
  });
  if (wasThere)
    await announce(services, userId, id, 'member.removed', { by: await nameOf(services.db, actor.userId), name });
  return sharing;
}

export async function leaveProject({ db }: Services, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const own = await ownProject(tx, actor, id);
    if (own.ownerId === actor.userId) throw new AppError('project.cannotLeave');
    if (!(await dropMember(tx, id, actor.userId))) throw new AppError('project.notMember');
    await note(tx, actor, 'project.leave', `project/${id}`, { name: own.name });
  });
}

/** At once, and written down; the owner until now stays as an editor. */
export async function handOver(services: Services, actor: Actor, input: Input<'projectHandOver'>): Promise<HandedOver> {
  const { id: projectId, userId } = input;
  const { name, ownerId, answer } = await inTransaction(services.db, async (tx) => {
    const own = await ownProject(tx, actor, projectId);
    return { ...own, answer: await handOverProject(tx, actor, { projectId, userId, stays: true }) };
  });
  await announce(services, userId, projectId, 'project.handedOver', {
    by: await nameOf(services.db, actor.userId),
    name,
  });
  await services.publish({ userId: ownerId }, { type: 'access', projectId }).catch(() => undefined);
  return answer;
}
