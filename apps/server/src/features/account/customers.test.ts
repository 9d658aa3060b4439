/** Customers as administrators look after them, and what those may not do. */
import { api, permissionKeys, routeUrl, type CallError, type PermissionKey } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, smsCode, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';

let server: TestServer;
let silent: TestServer;
/** Looks after customers, and holds what they hold. */
let clerk: TestPerson;
beforeAll(async () => {
  [server, silent] = await Promise.all([testServer({ LOUPE_SMS: 'console' }), testServer()]);
  clerk = await addPerson(server.database.db, 'clerk', [...engineerKeys, 'sys/selfRegisterUser/list']);
});
afterAll(() => Promise.all([server.close(), silent.close()]));
beforeEach(() => server.database.db.delete(smsCode));

const waits = { mustComplete: false, mustBeApproved: true };
const customer = (name: string, fields = {}, keys: readonly PermissionKey[] = engineerKeys, at = server) =>
  addPerson(at.database.db, name, keys, { channelFlag: 3, ...fields });
const row = async ({ id }: TestPerson) => (await server.database.db.select().from(user).where(eq(user.id, id)))[0]!;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    ({ code, enMsg }: CallError) => `${code} ${enMsg}`,
  );

describe('the list', () => {
  it('has those who registered themselves and nobody else, found by any part and by state', async () => {
    await customer('asked_1', {
      phone: '13811110001',
      company: 'Blue Mill',
      accountName: 'Zoe',
      mustComplete: true,
      mustBeApproved: true,
    });
    await customer('asked_2', { phone: '13811110002', company: 'Red Mill', email: 'r@example.com', ...waits });
    await customer('asked_3', { company: '100%_pure' });
    await customer('asked_4', { enabled: false });
    await customer('asked_5', { deletedAt: new Date() });
    const list = async (input = {}) =>
      (await server.as(clerk)(api.customerList, input)).list.map(({ account }) => account);
    expect(await list()).toEqual(['asked_4', 'asked_3', 'asked_2', 'asked_1']);
    expect(await list({ text: 'mill', sort: 'account' })).toEqual(['asked_1', 'asked_2']);
    expect(await list({ text: '0002' })).toEqual(['asked_2']);
    expect(await list({ text: '%_p' })).toEqual(['asked_3']);
    expect(await list({ text: '%' })).toEqual(['asked_3']);
    const states = { incomplete: 'asked_1', waiting: 'asked_2', active: 'asked_3', locked: 'asked_4' } as const;
    for (const [state, account] of Object.entries(states)) {
      const { list: rows } = await server.as(clerk)(api.customerList, { state: state as 'active' }); // oxlint-disable-line no-await-in-loop
      expect(rows.map((one) => [one.account, one.state])).toEqual([[account, state]]);
    }
    const page = await server.as(clerk)(api.customerList, { pageSize: 3, pageNum: 2 });
    expect([page.total, page.list.length]).toEqual([4, 1]);
  });
});

