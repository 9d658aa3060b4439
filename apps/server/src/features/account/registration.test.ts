/** Registering, completing data and resetting by SMS: what is told to whom, and what guessing comes to. */
import { api, limits, plainPhone, routeUrl, type Input, type Route, type SessionData } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, role, rolePermission, setting, smsCode, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword } from '../../testing/people.ts';
import { ensureAdmin } from './first-start.ts';

let server: TestServer;
let silent: TestServer;
beforeAll(async () => {
  [server, silent] = await Promise.all([
    testServer({ LOUPE_SMS: 'console', LOUPE_OPERATOR: 'Example Works', LOUPE_CONTACT: 'it@example.com' }),
    testServer(),
  ]);
  await ensureAdmin(server.database.db, { adminPassword: undefined });
});
afterAll(() => Promise.all([server.close(), silent.close()]));
beforeEach(() => server.database.db.delete(smsCode));

const db = () => server.database.db;
interface Answer<T = unknown> {
  status: number;
  code: number;
  text: string;
  data: T;
}
let addresses = 0;
/** A browser somewhere: with its own address, it keeps its cookies. */
function browser(at = server, address = `198.51.${Math.floor(++addresses / 200)}.${addresses % 200}`) {
  const jar = new Map<string, string>();
  return async <R extends Route>(route: R, payload: unknown): Promise<Answer<never>> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await at.app.inject({
      method: 'POST',
      url: routeUrl(route),
      payload: payload as object,
      remoteAddress: address,
      headers: cookie ? { cookie } : {},
    });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    const { code, en_msg: text, data } = answer.json<{ code: number; en_msg: string; data: never }>();
    return { status: answer.statusCode, code, text, data };
  };
}
type Browser = ReturnType<typeof browser>;
/** As an administrator reads it out. */
const readCode = async (phone: string) =>
  (await server.as(server.admin)(api.smsState, {})).codes.find((one) => one.phone === plainPhone(phone))!.code;
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const person = async (phone: string) => (await db().select().from(user).where(eq(user.phone, phone)))[0];
const both = (password: string) => ({ password, passwordAgain: password });
const isWrong = expect.objectContaining({ code: 610, text: expect.stringContaining('The code is wrong') });

async function register(phone: string, use: Browser = browser()): Promise<SessionData> {
  await use(api.registerSendCode, { phone });
  const input = { phone, code: await readCode(phone), ...both('fresh-pass-1'), agreed: true };
  const answer = await use(api.registerSmsSubmit, input);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
}
const details = { name: '李 Wei', company: 'Example Works', email: 'li@example.com' };

