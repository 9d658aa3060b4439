/** What an administrator changes of users, who may not be lost, and what becomes of a deleted person's projects. */
import { api, codes, permissionKeys, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { accessToken, audit, role, user } from '../../tables/account.ts';
import { ensureAdmin, superAdminRole } from '../account/index.ts';

let server: TestServer;
/** Manages users, but does not see all data. */
let clerk: TestPerson;
const clerkKeys = permissionKeys.filter((key) => key !== 'allData');
beforeAll(async () => {
  server = await testServer();
  clerk = await addPerson(server.database.db, 'clerk', clerkKeys);
});
afterAll(() => server.close());

const refusalOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('was allowed')),
    (error: CallError) => error,
  );
const change = (person: TestPerson, fields: Partial<{ account: string; phone: string; roleId: number }> = {}) => ({
  id: person.id,
  account: person.account,
  roleId: person.roleId,
  ...fields,
});
const actionsOn = async (id: number) =>
  (
    await server.database.db
      .select({ action: audit.action })
      .from(audit)
      .where(eq(audit.object, `user/${id}`))
      .orderBy(audit.id)
  ).map(({ action }) => action);

describe('the list of users', () => {
  it('is searched by account, name, phone and e-mail, and narrowed by role and state', async () => {
    const { db } = server.database;
    const call = server.as(server.admin);
    const one = await addPerson(db, 'zhou', engineerKeys, { realName: '周明', phone: '13700000001', enabled: false });
    await db.update(user).set({ email: 'zm@example.com' }).where(eq(user.id, one.id));
    for (const text of ['ZHO', '周', '1370000', 'zm@']) {
      const { list } = await call(api.userList, { account: text }); // oxlint-disable-line no-await-in-loop
      expect([text, list.map(({ id }) => id)]).toEqual([text, [one.id]]);
    }
    expect((await call(api.userList, { account: '周', state: 'enabled' })).total).toBe(0);
    expect((await call(api.userList, { account: '周', state: 'disabled', roleId: one.roleId })).total).toBe(1);
    expect((await call(api.userList, { account: '周', roleId: clerk.roleId })).total).toBe(0);
  });

  it('says whom one may manage: nobody with a right that one lacks', async () => {
    const { list } = await server.as(clerk)(api.userList, { pageSize: 200 });
    const manages = (id: number) => list.find((one) => one.id === id)?.mayManage;
    expect([manages(server.a.id), manages(clerk.id), manages(server.admin.id)]).toEqual([true, true, false]);
  });
});

describe('a user', () => {
  it('gets other data and another role, which hold with the next request', async () => {
    const { db } = server.database;
    const person = await addPerson(db, 'moved', engineerKeys);
    const viewers = await addPerson(db, 'viewers', ['dataset/pageList']);
    const call = server.as(server.admin);
    const fields = { account: 'moved_2', phone: '13700000002', email: 'm@example.com', realName: '李 雷' };
    const changed = await call(api.userUpdate, { id: person.id, roleId: viewers.roleId, ...fields });
    expect(changed).toMatchObject({ ...fields, roleId: viewers.roleId });
    expect(await refusalOf(server.as(person)(api.projectList, {}))).toMatchObject({ code: 403 });
    expect((await server.as()(api.login, { account: 'moved_2', password: testPassword })).userId).toBe(person.id);
    expect(await actionsOn(person.id)).toEqual(['user.role', 'user.update', 'session.signIn']);
    const twin = call(api.userUpdate, change(viewers, { account: 'MOVED_2' }));
    await expect(twin).rejects.toThrow('already exists');
    const phone = call(api.userUpdate, change(viewers, { phone: '13700000002' }));
    await expect(phone).rejects.toThrow('already uses this phone');
  });

  it('is raised by nobody above that person’s own rights, themselves least of all', async () => {
    const call = server.as(clerk);
    const up = { roleId: server.admin.roleId };
    const asked = await Promise.all([
      refusalOf(call(api.userUpdate, change(clerk, up))),
      refusalOf(call(api.userUpdate, change(server.a, up))),
      refusalOf(call(api.userUpdate, change(server.admin, { account: 'mine_now' }))),
      refusalOf(call(api.userDelete, { id: server.admin.id })),
    ]);
    expect(asked.map(({ code }) => code)).toEqual([610, 403, 403, 403]);
    expect(asked[0]!.enMsg).toContain('cannot change your own role');
    expect(asked[1]!.enMsg).toContain('permissions that you do not hold');
    // whose role was taken in the meantime gives it to nobody
    await server.database.db.update(user).set({ roleId: server.a.roleId }).where(eq(user.id, clerk.id));
    expect(await refusalOf(call(api.userUpdate, change(server.a)))).toMatchObject({ code: 403 });
    await server.database.db.update(user).set({ roleId: clerk.roleId }).where(eq(user.id, clerk.id));
  });
});

