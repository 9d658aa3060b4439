import { api } from '@loupe/contract';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutAccount } from './audited.ts';
import { audit } from './tables/account.ts';
import { testServer, type TestServer } from './testing/app.ts';
import { testPassword } from './testing/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const newest = async () => {
  const [line] = await server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1);
  const { actorId, action, object, body, address } = line!;
  return { actorId, action, object, body, address };
};

describe('a line of the audit log', () => {
  it('tells of a sign-in and from where', async () => {
    const { userId } = await server.as()(api.login, { account: 'anna', password: testPassword });
    expect(await newest()).toEqual({
      actorId: userId,
      action: 'session.signIn',
      object: `user/${userId}`,
      body: {},
      address: '127.0.0.1',
    });
  });

  it('tells of a failed sign-in without what was typed', async () => {
    await expect(server.as()(api.login, { account: 'anna-my-secret', password: 'wrong-pass-1' })).rejects.toThrow();
    expect(await newest()).toEqual({
      actorId: null,
      action: 'session.signInFailed',
      object: 'session',
      body: { account: 'ann…', reason: 'account.wrong' },
      address: '127.0.0.1',
    });
    expect([cutAccount('ab'), cutAccount('测试员工号')]).toEqual(['ab', '测试员…']);
  });

  it('tells of a sign-out and of a changed password, not of one that was refused', async () => {
    const data = await server.as()(api.login, { account: 'boris', password: testPassword });
    const call = server.as({ ...server.b, token: data.user.token! });
    await expect(
      call(api.changePassword, { oldPassword: 'not-this-1', newPassword: 'fresh-pass-1' }),
    ).rejects.toThrow();
    expect(await newest()).toMatchObject({ action: 'session.signIn' });
    await call(api.changePassword, { oldPassword: testPassword, newPassword: 'fresh-pass-1' });
    expect(await newest()).toMatchObject({ action: 'password.change', actorId: server.b.id, body: {} });
    await call(api.logout, {});
    expect(await newest()).toMatchObject({ action: 'session.signOut', object: `user/${server.b.id}` });
  });

  it('tells of what was deleted, by whom', async () => {
    const call = server.as(server.a);
    const project = await call(api.projectAdd, { family: 'detection', name: 'lines' });
    const dataset = await call(api.datasetAdd, { projectId: project.id, name: 'boards' });
    const { binId } = await call(api.datasetDelete, { id: dataset.id });
    expect(await newest()).toMatchObject({
      action: 'dataset.delete',
      actorId: server.a.id,
      object: `dataset/${dataset.id}`,
      body: { binId },
    });
  });
});
