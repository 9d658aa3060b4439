/** Roles: given, changed, copied and deleted, and what nobody may do with them. */
import { api, permissionKeys, type CallError, type PermissionKey } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { audit, role, rolePermission } from '../../tables/account.ts';
import { ensureAdmin, engineerRole, superAdminRole } from '../account/index.ts';

let server: TestServer;
/** Manages users and roles, but does not see all data. */
let clerk: TestPerson;
const clerkKeys = permissionKeys.filter((key) => key !== 'allData');
beforeAll(async () => {
  server = await testServer();
  clerk = await addPerson(server.database.db, 'clerk', clerkKeys);
  // as the first start leaves them, without its account
  await server.database.db.insert(role).values([
    { name: superAdminRole, builtIn: true },
    { name: engineerRole, builtIn: true },
  ]);
  await ensureAdmin(server.database.db, server.services.config);
});
afterAll(() => server.close());

const refusalOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('was allowed')),
    (error: CallError) => error,
  );
const rights = (name: string, permissions: PermissionKey[]) => ({ name, description: '', permissions });
const idOf = async (name: string) =>
  (await server.database.db.select({ id: role.id }).from(role).where(eq(role.name, name)))[0]!.id;

describe('a role', () => {
  it('is added, changed and deleted; what it allows holds with the next request', async () => {
    const { db } = server.database;
    const call = server.as(server.admin);
    const made = await call(api.roleAdd, { ...rights('夜班', ['dataset/pageList']), description: '夜间巡检' });
    expect(made).toMatchObject({
      name: '夜班',
      description: '夜间巡检',
      permissions: ['dataset/pageList'],
      users: 0,
      builtIn: false,
      mayManage: true,
    });
    const person = await call(api.userAdd, { account: 'night', password: testPassword, roleId: made.id });
    const { user } = await server.as()(api.login, { account: 'night', password: testPassword });
    const night = server.as({ ...server.a, token: user.token! });
    await night(api.changePassword, { oldPassword: testPassword, newPassword: 'mine-alone-1' });
    expect(await refusalOf(night(api.projectList, {}))).toMatchObject({ code: 403 });
    const wider = await call(api.roleUpdate, { id: made.id, ...rights('夜班_2', ['project/pageList']) });
    expect(wider).toMatchObject({ name: '夜班_2', permissions: ['project/pageList'], users: 1 });
    expect((await night(api.projectList, {})).total).toBe(0);
    expect(await refusalOf(night(api.datasetList, {}))).toMatchObject({ code: 403 });
    expect((await refusalOf(call(api.roleDelete, { id: made.id }))).enMsg).toContain('(1)');
    // whoever had it was deleted: it goes all the same
    await call(api.userDelete, { id: person.id });
    await call(api.roleDelete, { id: made.id });
    expect(await refusalOf(call(api.roleDelete, { id: made.id }))).toMatchObject({ code: 404 });
    const lines = await db
      .select()
      .from(audit)
      .where(eq(audit.object, `role/${made.id}`))
      .orderBy(audit.id);
    expect(lines.map(({ action }) => action)).toEqual(['role.add', 'role.update', 'role.delete']);
    expect(lines[1]!.body).toMatchObject({ added: ['project/pageList'], removed: ['dataset/pageList'] });
  });

  it('has a name that no other has, in at most 30 characters', async () => {
    const call = server.as(server.admin);
    await call(api.roleAdd, rights('Line_1', []));
    await expect(call(api.roleAdd, rights('line_1', []))).rejects.toThrow('already exists');
    const other = await call(api.roleAdd, rights('Line_2', []));
    await expect(call(api.roleUpdate, { id: other.id, ...rights('LINE_1', []) })).rejects.toThrow('already exists');
    expect(await refusalOf(call(api.roleAdd, rights('x'.repeat(31), [])))).toMatchObject({ code: 400 });
    expect(await refusalOf(call(api.roleAdd, rights('odd', ['nothing' as never])))).toMatchObject({ code: 400 });
  });

  it('gets no permission from whoever lacks it, least of all one’s own role', async () => {
    const call = server.as(clerk);
    const all = [...permissionKeys];
    const asked = await Promise.all([
      refusalOf(call(api.roleAdd, rights('stronger', ['allData']))),
      refusalOf(call(api.roleUpdate, { id: clerk.roleId, ...rights('role_clerk', all) })),
      refusalOf(call(api.roleUpdate, { id: server.a.roleId, ...rights('role_anna', ['allData']) })),
      refusalOf(call(api.roleUpdate, { id: server.admin.roleId, ...rights('role_chief', engineerKeys) })),
      refusalOf(call(api.roleDelete, { id: server.admin.roleId })),
    ]);
    expect(asked.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403]);
    const { list } = await call(api.roleList, { pageSize: 200 });
    expect(list.find(({ id }) => id === server.admin.roleId)).toMatchObject({ mayManage: false });
    expect(list.find(({ id }) => id === clerk.roleId)).toMatchObject({ mayManage: true, permissions: clerkKeys });
  });

  it('of two who take rights from each other at once, is changed by one of them', async () => {
    const { db } = server.database;
    const [left, right] = [await addPerson(db, 'left', permissionKeys), await addPerson(db, 'right', permissionKeys)];
    const answers = await Promise.allSettled([
      server.as(left)(api.roleUpdate, { id: right.roleId, ...rights('role_right', []) }),
      server.as(right)(api.roleUpdate, { id: left.roleId, ...rights('role_left', []) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the roles of the first start', () => {
  it('stay: the super admin whole, the engineer by name', async () => {
    const call = server.as(server.admin);
    const [superId, engineerId] = [await idOf(superAdminRole), await idOf(engineerRole)];
    const refused = await Promise.all([
      refusalOf(call(api.roleUpdate, { id: superId, ...rights(superAdminRole, []) })),
      refusalOf(call(api.roleDelete, { id: superId })),
      refusalOf(call(api.roleDelete, { id: engineerId })),
      refusalOf(call(api.roleUpdate, { id: engineerId, ...rights('mechanic', []) })),
    ]);
    expect(refused.map(({ enMsg }) => enMsg)).toEqual([
      expect.stringContaining('always has every permission'),
      expect.stringContaining('always has every permission'),
      expect.stringContaining('built in'),
      expect.stringContaining('built in'),
    ]);
    const changed = await call(api.roleUpdate, { id: engineerId, ...rights(engineerRole, ['model/pageList']) });
    expect(changed.permissions).toEqual(['model/pageList']);
    const { list } = await call(api.roleList, { name: superAdminRole });
    expect(list).toMatchObject([{ builtIn: true, isFixed: true, permissions: [...permissionKeys] }]);
  });

  it('give a key that is new to the super admin at the next start, and to nobody else', async () => {
    const { db } = server.database;
    const superId = await idOf(superAdminRole);
    await db.delete(rolePermission).where(eq(rolePermission.key, 'sys/example'));
    await ensureAdmin(db, server.services.config);
    const holders = await db.select().from(rolePermission).where(eq(rolePermission.key, 'sys/example'));
    expect(holders.map(({ roleId }) => roleId)).toEqual([superId]);
  });
});