describe('registering', () => {
  it('signs in a customer, who tells who they are once, and waits for approval', async () => {
    const use = browser();
    const phone = '13800010001';
    expect((await use(api.registerCheck, { phone })).data).toEqual({ isOpen: true });
    const data = await register('+86 138-0001-0001', use);
    expect(data).toMatchObject({ username: phone, channelFlag: 3, mustComplete: true, mustBeApproved: true });
    expect(data.user).toMatchObject({ phone, roleName: 'customer' });
    // a code that was used is not passed on any more
    expect((await server.as(server.admin)(api.smsState, {})).codes.map((one) => one.phone)).not.toContain(phone);
    const held = await db()
      .select()
      .from(rolePermission)
      .where(eq(rolePermission.roleId, (await person(phone))!.roleId));
    expect(held.map(({ key }) => key).sort()).toEqual([...engineerKeys].sort());

    expect(await use(api.projectList, {})).toMatchObject({ code: 610, text: expect.stringContaining('name, company') });
    expect((await use(api.infoCompletion, { ...details, company: ' ' })).status).toBe(400);
    expect((await use(api.infoCompletion, { ...details, email: 'li@' })).status).toBe(400);
    expect((await use(api.infoCompletion, details)).code).toBe(200);
    expect(await use(api.infoCompletion, { ...details, name: 'Other' })).toMatchObject({ code: 610 });
    expect(await person(phone)).toMatchObject({
      accountName: '李 Wei',
      company: 'Example Works',
      email: 'li@example.com',
    });
    expect(await use(api.projectList, {})).toMatchObject({
      code: 610,
      text: expect.stringContaining('waiting for approval'),
    });
    expect((await use(api.userInfo, {})).data).toMatchObject({ mustComplete: false, mustBeApproved: true });

    const lines = await db()
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${data.userId}`));
    expect(lines.map(({ action }) => action)).toEqual(['user.register']);
  });

  it.each([
    ['two passwords that differ', { passwordAgain: 'fresh-pass-2' }, 'two passwords do not match'],
    ['a password of 5', both('abc-1'), '6–20'],
    ['a password of 21', both('a'.repeat(21)), '6–20'],
    ['a password with a space', both('fresh pass1'), '6–20'],
    ['agreements that are not ticked', { agreed: false }, 'agreed'],
    ['a role', { roleId: 1 }, 'unknown fields'],
    ['being approved', { mustBeApproved: false }, 'unknown fields'],
    ['another channelFlag', { channelFlag: 0 }, 'unknown fields'],
    ['a code that is no code', { code: { $ne: 1 } }, 'code'],
    ['a code in a list', { code: ['123456'] }, 'code'],
    ['a very long code', { code: '1'.repeat(1e5) }, 'code'],
  ])('refuses %s', async (_what, change, words) => {
    const use = browser();
    const phone = '13800010002';
    await use(api.registerSendCode, { phone });
    const input = { phone, code: await readCode(phone), ...both('fresh-pass-1'), agreed: true, ...change };
    expect(await use(api.registerSmsSubmit, input)).toMatchObject({
      status: 400,
      text: expect.stringContaining(words),
    });
    expect(await person(phone)).toBeUndefined();
  });

  it.each(['abc-12', 'a'.repeat(20), '~!@#$%^&*()_+|'])('takes the password %s', async (password) => {
    const phone = `1380001${String(1000 + ++addresses).padStart(4, '0')}`;
    const use = browser();
    await use(api.registerSendCode, { phone });
    const input = { phone, code: await readCode(phone), ...both(password), agreed: true };
    expect((await use(api.registerSmsSubmit, input)).code).toBe(200);
    expect((await browser()(api.login, { account: phone, password })).code).toBe(200);
  });

  it('with a number that has an account looks the same until its owner reads the code, and overwrites nothing', async () => {
    const phone = '13800010003';
    const owner = await addPerson(db(), 'owner_of_3', engineerKeys, { phone });
    const [known, unknown] = [browser(), browser()];
    const other3 = '13800010004';
    expect(await known(api.registerCheck, { phone })).toEqual(await unknown(api.registerCheck, { phone: other3 }));
    expect(await known(api.registerSendCode, { phone })).toEqual(
      await unknown(api.registerSendCode, { phone: other3 }),
    );
    const wrong = (number: string, code: string) => ({
      phone: number,
      code: other(code),
      ...both('fresh-pass-1'),
      agreed: true,
    });
    const [codeA, codeB] = [await readCode(phone), await readCode(other3)];
    expect(await known(api.registerSmsSubmit, wrong(phone, codeA))).toEqual(
      await unknown(api.registerSmsSubmit, wrong(other3, codeB)),
    );
    const answer = await known(api.registerSmsSubmit, { ...wrong(phone, codeA), code: codeA });
    expect(answer).toMatchObject({ code: 610, text: expect.stringContaining('already has an account') });
    expect(await person(phone)).toMatchObject({ id: owner.id, account: 'owner_of_3' });
    expect((await browser()(api.login, { account: phone, password: testPassword })).code).toBe(200);
  });

  it('takes another account name where the number is one already', async () => {
    const phone = '13800010005';
    await addPerson(db(), phone, engineerKeys);
    expect((await register(phone)).username).toMatch(/^13800010005_[0-9a-f]{8}$/);
  });

  it('twice at once makes one account', async () => {
    const phone = '13800010006';
    const use = browser();
    await use(api.registerSendCode, { phone });
    const input = { phone, code: await readCode(phone), ...both('fresh-pass-1'), agreed: true };
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(api.registerSmsSubmit, input)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await db().select().from(user).where(eq(user.phone, phone))).toHaveLength(1);
  });

  it('is closed where the role of customers was deleted', async () => {
    const [kept] = await db().select().from(setting).where(eq(setting.key, 'account.customerRole'));
    await db().update(setting).set({ value: 999_999 }).where(eq(setting.key, 'account.customerRole'));
    const use = browser();
    const phone = '13800010007';
    await use(api.registerSendCode, { phone });
    const input = { phone, code: await readCode(phone), ...both('fresh-pass-1'), agreed: true };
    expect(await use(api.registerSmsSubmit, input)).toMatchObject({
      code: 610,
      text: expect.stringContaining('not open'),
    });
    await db().update(setting).set({ value: kept!.value }).where(eq(setting.key, 'account.customerRole'));
  });
});

it('a role that people made is never the one of customers', async () => {
  const fresh = await testServer();
  await fresh.database.db.insert(role).values({ name: 'Customer' });
  await ensureAdmin(fresh.database.db, { adminPassword: undefined });
  await ensureAdmin(fresh.database.db, { adminPassword: undefined });
  const names = (await fresh.database.db.select().from(role)).map(({ name }) => name);
  expect(names.filter((name) => /customer|self/i.test(name))).toEqual(['Customer', 'self_registered']);
  await fresh.close();
});

describe('a forgotten password', () => {
  const reset = (phone: string, code: string): Input<typeof api.forgetPassSmsSubmit> => ({
    phone,
    code,
    ...both('brand-new-9'),
  });

  it('is set with the code; every session ends, and the old password is good for nothing', async () => {
    const phone = '13800020001';
    const owner = await addPerson(db(), 'forgetful', engineerKeys, { phone, mustChangePassword: true });
    const use = browser();
    expect((await use(api.forgetPassCheck, { phone })).data).toEqual({ isOpen: true });
    expect((await use(api.forgetPassSendCode, { phone })).data).toEqual({ resendSeconds: 60, minutes: 5 });
    const code = await readCode(phone);
    const differ = { ...reset(phone, code), passwordAgain: 'brand-new-8' };
    expect(await use(api.forgetPassSmsSubmit, differ)).toMatchObject({
      text: expect.stringContaining('two passwords do not match'),
    });
    expect((await use(api.forgetPassSmsSubmit, reset(phone, code))).code).toBe(200);
    expect(await use(api.forgetPassSmsSubmit, reset(phone, code))).toEqual(isWrong);
    await expect(server.as(owner)(api.userInfo, {})).rejects.toMatchObject({ code: 20011 });
    expect((await browser()(api.login, { account: phone, password: testPassword })).code).toBe(610);
    const signedIn = await browser()(api.login, { account: phone, password: 'brand-new-9' });
    expect(signedIn.data).toMatchObject({ mustChangePassword: false });
    const lines = await db()
      .select()
      .from(audit)
      .where(eq(audit.object, `user/${owner.id}`));
    expect(lines.map(({ action }) => action)).toContain('password.reset');
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  it('of an unknown or disabled number is told to its owner alone', async () => {
    await addPerson(db(), 'gone_away', engineerKeys, { phone: '13800020002', enabled: false });
    await addPerson(db(), 'well_known', engineerKeys, { phone: '13800020003' });
    const phones = ['13800020002', '13800020003', '13800020004'];
    const answers: unknown[] = [];
    const ends: Answer[] = [];
    for (const phone of phones) {
      const use = browser();
      // oxlint-disable-next-line no-await-in-loop
      const first = [await use(api.forgetPassCheck, { phone }), await use(api.forgetPassSendCode, { phone })];
      const code = await readCode(phone); // oxlint-disable-line no-await-in-loop
      answers.push([...first, await use(api.forgetPassSmsSubmit, reset(phone, other(code)))]); // oxlint-disable-line no-await-in-loop
      ends.push(await use(api.forgetPassSmsSubmit, reset(phone, code))); // oxlint-disable-line no-await-in-loop
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[2]).toEqual(answers[1]);
    expect(ends.map(({ code }) => code)).toEqual([610, 200, 610]);
    expect(ends[0]!.text).toContain('disabled');
    expect(ends[2]!.text).toContain('Register first');
  });

  it('is not set with the code of another purpose, number or browser', async () => {
    const phone = '13800020005';
    await addPerson(db(), 'bound', engineerKeys, { phone });
    const use = browser();
    await use(api.registerSendCode, { phone });
    const code = await readCode(phone);
    expect(await use(api.forgetPassSmsSubmit, reset(phone, code))).toEqual(isWrong);
    await db().delete(smsCode);
    await use(api.forgetPassSendCode, { phone });
    const right = await readCode(phone);
    expect(await use(api.forgetPassSmsSubmit, reset('13800020006', right))).toEqual(isWrong);
    expect(await browser()(api.forgetPassSmsSubmit, reset(phone, right))).toEqual(isWrong);
    expect((await use(api.forgetPassSmsSubmit, reset(phone, right))).code).toBe(200);
  });
});

describe('who guesses', () => {
  it('asks about five numbers a minute from one address', async () => {
    const use = browser();
    const codes: number[] = [];
    for (let i = 0; i <= limits.phoneChecks; i++)
      codes.push((await use(api.forgetPassCheck, { phone: `1380003000${i}` })).code); // oxlint-disable-line no-await-in-loop
    expect(codes.slice(0, -1)).toEqual(Array.from({ length: limits.phoneChecks }, () => 200));
    expect(codes.at(-1)).toBe(429);
    expect((await browser()(api.registerCheck, { phone: '13800030009' })).code).toBe(200);
  });

  it('gets nowhere with 5,000 codes from many addresses; the real person resets and signs in', async () => {
    const phone = '13800040001';
    await addPerson(db(), 'target', engineerKeys, { phone });
    const real = browser();
    await real(api.forgetPassSendCode, { phone });
    const code = await readCode(phone);
    // a thousand browsers with five guesses each; fifty at a time, so that none is turned away because too many ask
    const guesses = async (i: number) => {
      const stranger = browser();
      const codes: number[] = [];
      for (let n = 0; n < 5; n++) {
        // the right code is among them: without the cookie of who asked it is worth nothing
        const guess = other(code, i * 5 + n);
        const answer = await stranger(api.forgetPassSmsSubmit, { phone, code: guess, ...both('stolen-pass-1') }); // oxlint-disable-line no-await-in-loop
        codes.push(answer.code);
      }
      return codes;
    };
    const answers: number[][] = [];
    for (let first = 0; first < 1000; first += 50)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => guesses(first + i))))); // oxlint-disable-line no-await-in-loop
    expect(answers.flat()).toHaveLength(5000);
    expect(new Set(answers.flat())).toEqual(new Set([610]));
    expect((await real(api.forgetPassSmsSubmit, { phone, code, ...both('brand-new-9') })).code).toBe(200);
    expect((await browser()(api.login, { account: phone, password: 'brand-new-9' })).code).toBe(200);
  });

  it('and asks for codes of their own has five tries for each, and ten codes a day', async () => {
    const phone = '13800040002';
    await addPerson(db(), 'target_2', engineerKeys, { phone });
    const stranger = browser();
    await stranger(api.forgetPassSendCode, { phone });
    const code = await readCode(phone);
    const tries = Array.from({ length: limits.codeTries }, (_, i) => other(code, i + 1));
    for (const guess of tries)
      expect(await stranger(api.forgetPassSmsSubmit, { phone, code: guess, ...both('stolen-pass-1') })).toEqual(
        isWrong,
      ); // oxlint-disable-line no-await-in-loop
    expect(await stranger(api.forgetPassSmsSubmit, { phone, code, ...both('stolen-pass-1') })).toEqual(isWrong);
    expect((await browser()(api.login, { account: 'target_2', password: testPassword })).code).toBe(200);
  });

  it('gets nowhere with 5,000 passwords from many addresses; the real person signs in', async () => {
    await addPerson(db(), 'target_3', engineerKeys, { phone: '13800040003' });
    const codes = new Set<number>();
    // few at a time, as passwords are checked few at a time
    for (let batch = 0; batch < 100; batch++) {
      const strangers = Array.from({ length: 10 }, async (_, i) => {
        const stranger = browser();
        for (let n = 0; n < 5; n++) {
          const password = `guess-${batch}-${i}-${n}`;
          codes.add((await stranger(api.login, { account: n % 2 ? 'target_3' : '13800040003', password })).code); // oxlint-disable-line no-await-in-loop
        }
      });
      await Promise.all(strangers); // oxlint-disable-line no-await-in-loop
    }
    expect(codes).toEqual(new Set([610]));
    expect((await browser()(api.login, { account: 'target_3', password: testPassword })).code).toBe(200);
  }, 120_000);
});

describe('without a sender', () => {
  it('nobody registers or resets, and the pages learn whom to ask', async () => {
    const use = browser(silent);
    const phone = '13800050001';
    expect((await use(api.registerCheck, { phone })).data).toEqual({ isOpen: false });
    for (const route of [api.registerSendCode, api.forgetPassSendCode])
      // oxlint-disable-next-line no-await-in-loop
      expect(await use(route, { phone })).toMatchObject({
        code: 610,
        text: expect.stringContaining('does not send text messages'),
      });
    expect(await silent.as()(api.publicConfig, {})).toMatchObject({ codes: 'off', operator: null, contact: null });
    expect(await server.as()(api.publicConfig, {})).toMatchObject({
      codes: 'console',
      operator: 'Example Works',
      contact: 'it@example.com',
    });
  });
});
