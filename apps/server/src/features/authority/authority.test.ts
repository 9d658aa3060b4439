import { api, permissionKeys } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, testPassword, type TestPerson } from '../../testing/people.ts';
import { audit } from '../../tables/account.ts';

let server: TestServer;
/** Manages users, but does not see all data. */
let clerk: TestPerson;
beforeAll(async () => {
  server = await testServer();
  clerk = await addPerson(
    server.database.db,
    'clerk',
    permissionKeys.filter((key) => key !== 'allData'),
  );
});
afterAll(() => server.close());
const account = (name: string, roleId = server.a.roleId) => ({ account: name, password: testPassword, roleId });

describe('users', () => {
  it('are added, listed and found, without anything about their password', async () => {
    const call = server.as(server.admin);
    const made = await call(api.userAdd, { ...account('newcomer'), phone: '13912345678', realName: '新人' });
    expect(made).toMatchObject({ account: 'newcomer', phone: '13912345678', roleName: 'role_anna', enabled: true });
    const { list, total } = await call(api.userList, { account: 'NEWC' });
    expect([list, total]).toEqual([[made], 1]);
    expect(Object.keys(made).filter((key) => /password|hash/i.test(key))).toEqual([]);
    expect((await server.as()(api.login, { account: '13912345678', password: testPassword })).userId).toBe(made.id);
    await expect(call(api.userAdd, account('NewComer'))).rejects.toThrow('already exists');
    const samePhone = { ...account('other'), phone: '+86 139 1234 5678' };
    await expect(call(api.userAdd, samePhone)).rejects.toThrow('already uses this phone');
    await expect(call(api.userAdd, account('lost', 999_999))).rejects.toMatchObject({ code: 400 });
  });

  it('do not get what is not asked for: extra fields are dropped', async () => {
    const extra = { ...account('sly'), enabled: false, channelFlag: 3, mustChangePassword: false, id: 1 };
    const made = await server.as(server.admin)(api.userAdd, extra);
    expect(made.enabled).toBe(true);
    const data = await server.as()(api.login, { account: 'sly', password: testPassword });
    expect(data).toMatchObject({ channelFlag: 0, mustChangePassword: true });
  });

  it('must change a password that somebody else gave them, at the first sign-in and after a reset', async () => {
    const call = server.as(server.admin);
    const made = await call(api.userAdd, account('given'));
    const signIn = async (password: string) => {
      const data = await server.as()(api.login, { account: 'given', password });
      return { data, as: server.as({ ...made, token: data.user.token! }) };
    };
    const first = await signIn(testPassword);
    expect(first.data.mustChangePassword).toBe(true);
    await expect(first.as(api.projectList, {})).rejects.toThrow(/Change your password/);
    await first.as(api.changePassword, { oldPassword: testPassword, newPassword: 'mine-alone-1' });
    expect((await first.as(api.projectList, {})).total).toBe(0);
    await call(api.userResetPassword, { id: made.id, password: 'given-again-2' });
    const again = await signIn('given-again-2');
    await expect(again.as(api.projectList, {})).rejects.toThrow(/Change your password/);
  });

  it('who disable each other at the same moment do not both succeed', async () => {
    const { db } = server.database;
    for (let round = 0; round < 10; round++) {
      /* oxlint-disable no-await-in-loop -- rounds, each with two people of its own */
      const pair = await Promise.all(
        ['left', 'right'].map((name) => addPerson(db, `${name}_${round}`, permissionKeys)),
      );
      const [left, right] = pair as [TestPerson, TestPerson];
      const answers = await Promise.allSettled([
        server.as(left)(api.userSetEnabled, { id: right.id, enabled: false }),
        server.as(right)(api.userSetEnabled, { id: left.id, enabled: false }),
      ]);
      expect(answers.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      const { list } = await server.as(server.admin)(api.userList, { account: `_${round}` });
      const enabled = list.filter(({ id }) => id === left.id || id === right.id).map((one) => one.enabled);
      expect(enabled.sort()).toEqual([false, true]);
      /* oxlint-enable no-await-in-loop */
    }
  });

  it('never get more rights than whoever adds or changes them has', async () => {
    const call = server.as(clerk);
    await call(api.userAdd, account('helper_1'));
    await expect(call(api.userAdd, account('boss_1', server.admin.roleId))).rejects.toMatchObject({ code: 403 });
    await expect(call(api.userResetPassword, { id: server.admin.id, password: testPassword })).rejects.toMatchObject({
      code: 403,
    });
    await expect(call(api.userSetEnabled, { id: server.admin.id, enabled: false })).rejects.toMatchObject({
      code: 403,
    });
    await expect(call(api.userSetEnabled, { id: 999_999, enabled: false })).rejects.toMatchObject({ code: 404 });
  });

  it('cannot lock themselves out; what is done to others is written down', async () => {
    const call = server.as(server.admin);
    await expect(call(api.userSetEnabled, { id: server.admin.id, enabled: false })).rejects.toThrow('your own account');
    const made = await call(api.userAdd, account('written'));
    await call(api.userSetEnabled, { id: made.id, enabled: false });
    const lines = await server.database.db
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${made.id}`));
    expect(lines.map((line) => [line.actorId, line.action])).toEqual([
      [server.admin.id, 'user.add'],
      [server.admin.id, 'user.disable'],
    ]);
  });
});

describe('roles', () => {
  it('may be given where they hold nothing that one lacks', async () => {
    const offered = async (person: TestPerson) =>
      (await server.as(person)(api.roleChoice, { name: 'role_', pageSize: 200 })).list.map(({ id }) => id);
    expect(await offered(server.admin)).toEqual(expect.arrayContaining([server.admin.roleId, server.a.roleId]));
    const ofClerk = await offered(clerk);
    expect(ofClerk).toContain(server.a.roleId);
    expect(ofClerk).not.toContain(server.admin.roleId);
  });

  it('are listed with their keys and the number of their users', async () => {
    const { db } = server.database;
    const role = await addPerson(db, 'twofold', ['model/pageList']);
    await server.as(server.admin)(api.userAdd, account('second_of_two', role.roleId));
    const { list } = await server.as(server.admin)(api.roleList, { name: 'TWOFOLD' });
    expect(list).toEqual([
      {
        id: role.roleId,
        name: 'role_twofold',
        description: '',
        users: 2,
        permissions: ['model/pageList'],
        builtIn: false,
        isFixed: false,
        mayManage: true,
      },
    ]);
  });
});
