/** The own phone and e-mail: password and code, whose number it is, and what else ends. */
import { api, limits, routeUrl, type CallError, type Route } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../core/session.ts';
import { audit, smsCode, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';

let server: TestServer;
let silent: TestServer;
beforeAll(async () => {
  [server, silent] = await Promise.all([testServer({ LOUPE_SMS: 'console' }), testServer()]);
});
afterAll(() => Promise.all([server.close(), silent.close()]));
beforeEach(() => server.database.db.delete(smsCode));

const fresh = (name: string, fields = {}) => addPerson(server.database.db, name, engineerKeys, fields);
const phoneOf = async ({ id }: TestPerson) =>
  (await server.database.db.select().from(user).where(eq(user.id, id)))[0]!.phone;
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: CallError) => `${error.code} ${error.enMsg}`,
  );
const wrongCode = expect.stringContaining('610 The code is wrong');

/** A browser: it keeps the cookie that binds the code. */
function browserOf(person: TestPerson) {
  let cookie = '';
  return async (route: Route, payload: object) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: routeUrl(route),
      payload,
      headers: { authorization: person.token, ...(cookie ? { cookie } : {}) },
    });
    const set = answer.cookies.find(({ name }) => name === 'loupe_code');
    if (set) cookie = `loupe_code=${set.value}`;
    const { code, en_msg: text } = answer.json<{ code: number; en_msg: string }>();
    return code === 200 ? 'ok' : `${code} ${text}`;
  };
}
/** As an administrator reads it out. */
const readCode = async (phone: string) =>
  (await server.as(server.admin)(api.smsState, {})).codes.find((one) => one.phone === phone)!.code;
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('the phone number', () => {
  it('changes with the password and the code that went to the new number; other sessions end', async () => {
    const person = await fresh('mover', { phone: '13900000001' });
    const elsewhere = await startSession(server.database.db, person.id);
    const browser = browserOf(person);
    const phone = '13900000002';
    expect(await browser(api.phoneSendCode, { phone, password: 'not-this-1' })).toContain('610 The password is wrong');
    expect(await browser(api.phoneSendCode, { phone: '13900000001', password: testPassword })).toContain('already is');
    expect(await server.database.db.select().from(smsCode)).toEqual([]);

    expect(await browser(api.phoneSendCode, { phone: '+86 139-0000-0002', password: testPassword })).toBe('ok');
    const code = await readCode(phone);
    expect(await browser(api.phoneChange, { phone, code: other(code) })).toEqual(wrongCode);
    expect(await browser(api.phoneChange, { phone: '13900000003', code })).toEqual(wrongCode);
    expect(await phoneOf(person)).toBe('13900000001');
    expect(await browser(api.phoneChange, { phone, code })).toBe('ok');
    expect(await phoneOf(person)).toBe(phone);
    expect(await browser(api.phoneChange, { phone, code })).toEqual(wrongCode);
    expect(await keyOf(server.as({ ...person, token: elsewhere })(api.userInfo, {}))).toContain('10010');
    expect(await keyOf(server.as(person)(api.userInfo, {}))).toBe('ok');
    const lines = await server.database.db.select().from(audit).where(eq(audit.actorId, person.id));
    expect(lines.map(({ action }) => action)).toEqual(['phone.change']);
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  it('of somebody else is told to its owner alone: a code is sent all the same', async () => {
    await fresh('holder', { phone: '13900000011' });
    const person = await fresh('taker');
    const browser = browserOf(person);
    const phone = '13900000011';
    expect(await browser(api.phoneSendCode, { phone, password: testPassword })).toBe('ok');
    const code = await readCode(phone);
    expect(await browser(api.phoneChange, { phone, code: other(code) })).toEqual(wrongCode);
    expect(await browser(api.phoneChange, { phone, code })).toContain('610 Another account already uses');
    expect(await phoneOf(person)).toBeNull();
  });

  it('takes no code of another person, of another browser, or of another purpose', async () => {
    const [one, two] = [await fresh('one', { phone: '13900000021' }), await fresh('two')];
    const browser = browserOf(one);
    const phone = '13900000022';
    expect(await browser(api.phoneSendCode, { phone, password: testPassword })).toBe('ok');
    const code = await readCode(phone);
    expect(await browserOf(one)(api.phoneChange, { phone, code })).toEqual(wrongCode);
    expect(await browserOf(two)(api.phoneChange, { phone, code })).toEqual(wrongCode);
    // the cookie of the right browser in the session of another
    const stolen = browserOf({ ...one, token: two.token });
    expect(await stolen(api.phoneChange, { phone, code })).toEqual(wrongCode);
    const change = { email: 'a@example.com', password: testPassword, code };
    expect(await browser(api.emailChange, change)).toEqual(wrongCode);
    expect(await phoneOf(two)).toBeNull();
    expect(await browser(api.phoneChange, { phone, code })).toBe('ok');
  });

  it('is asked for again after a minute; numbers and codes that are none are refused', async () => {
    const person = await fresh('hasty');
    const browser = browserOf(person);
    const asked = { phone: '13900000031', password: testPassword };
    expect(await browser(api.phoneSendCode, asked)).toBe('ok');
    expect(await browser(api.phoneSendCode, asked)).toMatch(/^429 You can request a new code in \d+ s/);
    for (const phone of ['', '110', '139000000310', 'x', null, ['13900000031']])
      // oxlint-disable-next-line no-await-in-loop
      expect([phone, await browser(api.phoneSendCode, { ...asked, phone })]).toEqual([
        phone,
        expect.stringMatching(/^400 /),
      ]);
    for (const code of ['', null, 0, ['123456'], { $ne: 1 }, '1'.repeat(100_000), '12345', '１２３４５６x'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await browser(api.phoneChange, { phone: asked.phone, code })).toMatch(/^400 /);
    const rows = await server.database.db.select().from(smsCode);
    expect(rows.map(({ tries }) => tries)).toEqual([0]);
  });

  it('cannot be guessed at the password either', async () => {
    const person = await fresh('guesser');
    const browser = browserOf(person);
    for (let i = 0; i < limits.loginFailures; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect(await browser(api.phoneSendCode, { phone: '13900000041', password: `wrong-${i}` })).toMatch(/^610 /);
    expect(await browser(api.phoneSendCode, { phone: '13900000041', password: testPassword })).toMatch(/^429 /);
  });
});

describe('the e-mail', () => {
  it('changes with the password and a code to the present phone', async () => {
    const person = await fresh('writer', { phone: '13900000051', email: 'old@example.com' });
    const browser = browserOf(person);
    const change = { email: 'new@example.com', password: testPassword };
    expect(await browser(api.emailChange, change)).toEqual(wrongCode);
    expect(await browser(api.emailSendCode, { password: 'not-this-1' })).toContain('610 The password is wrong');
    expect(await browser(api.emailSendCode, { password: testPassword })).toBe('ok');
    const code = await readCode('13900000051');
    expect(await browser(api.emailChange, { ...change, code: other(code) })).toEqual(wrongCode);
    expect(await browser(api.emailChange, { ...change, password: 'not-this-1', code })).toContain(
      'The password is wrong',
    );
    expect((await server.as(person)(api.profile, {})).email).toBe('old@example.com');
    expect(await browser(api.emailChange, { ...change, code })).toBe('ok');
    expect(await server.as(person)(api.profile, {})).toMatchObject({ email: 'new@example.com', hasCodes: true });
  });

  it('changes with the password alone where no code can be sent', async () => {
    const person = await fresh('phoneless');
    const browser = browserOf(person);
    expect(await browser(api.emailSendCode, { password: testPassword })).toContain('no phone number');
    expect(await browser(api.emailChange, { email: 'p@example.com', password: testPassword })).toBe('ok');
  });
});

describe('where an identity provider finds accounts by their e-mail', () => {
  it('nobody writes down the e-mail of somebody else, to be given their identity', async () => {
    const own = await testServer({ LOUPE_OIDC_ISSUER: 'https://id.example.com', LOUPE_OIDC_CLIENT_ID: 'loupe' });
    try {
      const person = await addPerson(own.database.db, 'climber', engineerKeys, { email: 'c@example.com' });
      const call = own.as(person);
      const change = { email: 'boss@example.com', password: testPassword };
      expect(await keyOf(call(api.emailChange, change))).toContain('610 Your identity provider recognises you');
      expect(await keyOf(call(api.emailSendCode, { password: testPassword }))).toContain('Ask your administrator');
      expect(await call(api.profile, {})).toMatchObject({ email: 'c@example.com', isEmailManaged: true });
    } finally {
      await own.close();
    }
  });
});

describe('on a server that sends no codes', () => {
  it('the phone stays and says whom to ask; the e-mail takes the password alone', async () => {
    const { db } = silent.database;
    const person = await addPerson(db, 'quiet', engineerKeys, { phone: '13900000061' });
    const call = silent.as(person);
    expect(await keyOf(call(api.phoneSendCode, { phone: '13900000062', password: testPassword }))).toContain(
      '610 This server does not send text messages. Contact your administrator',
    );
    await call(api.emailChange, { email: 'q@example.com', password: testPassword });
    expect(await call(api.profile, {})).toMatchObject({ email: 'q@example.com', hasCodes: false });
    expect((await db.execute(sql`select count(*)::int as n from sms_code`)).rows).toEqual([{ n: 0 }]);
  });
});
