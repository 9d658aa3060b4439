/** Codes by SMS: bound to number, purpose and asker, few tries, used once, and as many as the limits allow. */
import { limits, type CallError } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { smsCode } from '../../../tables/account.ts';
import { networkOf, sendCode, withCode, type AskedCode, type GivenCode } from './codes.ts';
import { makeSms, type Sms } from './sms.ts';

let server: TestServer;
let sms: Sms;
let lines: string[] = [];
beforeAll(async () => {
  server = await testServer({ LOUPE_SMS: 'console' });
  sms = makeSms(server.services, (line) => void lines.push(line));
});
afterAll(() => server.close());
beforeEach(async () => {
  lines = [];
  await server.database.db.delete(smsCode);
});

const phone = '13800138001';
const ask = (more: Partial<AskedCode> = {}) =>
  sendCode(server.services, sms, {
    phone,
    purpose: 'register',
    address: '192.0.2.1',
    text: (code) => `code ${code}`,
    ...more,
  });
const lastCode = () => lines.at(-1)!.slice(-6);
const use = (given: Partial<GivenCode> & { token: string }) =>
  withCode(server.services, { phone, purpose: 'register', code: lastCode(), ...given }, async () => 'done').catch(
    (error: CallError & { key: string }) => error.key,
  );
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'sent',
    (error: { key: string }) => error.key,
  );
const age = (seconds: number) =>
  server.database.db.execute(sql`update sms_code set created_at = created_at - make_interval(secs => ${seconds}),
    expires_at = expires_at - make_interval(secs => ${seconds})`);
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('has six digits and works once, for its number, purpose, subject and asker', async () => {
    const { token, sent } = await ask({ subject: 'user/7' });
    expect(sent).toEqual({ resendSeconds: 60, minutes: 5 });
    expect(lines).toEqual([expect.stringMatching(/^SMS 13800138001: code \d{6}$/)]);
    const subject = 'user/7';
    expect(await use({ token, subject, phone: '13800138002' })).toBe('account.codeWrong');
    expect(await use({ token, subject, purpose: 'reset' })).toBe('account.codeWrong');
    expect(await use({ token, subject: 'user/8' })).toBe('account.codeWrong');
    expect(await use({ token: '', subject })).toBe('account.codeWrong');
    expect(await use({ token: `${token.slice(0, -1)}_`, subject })).toBe('account.codeWrong');
    expect(await use({ token, subject })).toBe('done');
    expect(await use({ token, subject })).toBe('account.codeWrong');
  });

  it('used by several at once works for one of them', async () => {
    const { token } = await ask();
    const answers = await Promise.all(Array.from({ length: 5 }, () => use({ token })));
    expect(answers.filter((one) => one === 'done')).toHaveLength(1);
  });

  it('stays good where what it was for failed', async () => {
    const { token } = await ask();
    const given = { phone, purpose: 'register', code: lastCode(), token } as const;
    await expect(withCode(server.services, given, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await use({ token })).toBe('done');
  });

  it('is dead after five wrong tries, also when a hundred come at once', async () => {
    const { token } = await ask();
    const code = lastCode();
    const guesses = Array.from({ length: 100 }, (_, i) => use({ token, code: other(code, i + 1) }));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['account.codeWrong']));
    const [row] = await server.database.db.select().from(smsCode);
    expect(row!.tries).toBe(limits.codeTries);
    expect(await use({ token, code })).toBe('account.codeWrong');
  });

  it('is dead after five minutes', async () => {
    const { token } = await ask();
    await age(limits.codeMinutes * 60 + 1);
    expect(await use({ token })).toBe('account.codeWrong');
  });

  it('cannot be found from what the database holds', async () => {
    const { token } = await ask();
    const { rows } = await server.database.pool.query('select t::text from sms_code t');
    const dump = JSON.stringify(rows);
    for (const secret of [lastCode(), token]) expect(dump).not.toContain(secret);
    // the key of the hash is the token, of which only a hash is kept: without it a million tries tell nothing
    const again = await outcome(ask({ phone: '13800138009' }));
    expect(again).toBe('sent');
    const hashes = await server.database.db.select({ hash: smsCode.codeHash }).from(smsCode);
    expect(new Set(hashes.map(({ hash }) => hash.toString('hex'))).size).toBe(2);
  });

  it('that the gateway did not take is no code', async () => {
    const down: Sms = { ...sms, send: async () => false };
    await expect(
      sendCode(server.services, down, { phone, purpose: 'register', address: '', text: () => '' }),
    ).rejects.toMatchObject({
      key: 'sms.failed',
      code: 503,
    });
    const [row] = await server.database.db.select().from(smsCode);
    expect(row!.usedAt).not.toBeNull();
  });
});

