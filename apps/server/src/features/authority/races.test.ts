/** What must hold while two things happen at once, and after names were given again. */
import { api, customerFlag, permissionKeys } from '@loupe/contract';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetAccount, setAccountEnabled, setAccountRole } from '../../operations/user.ts';
import { audit, role, rolePermission, session, user } from '../../tables/account.ts';
import { project } from '../../tables/projects.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword } from '../../testing/people.ts';
import { superAdminRole } from '../account/index.ts';

let server: TestServer;
let superRole: number;
beforeAll(async () => {
  server = await testServer();
  const [made] = await db().insert(role).values({ name: superAdminRole, builtIn: true }).returning({ id: role.id });
  superRole = made!.id;
  await db()
    .insert(rolePermission)
    .values(permissionKeys.map((key) => ({ roleId: superRole, key })));
});
afterAll(() => server.close());

const db = () => server.database.db;
const codeOf = (call: Promise<unknown>): Promise<number> => call.then(() => 200).catch((error) => error.code as number);
let count = 0;
const superAdmin = async (fields: Partial<typeof user.$inferInsert> = {}) => {
  const person = await addPerson(db(), `super_${(count += 1)}`, permissionKeys);
  await db()
    .update(user)
    .set({ roleId: superRole, ...fields })
    .where(eq(user.id, person.id));
  return person;
};
const alone = (id: number) =>
  db()
    .update(user)
    .set({ enabled: false })
    .where(and(eq(user.roleId, superRole), ne(user.id, id)));

/** One after the other, close enough that some are under way whenever something else happens. */
const staggered = <T>(n: number, apart: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: n }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * apart));
      return work(i);
    }),
  );

let address = 0;
const signIn = (account: string, password: string, remoteAddress = `10.8.${(address += 1) >> 8}.${address & 255}`) =>
  server.app
    .inject({ method: 'POST', url: `/api/qic/v1/sysUser/login`, payload: { account, password }, remoteAddress })
    .then((answer) => ({ status: answer.statusCode, code: answer.json<{ code: number }>().code }));

describe('a password that is replaced', () => {
  it('leaves no session of a sign-in that was under way with the old one', async () => {
    for (let round = 0; round < 4; round += 1) {
      /* oxlint-disable no-await-in-loop -- each round has a person of its own */
      const person = await addPerson(db(), `race_${round}`, engineerKeys);
      const signIns = staggered(12, 15, () => signIn(person.account, testPassword));
      await server.as(person)(api.changePassword, { oldPassword: testPassword, newPassword: 'fresh-Pass-9' });
      await signIns;
      const living = await db()
        .select({ id: session.publicId })
        .from(session)
        .where(and(eq(session.userId, person.id), isNull(session.ended)));
      // the one that changed the password goes on
      expect(living).toHaveLength(1);
      /* oxlint-enable no-await-in-loop */
    }
  });

  it('by somebody else takes the access tokens along; by oneself keeps them', async () => {
    const person = await addPerson(db(), 'robot_owner', engineerKeys);
    const { token } = await server.as(person)(api.tokenAdd, { name: 'line', scopes: ['read'], days: null });
    const read = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/qic/v1/project/pageList',
        payload: {},
        headers,
      });
      return answer.json<{ code: number }>().code;
    };
    await server.as(person)(api.changePassword, { oldPassword: testPassword, newPassword: 'fresh-Pass-9' });
    expect(await read()).toBe(200);
    await server.as(server.admin)(api.userResetPassword, { id: person.id, password: 'given-Pass-1' });
    expect(
      await server.database.pool.query('select 1 from access_token where user_id = $1', [person.id]),
    ).toMatchObject({ rowCount: 0 });
    expect(await read()).not.toBe(200);
  });
});

