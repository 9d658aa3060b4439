/** Guessing passwords is slowed down, and locks nobody out who has signed in before or comes from elsewhere. */
import { limits } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword } from '../../testing/people.ts';
import { makeDevices } from './device.ts';
import { setting } from '../../tables/account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ LOUPE_TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16' });
});
afterAll(() => server.close());

interface From {
  remoteAddress?: string;
  forwarded?: string;
  device?: string;
}
async function signIn(
  account: string,
  password: string,
  { remoteAddress = '127.0.0.1', forwarded, device }: From = {},
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/qic/v1/sysUser/login',
    payload: { account, password },
    remoteAddress,
    headers: {
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(device === undefined ? {} : { cookie: `loupe_device=${device}` }),
    },
  });
  const cookie = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('loupe_device='));
  return { code: answer.json<{ code: number }>().code, cookie, device: /=([^;]*)/.exec(cookie ?? '')?.[1] };
}
const guess = async (account: string, from: From = {}, times = limits.loginFailures) => {
  const codes = await Promise.all(Array.from({ length: times }, (_, i) => signIn(account, `wrong-${i}`, from)));
  return codes.map(({ code }) => code);
};
const person = (name: string, fields = {}) => addPerson(server.database.db, name, engineerKeys, fields);
const all = (code: number, times: number = limits.loginFailures): number[] => Array.from({ length: times }, () => code);

it('a device on which the person signed in before is not slowed down; its own failures are, after ten', async () => {
  await person('anne');
  const first = await signIn('anne', testPassword);
  expect(first.code).toBe(200);
  expect(first.cookie).toMatch(/Path=\/api\/qic\/v1\/sysUser\/login; HttpOnly; SameSite=Lax/);
  expect(await guess('anne')).toEqual(all(610));
  expect((await signIn('anne', testPassword)).code).toBe(429);
  const again = await signIn('anne', testPassword, first);
  expect(again.code).toBe(200);
  // whoever has the device guesses as often as anybody else
  expect(await guess('anne', again)).toEqual(all(610));
  expect((await signIn('anne', testPassword, again)).code).toBe(429);
});

it('a device is known for its own people alone, and not when its cookie was changed or is old', async () => {
  const [one, two] = [await person('bert'), await person('cora')];
  const bert = await signIn('bert', testPassword);
  const both = await signIn('cora', testPassword, bert);
  expect(both.device!.split('.')).toHaveLength(2);
  const devices = makeDevices(server.database.db);
  expect(await devices.known(bert.device, one.id)).toBeDefined();
  expect(await devices.known(bert.device, two.id)).toBeUndefined();
  expect(await devices.known(both.device, one.id)).toBe(await devices.known(bert.device, one.id));
  expect(await devices.known(bert.device!.replace(`${one.id}-`, `${two.id}-`), two.id)).toBeUndefined();
  for (const bad of ['', 'x', '.'.repeat(9000), `${bert.device}0`, '1-0-0-0'])
    expect(await devices.known(bad, one.id)).toBeUndefined(); // oxlint-disable-line no-await-in-loop
  const later = makeDevices(server.database.db, () => Date.now() + (limits.deviceDays + 1) * 86_400_000);
  expect(await later.known(bert.device, one.id)).toBeUndefined();
  await server.database.db.delete(setting).where(eq(setting.key, 'account.deviceSecret'));
  expect(await makeDevices(server.database.db).known(bert.device, one.id)).toBeUndefined();
});

it('a browser remembers few people', async () => {
  const devices = makeDevices(server.database.db);
  let cookie: string | undefined;
  // oxlint-disable-next-line no-await-in-loop
  for (let userId = 1; userId <= 20; userId++) cookie = await devices.after(cookie, userId);
  expect(cookie!.split('.')).toHaveLength(5);
  expect(await devices.known(cookie, 20)).toBeDefined();
  expect(await devices.known(cookie, 15)).toBeUndefined();
});

it('behind a trusted proxy each address counts for itself; nobody else is believed about an address', async () => {
  await person('dora');
  expect(await guess('dora', { forwarded: '192.0.2.1' })).toEqual(all(610));
  expect((await signIn('dora', testPassword, { forwarded: '192.0.2.1' })).code).toBe(429);
  expect((await signIn('dora', testPassword, { forwarded: '192.0.2.2' })).code).toBe(200);
  // what a client says itself stands before what the proxy adds
  expect((await signIn('dora', testPassword, { forwarded: '198.51.100.7, 192.0.2.1' })).code).toBe(429);
  expect((await signIn('dora', testPassword, { forwarded: '192.0.2.1, 10.1.2.3' })).code).toBe(429);
  const stranger = '203.0.113.9';
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      signIn('dora', `wrong-${i}`, { remoteAddress: stranger, forwarded: `192.0.2.${i + 100}` }),
    ),
  );
  expect(codes.filter(({ code }) => code === 429)).toHaveLength(2);
});

it('says the same of a phone that somebody has and of one that nobody has, however it is written', async () => {
  await person('erik', { phone: '13900139001' });
  for (const phone of ['13900139001', '13900139002']) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await guess(phone)).toEqual(all(610));
    for (const other of [`+86${phone}`, `0086 ${phone}`, `${phone.slice(0, 3)}-${phone.slice(3)}`])
      expect((await signIn(other, 'wrong-1')).code).toBe(429); // oxlint-disable-line no-await-in-loop
  }
  // and of an account in other letters
  for (const name of ['erik', 'nobody_there']) {
    expect(await guess(name)).toEqual(all(610)); // oxlint-disable-line no-await-in-loop
    expect((await signIn(name.toUpperCase(), 'wrong-1')).code).toBe(429); // oxlint-disable-line no-await-in-loop
  }
});