describe('limits', () => {
  it('let one of fifty through that ask at once, and say how long the others wait', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(lines).toHaveLength(1);
    const refused = asked.find((one) => one.status === 'rejected')!;
    expect(refused.reason).toMatchObject({ key: 'account.waitResend', code: 429 });
    expect(refused.reason.args.seconds).toBeGreaterThan(50);
    // whatever it is for
    expect(await outcome(ask({ purpose: 'reset' }))).toBe('account.waitResend');
    await age(61);
    expect(await outcome(ask())).toBe('sent');
  });

  it('are ten a day for a number', async () => {
    const answers: string[] = [];
    for (let i = 0; i <= limits.codesPerNumber; i++) {
      answers.push(await outcome(ask({ address: `192.0.2.${i}` }))); // oxlint-disable-line no-await-in-loop
      await age(61); // oxlint-disable-line no-await-in-loop
    }
    expect(answers.filter((one) => one === 'sent')).toHaveLength(limits.codesPerNumber);
    expect(answers.at(-1)).toBe('sms.numberDay');
    await age(86_400);
    expect(await outcome(ask())).toBe('sent');
  });

  it('are thirty a day for an address, which of IPv6 is a network', async () => {
    const fill = (n: number, address: string) =>
      server.database.db.execute(sql`insert into sms_code (phone, purpose, code_hash, expires_at, address)
        select '1390000' || lpad(g::text, 4, '0'), 'register', '', now(), ${address} from generate_series(1, ${n}) g`);
    await fill(limits.codesPerAddress - 1, '2001:db8:0:7::/64');
    expect(await outcome(ask({ address: '2001:db8:0:7::1' }))).toBe('sent');
    expect(await outcome(ask({ phone: '13800138003', address: '2001:db8::7:1:2:3:4' }))).toBe('sms.addressDay');
    expect(await outcome(ask({ phone: '13800138003', address: '192.0.2.77' }))).toBe('sent');
    await fill(limits.codesPerHour, '198.51.100.1');
    server.printed.length = 0;
    expect(await outcome(ask({ phone: '13800138004', address: '192.0.2.78' }))).toBe('sms.hour');
    expect(server.printed.join()).toContain('hourly limit');
  });

  it('S08 are so many an hour in all, and the log says when they are reached', async () => {
    const { db } = server.database;
    const row = { purpose: 'register', codeHash: Buffer.from('x'), expiresAt: new Date() };
    const rows = Array.from({ length: limits.codesPerHour - 1 }, (_, i) => {
      return { ...row, phone: `139${String(i).padStart(8, '0')}`, address: `198.51.100.${i}` };
    });
    await db.insert(smsCode).values(rows);
    expect(await outcome(ask({ phone: '13700000001' }))).toBe('sent');
    expect(await outcome(ask({ phone: '13700000002', address: '192.0.2.2' }))).toBe('sms.hour');
    expect(server.printed.join('')).toContain('hourly limit of codes');
    await age(3601);
    expect(await outcome(ask({ phone: '13700000002', address: '192.0.2.2' }))).toBe('sent');
  });

  it('read an address by its network', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});

it('nothing is sent, and nothing counted, where no sender is set', async () => {
  const off: Sms = { ...sms, kind: 'off' };
  const asked = { phone, purpose: 'reset', address: '', text: () => '' } as const;
  expect(await outcome(sendCode(server.services, off, asked))).toBe('sms.off');
  expect(await server.database.db.select().from(smsCode)).toEqual([]);
});