describe('a deleted user', () => {
  it('leaves the projects to the one who was chosen, and is signed out for good', async () => {
    const { db } = server.database;
    const [gone, heir] = [await addPerson(db, 'gone', engineerKeys), await addPerson(db, 'heir', engineerKeys)];
    const { id: projectId } = await server.as(gone)(api.projectAdd, { family: 'detection', name: 'left_behind' });
    await server.as(gone)(api.tokenAdd, { name: 'robot', scopes: ['read'], days: null });
    const call = server.as(server.admin);
    expect((await call(api.userList, { account: 'gone' })).list[0]).toMatchObject({ projects: 1 });
    expect((await refusalOf(call(api.userDelete, { id: gone.id }))).enMsg).toContain('Choose who takes them over');
    const away = await addPerson(db, 'away', engineerKeys, { enabled: false });
    for (const heirId of [gone.id, away.id, 8_000_000_001]) {
      const refused = await refusalOf(call(api.userDelete, { id: gone.id, heirId })); // oxlint-disable-line no-await-in-loop
      expect(refused.enMsg).toContain('cannot take over');
    }
    expect(await call(api.userDelete, { id: gone.id, heirId: heir.id })).toEqual({ projects: 1 });
    expect(await server.as(heir)(api.projectInfo, { id: projectId })).toMatchObject({ level: 'owner' });
    expect(await refusalOf(server.as(gone)(api.projectList, {}))).toMatchObject({ code: codes.revoked });
    await expect(server.as()(api.login, { account: 'gone', password: testPassword })).rejects.toThrow('Wrong account');
    expect((await call(api.userList, { account: 'gone' })).total).toBe(0);
    expect(await db.select().from(accessToken).where(eq(accessToken.userId, gone.id))).toEqual([]);
    expect(await refusalOf(call(api.userDelete, { id: gone.id }))).toMatchObject({ code: 404 });
    expect(await refusalOf(call(api.userSetEnabled, { id: gone.id, enabled: true }))).toMatchObject({ code: 404 });
    // the name is free again
    await call(api.userAdd, { account: 'gone', password: testPassword, roleId: heir.roleId });
    const lines = await db
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${gone.id}`));
    expect(lines.at(-1)).toMatchObject({ action: 'user.delete', body: { account: 'gone', projects: 1 } });
  });

  it('is never oneself', async () => {
    const refused = await refusalOf(server.as(server.admin)(api.userDelete, { id: server.admin.id }));
    expect(refused.enMsg).toContain('cannot delete your own account');
  });
});

describe('the last super admin', () => {
  it('is not disabled, deleted or given another role, until somebody else can sign in as one', async () => {
    const own = await testServer();
    try {
      const { db } = own.database;
      const [superRole] = await db.insert(role).values({ name: superAdminRole }).returning({ id: role.id });
      const roleId = superRole!.id;
      // gives the role every key
      await ensureAdmin(db, own.services.config);
      const last = await addPerson(db, 'root', [], { roleId });
      const call = own.as(own.admin);
      const change = { id: last.id, account: 'root', roleId: own.b.roleId };
      const refused = () =>
        Promise.all([
          refusalOf(call(api.userSetEnabled, { id: last.id, enabled: false })),
          refusalOf(call(api.userUpdate, change)),
          refusalOf(call(api.userDelete, { id: last.id })),
        ]);
      for (const { enMsg } of await refused()) expect(enMsg).toContain('last super admin');
      // one who cannot sign in does not count
      const second = await addPerson(db, 'second', [], { roleId, enabled: false });
      for (const { enMsg } of await refused()) expect(enMsg).toContain('last super admin');
      await call(api.userSetEnabled, { id: second.id, enabled: true });
      // two at once: one of them stays
      const answers = await Promise.allSettled([
        call(api.userDelete, { id: last.id }),
        call(api.userSetEnabled, { id: second.id, enabled: false }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    } finally {
      await own.close();
    }
  });
});
