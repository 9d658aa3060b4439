import { api, CallError, type SessionData } from '@loupe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { endSessions } from '../../core/session.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { ensureAdmin } from './first-start.ts';
import { plainPhone } from './login.ts';
import { menuTree } from './session-data.ts';
import { menu, session, setting, user } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: CallError) => error.code,
  );
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api/qic/v1/${url}`, payload: payload as object, headers });
const signIn = async (account: string, password = testPassword): Promise<SessionData> =>
  server.as()(api.login, { account, password });
const fresh = (name: string) => addPerson(server.database.db, name, engineerKeys);
const withToken = (person: TestPerson, token: string) => server.as({ ...person, token });

describe('first start', () => {
  it('makes admin once, and tells the generated password until it is changed', async () => {
    const own = await testServer();
    try {
      const { db } = own.database;
      await db.delete(session);
      await db.delete(user);
      const first = await ensureAdmin(db, {});
      expect(first?.account).toBe('admin');
      expect(first?.password).toMatch(/^[\x21-\x7e]{6,20}$/);
      expect(await ensureAdmin(db, {})).toEqual(first);
      const call = own.as();
      const data = await call(api.login, { account: 'admin', password: first!.password! });
      expect(data.mustChangePassword).toBe(true);
      const admin = own.as({ id: data.userId, account: 'admin', roleId: 0, token: data.user.token! });
      await expect(admin(api.projectList, {}).catch((e: CallError) => e.en_msg ?? e.enMsg)).resolves.toMatch(
        /change the password/,
      );
      await admin(api.changePassword, { oldPassword: first!.password!, newPassword: 'another-1' });
      expect((await admin(api.userInfo, {})).mustChangePassword).toBe(false);
      expect(await ensureAdmin(db, {})).toBeUndefined();
      expect(await db.select().from(setting)).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('takes a given password as it is and forces no change', async () => {
    const own = await testServer();
    try {
      const { db } = own.database;
      await db.delete(session);
      await db.delete(user);
      expect(await ensureAdmin(db, { adminPassword: 'chosen-77' })).toEqual({ account: 'admin' });
      const data = await own.as()(api.login, { account: 'ADMIN', password: 'chosen-77' });
      expect(data.mustChangePassword).toBe(false);
      expect(data.menuList.map((entry) => entry.menuComponent)).toContain('allData');
      expect(data.menuList.find((e) => e.menuComponent === 'dataset/pageList')?.children[0]?.menuComponent).toBe(
        'folder/pageList',
      );
      const [{ count } = { count: 0 }] = [{ count: (await db.select().from(menu)).length }];
      await ensureAdmin(db, { adminPassword: 'chosen-77' });
      expect((await db.select().from(menu)).length).toBe(count);
    } finally {
      await own.close();
    }
  });
});