describe('a customer', () => {
  it('works once approved, and not before they told who they are', async () => {
    const one = await customer('newcomer', { mustComplete: true, mustBeApproved: true });
    expect(await refusal(server.as(one)(api.projectList, {}))).toContain('610');
    expect(await refusal(server.as(clerk)(api.customerApprove, { id: one.id }))).toContain('has not entered name');
    await server.as(one)(api.infoCompletion, { name: 'New', company: 'Mill', email: 'n@example.com' });
    expect(await refusal(server.as(one)(api.projectList, {}))).toContain('waiting for approval');
    await server.as(clerk)(api.customerApprove, { id: one.id });
    expect((await server.as(one)(api.projectList, {})).total).toBe(0);
    expect(await refusal(server.as(clerk)(api.customerApprove, { id: one.id }))).toContain('already approved');
    const lines = await server.database.db
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${one.id}`));
    expect(lines.map(({ action, actorId }) => [action, actorId])).toEqual([['user.approve', clerk.id]]);
  });

  it('with an access token waits as well', async () => {
    const one = await customer('programmer');
    const { token } = await server.as(one)(api.tokenAdd, { name: 'robot', scopes: ['read'], days: 1 });
    await server.database.db.update(user).set({ mustBeApproved: true }).where(eq(user.id, one.id));
    expect(await refusal(server.as({ ...one, token })(api.projectList, {}))).toContain('waiting for approval');
  });

  it('that is locked is signed out, and may sign in again once unlocked', async () => {
    const one = await customer('locked_out');
    await server.as(clerk)(api.customerSetLocked, { id: one.id, locked: true });
    expect(await refusal(server.as(one)(api.userInfo, {}))).toContain('20011');
    const signIn = () => refusal(server.as()(api.login, { account: 'locked_out', password: testPassword }));
    expect(await signIn()).toContain('disabled');
    await server.as(clerk)(api.customerSetLocked, { id: one.id, locked: false });
    expect(await signIn()).toBe('ok');
  });

  it('is none of the clerk’s who holds more than they, is no customer, or is gone', async () => {
    const higher = await customer('promoted', {}, permissionKeys);
    const plain = await addPerson(server.database.db, 'colleague', engineerKeys);
    const gone = await customer('gone', { deletedAt: new Date() });
    const { list } = await server.as(clerk)(api.customerList, { text: 'promoted' });
    expect(list).toMatchObject([{ id: higher.id, mayManage: false }]);
    const calls = (id: number) => [
      server.as(clerk)(api.customerApprove, { id }),
      server.as(clerk)(api.customerSetLocked, { id, locked: true }),
      server.as(clerk)(api.customerSendCode, { id }),
      server.as(clerk)(api.customerResetPassword, { id, password: 'fresh-pass-1' }),
    ];
    for (const [{ id }, code] of [
      [higher, 403],
      [plain, 404],
      [gone, 404],
    ] as const) {
      const before = await server.database.db.select().from(user).where(eq(user.id, id)); // oxlint-disable-line no-await-in-loop
      const answers = await Promise.all(calls(id).map(refusal)); // oxlint-disable-line no-await-in-loop
      expect(answers.map((text) => Number(text.split(' ')[0]))).toEqual([code, code, code, code]);
      expect(await server.database.db.select().from(user).where(eq(user.id, id))).toEqual(before); // oxlint-disable-line no-await-in-loop
    }
  });
});

describe("a customer's password", () => {
  const send = async (
    route: typeof api.customerSendCode | typeof api.customerResetPassword,
    payload: object,
    cookie = '',
  ) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: routeUrl(route),
      payload,
      headers: { authorization: clerk.token, ...(cookie ? { cookie } : {}) },
    });
    const set = answer.cookies.find(({ name }) => name === 'loupe_code');
    const { code, en_msg: text } = answer.json<{ code: number; en_msg: string }>();
    return { said: `${code} ${text}`, cookie: set ? `loupe_code=${set.value}` : '' };
  };

  it('is set with the code that the customer reads out, for this customer alone, and changed by them at once', async () => {
    const one = await customer('careless', { phone: '13822220001' });
    const two = await customer('careful', { phone: '13822220002' });
    const password = 'given-pass-1';
    expect((await send(api.customerResetPassword, { id: one.id, password })).said).toContain('Send a code first');
    const { cookie } = await send(api.customerSendCode, { id: one.id });
    const { codes } = await server.as(server.admin)(api.smsState, {});
    const code = codes.find(({ phone }) => phone === '13822220001')!.code;
    const use = (id: number, given: string, by = cookie) =>
      send(api.customerResetPassword, { id, password, code: given }, by);
    expect((await use(two.id, code)).said).toContain('The code is wrong');
    expect((await use(one.id, code, '')).said).toContain('The code is wrong');
    const before = (await row(one)).passwordHash;
    expect((await use(one.id, String((Number(code) + 1) % 1_000_000).padStart(6, '0'))).said).toContain(
      'The code is wrong',
    );
    expect((await row(one)).passwordHash).toBe(before);
    expect((await use(one.id, code)).said).toContain('200');
    expect(await refusal(server.as(one)(api.userInfo, {}))).toContain('20011');
    const data = await server.as()(api.login, { account: 'careless', password });
    expect(data.mustChangePassword).toBe(true);
    const lines = await server.database.db
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${one.id}`));
    expect(JSON.stringify(lines)).toContain('user.resetPassword');
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  it('is set without one where none can be sent', async () => {
    const one = await customer('no_number');
    expect(await refusal(server.as(clerk)(api.customerSendCode, { id: one.id }))).toContain('no phone number');
    await server.as(clerk)(api.customerResetPassword, { id: one.id, password: 'given-pass-1' });
    expect(await refusal(server.as()(api.login, { account: 'no_number', password: 'given-pass-1' }))).toBe('ok');
    const there = await customer('off_line', { phone: '13822220003' }, engineerKeys, silent);
    expect(await refusal(silent.as(silent.admin)(api.customerSendCode, { id: there.id }))).toContain('does not send');
    await silent.as(silent.admin)(api.customerResetPassword, { id: there.id, password: 'given-pass-1' });
    expect(await refusal(silent.as()(api.login, { account: 'off_line', password: 'given-pass-1' }))).toBe('ok');
  });
});