it('guesses from one IPv6 network count together', async () => {
  await addPerson(db(), 'six', engineerKeys);
  const answers: number[] = [];
  for (let i = 0; i < 30; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one guess after the other
    answers.push((await signIn('six', `wrong-Pass-${i}`, `2001:db8:7:7::${(i + 1).toString(16)}`)).status);
  expect(answers).toContain(429);
  expect((await signIn('six', testPassword, '2001:db8:7:8::1')).code).toBe(200);
});

it('a name that nobody can store keeps its line in the audit log', async () => {
  const before = await db().select({ id: audit.id }).from(audit);
  await signIn('ab\ud800', 'wrong-Pass-1');
  expect(await db().select({ id: audit.id }).from(audit)).toHaveLength(before.length + 1);
});

it('the terminal means the account that lives, not a deleted one of the same name', async () => {
  const boss = await superAdmin();
  const old = await addPerson(db(), 'zhang', engineerKeys);
  const call = server.as(boss);
  await call(api.userDelete, { id: old.id, heirId: null });
  const { id } = await call(api.userAdd, { account: 'zhang', password: 'first-Pass1', roleId: old.roleId });
  expect((await signIn('zhang', await resetAccount(db(), 'zhang'))).code).toBe(200);
  await setAccountEnabled(db(), 'zhang', false);
  await setAccountRole(db(), 'zhang', superAdminRole);
  const rows = await db()
    .select({ id: user.id, roleId: user.roleId, enabled: user.enabled })
    .from(user)
    .where(eq(user.account, 'zhang'))
    .orderBy(user.id);
  expect(rows).toEqual([
    { id: old.id, roleId: old.roleId, enabled: false },
    { id, roleId: superRole, enabled: false },
  ]);
});

describe('the last super admin', () => {
  it('stays when they are a customer whom an administrator would lock', async () => {
    const boss = await superAdmin({ channelFlag: customerFlag });
    await alone(boss.id);
    expect(await codeOf(server.as(server.admin)(api.customerSetLocked, { id: boss.id, locked: true }))).toBe(610);
  });

  it('is the one who works, though another waits for approval', async () => {
    const boss = await superAdmin();
    await alone(boss.id);
    await superAdmin({ channelFlag: customerFlag, mustBeApproved: true });
    expect(await codeOf(server.as(server.admin)(api.userSetEnabled, { id: boss.id, enabled: false }))).toBe(610);
  });
});

describe('a user who is deleted meanwhile', () => {
  it('owns no project afterwards', async () => {
    for (let round = 0; round < 4; round += 1) {
      /* oxlint-disable no-await-in-loop -- each round has a person of its own */
      const person = await addPerson(db(), `leaver_${round}`, engineerKeys);
      const add = (name: string) => codeOf(server.as(person)(api.projectAdd, { family: 'detection', name }));
      await Promise.all(Array.from({ length: 8 }, (_, i) => add(`first_${i}`)));
      const deletion = codeOf(server.as(server.admin)(api.userDelete, { id: person.id, heirId: server.a.id }));
      await staggered(25, 3, (i) => add(`late_${i}`));
      expect(await deletion).toBe(200);
      expect(await db().select().from(project).where(eq(project.ownerId, person.id))).toEqual([]);
      /* oxlint-enable no-await-in-loop */
    }
  });

  it('is deleted also while they share and hand over', async () => {
    const person = await addPerson(db(), 'sharer', engineerKeys);
    const call = server.as(person);
    const projects = await Promise.all(
      [1, 2, 3, 4].map((n) => call(api.projectAdd, { family: 'detection', name: `shared_${n}` })),
    );
    const deletion = codeOf(server.as(server.admin)(api.userDelete, { id: person.id, heirId: server.a.id }));
    const acts = projects.flatMap(({ id }) => [
      codeOf(call(api.memberSet, { id, userId: server.b.id, level: 'editor' })),
      codeOf(call(api.projectHandOver, { id, userId: server.b.id })),
    ]);
    await Promise.all(acts);
    expect(await deletion).toBe(200);
    expect(await db().select().from(project).where(eq(project.ownerId, person.id))).toEqual([]);
  });
});

it('part of a number finds no customer; the whole number and the name do', async () => {
  await addPerson(db(), '13800060001', engineerKeys, {
    phone: '13800060001',
    channelFlag: customerFlag,
    accountName: 'Zhao',
  });
  const call = server.as(server.a);
  const { id } = await call(api.projectAdd, { family: 'detection', name: 'searched' });
  const found = async (text: string) => (await call(api.memberSearch, { id, text })).length;
  expect([await found('1380006'), await found('13800060001'), await found('zha')]).toEqual([0, 1, 1]);
});

describe('with a role map of a provider', () => {
  const config = () => server.services.config;
  const set = (claim: string) =>
    Object.assign(config(), {
      oidcIssuer: 'https://id.example.com',
      oidcClientId: 'loupe',
      oidcClaim: claim,
      oidcRoleClaim: 'groups',
      oidcRoleMap: `admins=${superAdminRole}`,
    });
  afterAll(() => void Object.assign(config(), { oidcIssuer: undefined, oidcRoleMap: undefined, oidcClaim: 'email' }));

  it('a claim is written by those alone who hold all that the map may give', async () => {
    const clerk = await addPerson(db(), 'clerk', ['sys/user/list']);
    const own = { id: clerk.id, account: 'clerk', roleId: clerk.roleId };
    set('email');
    expect(await codeOf(server.as(clerk)(api.userUpdate, { ...own, email: 'boss@example.com' }))).toBe(403);
    expect(await codeOf(server.as(clerk)(api.userUpdate, { ...own, realName: 'Li' }))).toBe(200);
    expect(await codeOf(server.as(server.admin)(api.userUpdate, { ...own, email: 'clerk@example.com' }))).toBe(200);
    set('preferred_username');
    const added = { account: 'bigboss', password: 'known-Pass1', roleId: clerk.roleId };
    expect(await codeOf(server.as(clerk)(api.userAdd, added))).toBe(403);
    expect(await codeOf(server.as(server.admin)(api.userAdd, added))).toBe(200);
  });
});
