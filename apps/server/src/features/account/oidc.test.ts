/** Signing in at a real OpenID Connect provider, and everything that must not sign anybody in. */
import { generateKeyPairSync } from 'node:crypto';
import { api, type PermissionKey } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit, identity, oidcLogin, role, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';
import { testProvider, type TestProvider } from '../../testing/provider.ts';
import { ensureAdmin } from './first-start.ts';
import { safeReturn } from './oidc.ts';

const ownUrl = 'http://loupe.test';
const callback = '/api/qic/v1/sysUser/oidc/callback';
let provider: TestProvider;
/** As an operator sets it up who wants accounts to be there first. */
let server: TestServer;
const servers: TestServer[] = [];

const settings = (more: Record<string, string> = {}) => ({
  LOUPE_URL: ownUrl,
  LOUPE_OIDC_ISSUER: provider.issuer,
  LOUPE_OIDC_CLIENT_ID: provider.clientId,
  LOUPE_OIDC_CLIENT_SECRET: provider.clientSecret,
  LOUPE_OIDC_NAME: '工厂账号',
  ...more,
});
const startServer = async (more: Record<string, string> = {}): Promise<TestServer> => {
  const made = await testServer(settings(more));
  servers.push(made);
  return made;
};

beforeAll(async () => {
  provider = await testProvider(`${ownUrl}${callback}`);
  server = await startServer();
});
afterEach(() => {
  provider.person = undefined;
});
afterAll(async () => {
  for (const one of servers) await one.close(); // oxlint-disable-line no-await-in-loop
  await provider.close();
});

const stateCookie = (answer: { headers: Record<string, unknown> }): string =>
  ([answer.headers['set-cookie']].flat() as string[]).find((one) => one?.startsWith('loupe_oidc='))!.split(';')[0]!;

const start = async (on: TestServer, returnTo = '/model/index?id=3') => {
  const query = new URLSearchParams({ returnTo });
  const answer = await on.app.inject({ method: 'GET', url: `/api/qic/v1/sysUser/oidc/start?${query}` });
  return { answer, cookie: stateCookie(answer), at: String(answer.headers.location) };
};
const comeBack = async (on: TestServer, to: URL, cookie: string) => {
  const answer = await on.app.inject({ method: 'GET', url: `${to.pathname}${to.search}`, headers: { cookie } });
  const set = ([answer.headers['set-cookie']].flat() as (string | undefined)[]).find((one) =>
    one?.startsWith('loupe_session='),
  );
  return { status: answer.statusCode, to: answer.headers.location, session: set, body: answer.body };
};
/** The whole way of a browser. */
const signIn = async (person: TestProvider['person'], on: TestServer = server) => {
  provider.person = person;
  const { cookie, at } = await start(on);
  return comeBack(on, await provider.visit(at), cookie);
};
const whoIs = async (session: string | undefined, on: TestServer = server) => {
  const answer = await on.app.inject({
    method: 'POST',
    url: '/api/qic/v1/sysUser/getUserInfo',
    payload: {},
    headers: { cookie: session!.split(';')[0]! },
  });
  return answer.json<{ code: number; data: { userId: number; username: string; user: { roleName: string } } }>().data;
};
const failed = (key: string) => ({ status: 302, to: `/login?failed=${key}`, session: undefined });
const known = (email: string, more = {}) => ({ email, email_verified: true, ...more });
let count = 0;
const fresh = async (on: TestServer, fields: Partial<typeof user.$inferInsert> = {}) => {
  const name = `worker${(count += 1)}`;
  const email = `${name}@example.com`;
  const keys: PermissionKey[] = engineerKeys;
  return { ...(await addPerson(on.database.db, name, keys, { email, ...fields })), email };
};

describe('the way there', () => {
  it('is offered on the sign-in page by its name, and only where it is set up', async () => {
    expect((await server.as()(api.publicConfig, {})).providerName).toBe('工厂账号');
    const plain = await testServer();
    servers.push(plain);
    expect((await plain.as()(api.publicConfig, {})).providerName).toBeNull();
    const answer = await plain.app.inject({ method: 'GET', url: '/api/qic/v1/sysUser/oidc/start' });
    expect(answer.headers.location).toBe('/login?failed=oidc.off');
  });

  it('asks for a code with state, nonce and PKCE; the secrets stay here', async () => {
    const { answer, at, cookie } = await start(server);
    const asked = new URL(at).searchParams;
    expect(answer.statusCode).toBe(302);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'loupe',
      redirect_uri: `${ownUrl}${callback}`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    expect(cookie).toBe(`loupe_oidc=${asked.get('state')}`);
    expect(answer.headers['set-cookie']).toMatch(
      /Path=\/api\/qic\/v1\/sysUser\/oidc\/callback; HttpOnly; SameSite=Lax/,
    );
    const rows = await server.database.db.select().from(oidcLogin);
    expect(at).not.toContain(rows.at(-1)!.verifier);
    expect(JSON.stringify(rows)).not.toContain(asked.get('state'));
  });

  it('leads back to a page of this app and to no other place', () => {
    for (const good of ['/dashboard', '/model/index?id=3&x=%2F']) expect(safeReturn(good)).toBe(good);
    for (const bad of [
      undefined,
      '',
      'x',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\nb',
      '/login',
    ])
      expect(safeReturn(bad)).toBe('/dashboard');
  });
});

describe('somebody whom the provider knows', () => {
  it('is found by a verified e-mail once, and from then on by their identity alone', async () => {
    const person = await fresh(server);
    const first = await signIn({ sub: 's-1', claims: known(person.email.toUpperCase()) });
    expect(first).toMatchObject({ status: 302, to: '/model/index?id=3' });
    expect(first.session).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await whoIs(first.session)).userId).toBe(person.id);
    const [row] = await server.database.db.select().from(identity).where(eq(identity.userId, person.id));
    expect(row).toMatchObject({ issuer: provider.issuer, subject: 's-1' });
    // the mail moves on to somebody else; the identity does not
    const other = await fresh(server);
    const again = await signIn({ sub: 's-1', claims: known(other.email) });
    expect((await whoIs(again.session)).userId).toBe(person.id);
    const lines = await server.database.db.select().from(audit).where(eq(audit.actorId, person.id));
    expect(lines).toMatchObject([
      { action: 'session.signIn', body: { by: 'oidc' } },
      { action: 'session.signIn', body: { by: 'oidc' } },
    ]);
  });

  it('is not found by an e-mail that is not verified, or that two accounts have', async () => {
    const person = await fresh(server);
    const unverified = { email: person.email, email_verified: false };
    expect(await signIn({ sub: 's-2', claims: unverified })).toMatchObject(failed('oidc.unknown'));
    expect(await signIn({ sub: 's-2', claims: { email: person.email } })).toMatchObject(failed('oidc.unknown'));
    await fresh(server, { email: person.email });
    expect(await signIn({ sub: 's-2', claims: known(person.email) })).toMatchObject(failed('oidc.unknown'));
    // nor by one that a customer wrote down
    const customer = await fresh(server, { channelFlag: 3 });
    expect(await signIn({ sub: 's-2', claims: known(customer.email) })).toMatchObject(failed('oidc.unknown'));
  });

  it('and whom Loupe does not know is turned away, and no account is made', async () => {
    const before = await server.database.db.select().from(user);
    expect(await signIn({ sub: 's-3', claims: known('nobody@example.com') })).toMatchObject(failed('oidc.unknown'));
    expect(await server.database.db.select().from(user)).toHaveLength(before.length);
  });

  it('is turned away when disabled or deleted, also with an identity', async () => {
    const person = await fresh(server);
    const who = { sub: 's-4', claims: known(person.email) };
    expect((await signIn(who)).session).toBeDefined();
    const set = (fields: Partial<typeof user.$inferInsert>) =>
      server.database.db.update(user).set(fields).where(eq(user.id, person.id));
    await set({ enabled: false });
    expect(await signIn(who)).toMatchObject(failed('account.disabled'));
    await set({ enabled: true, deletedAt: new Date() });
    expect(await signIn(who)).toMatchObject(failed('oidc.unknown'));
    // a new account of the same person is theirs again
    const again = await fresh(server, { email: person.email });
    expect((await whoIs((await signIn(who)).session)).userId).toBe(again.id);
  });
});

describe('nobody is signed in', () => {
  it('by a state that is wrong, missing, of another browser, or used', async () => {
    const person = await fresh(server);
    provider.person = { sub: 's-5', claims: known(person.email) };
    const { cookie, at } = await start(server);
    const back = await provider.visit(at);
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'another-state-that-nobody-made');
    expect(await comeBack(server, wrong, cookie)).toMatchObject(failed('oidc.refused'));
    expect(await comeBack(server, back, '')).toMatchObject(failed('oidc.refused'));
    const { cookie: otherBrowser } = await start(server);
    expect(await comeBack(server, back, otherBrowser)).toMatchObject(failed('oidc.refused'));
    expect(await comeBack(server, wrong, 'loupe_oidc=another-state-that-nobody-made')).toMatchObject(
      failed('oidc.refused'),
    );
    // none of these used it up
    expect((await comeBack(server, back, cookie)).session).toBeDefined();
    expect(await comeBack(server, back, cookie)).toMatchObject(failed('oidc.refused'));
  });

  it('by a code that was used, on a start of its own', async () => {
    const person = await fresh(server);
    provider.person = { sub: 's-6', claims: known(person.email) };
    const first = await start(server);
    const back = await provider.visit(first.at);
    expect((await comeBack(server, back, first.cookie)).session).toBeDefined();
    const second = await start(server);
    const replayed = new URL(back);
    replayed.searchParams.set('state', second.cookie.slice('loupe_oidc='.length));
    expect(await comeBack(server, replayed, second.cookie)).toMatchObject(failed('oidc.refused'));
  });

  it.each([
    ['another nonce', { nonce: 'not-the-one-that-was-sent' }],
    ['another verifier', { verifier: 'x'.repeat(43) }],
    ['a start that is too old', { expiresAt: new Date(Date.now() - 1000) }],
  ])('by %s', async (_what, change) => {
    const person = await fresh(server);
    provider.person = { sub: 's-7', claims: known(person.email) };
    const { cookie, at } = await start(server);
    await server.database.db.update(oidcLogin).set(change);
    expect(await comeBack(server, await provider.visit(at), cookie)).toMatchObject(failed('oidc.refused'));
  });

  it('by a token that another key has signed', async () => {
    const own = await testProvider(`${ownUrl}${callback}`);
    const on = await startServer({ LOUPE_OIDC_ISSUER: own.issuer });
    const person = await fresh(on);
    const real = (await (await fetch(`${own.issuer}/jwks`)).json()) as { keys: { kty: string }[] };
    const { n } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
    own.keys = { keys: real.keys.map((key) => (key.kty === 'RSA' ? { ...key, n } : key)) };
    own.person = { sub: 's-9', claims: known(person.email) };
    const { cookie, at } = await start(on);
    expect(await comeBack(on, await own.visit(at), cookie)).toMatchObject(failed('oidc.refused'));
    await own.close();
  });

  it('when they cancel at the provider, or the address is made up', async () => {
    expect(await signIn(undefined)).toMatchObject(failed('oidc.refused'));
    for (const query of ['', '?state=', '?code=x', '?code=a&code=b&state=x', `?state=${'x'.repeat(900)}`]) {
      const answer = await comeBack(server, new URL(`${ownUrl}${callback}${query}`), ''); // oxlint-disable-line no-await-in-loop
      expect(answer).toMatchObject(failed('oidc.refused'));
    }
  });

  it('while the provider is away; once it is back all is well', async () => {
    const moving = await testProvider(`${ownUrl}${callback}`);
    const away = await startServer({ LOUPE_OIDC_ISSUER: moving.issuer });
    await moving.close();
    const answer = await away.app.inject({ method: 'GET', url: '/api/qic/v1/sysUser/oidc/start' });
    expect(answer.headers.location).toBe('/login?failed=oidc.unreachable');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const back = await testProvider(`${ownUrl}${callback}`, Number(new URL(moving.issuer).port));
    expect((await start(away)).at).toContain(back.issuer);
    await back.close();
  });

  it('when the provider goes away between start and return', async () => {
    const leaving = await testProvider(`${ownUrl}${callback}`);
    const on = await startServer({ LOUPE_OIDC_ISSUER: leaving.issuer });
    const person = await fresh(on);
    leaving.person = { sub: 's-8', claims: known(person.email) };
    const { cookie, at } = await start(on);
    const back = await leaving.visit(at);
    await leaving.close();
    expect(await comeBack(on, back, cookie)).toMatchObject(failed('oidc.unreachable'));
  });
});

describe('where accounts may be made and roles are mapped', () => {
  let open: TestServer;
  beforeAll(async () => {
    open = await startServer({
      LOUPE_OIDC_CREATE_USERS: 'true',
      LOUPE_OIDC_CLAIM: 'preferred_username',
      LOUPE_OIDC_ROLE_CLAIM: 'groups',
      LOUPE_OIDC_ROLE_MAP: 'loupe-admins=super_admin, vision = engineer',
    });
    await open.database.db.execute(sql`truncate "user" cascade`);
    await ensureAdmin(open.database.db, { adminPassword: 'chosen-77' });
  });
  const personOf = async (session: string | undefined) => {
    const { userId } = await whoIs(session, open);
    const [row] = await open.database.db
      .select({ person: user, roleName: role.name })
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(eq(user.id, userId));
    return { ...row!.person, roleName: row!.roleName };
  };

  it('a newcomer gets an account, with the role of their group, once', async () => {
    const who = {
      sub: 'n-1',
      claims: known('li@example.com', { name: '李雷', preferred_username: 'li', groups: ['vision'] }),
    };
    const made = await personOf((await signIn(who, open)).session);
    expect(made).toMatchObject({
      account: 'li',
      accountName: '李雷',
      email: 'li@example.com',
      roleName: 'engineer',
      mustChangePassword: false,
    });
    expect((await personOf((await signIn(who, open)).session)).id).toBe(made.id);
    const lines = await open.database.db.select().from(audit).where(eq(audit.actorId, made.id));
    expect(lines.map(({ action }) => action)).toEqual(['user.add', 'session.signIn', 'session.signIn']);
  });

  it('opened twice at once by a newcomer, one account is made', async () => {
    provider.person = { sub: 'n-2', claims: known('two@example.com', { preferred_username: 'two', groups: 'vision' }) };
    const starts = await Promise.all([start(open), start(open)]);
    const backs = await Promise.all(starts.map(({ at }) => provider.visit(at)));
    const ends = await Promise.all(backs.map((back, i) => comeBack(open, back, starts[i]!.cookie)));
    const ids = await Promise.all(ends.map(async ({ session }) => (await personOf(session)).id));
    expect(new Set(ids).size).toBe(1);
  });

  it('somebody in no group of the map is turned away; a name that is taken, or no account, is not theirs', async () => {
    const stranger = { sub: 'n-3', claims: known('x@example.com', { groups: ['kitchen'] }) };
    expect(await signIn(stranger, open)).toMatchObject(failed('oidc.noRole'));
    const odd = { sub: 'n 4', claims: known('odd@example.com', { preferred_username: '怪 人', groups: ['vision'] }) };
    expect((await personOf((await signIn(odd, open)).session)).account).toBe('odd@example.com');
  });

  it('the role follows the group at each sign-in, up and down; the last super admin stays one', async () => {
    const claims = (groups: string[]) => ({ ...known('r@example.com', { preferred_username: 'r' }), groups });
    const roleAt = async (groups: string[]) =>
      (await personOf((await signIn({ sub: 'n-5', claims: claims(groups) }, open)).session)).roleName;
    expect(await roleAt(['vision'])).toBe('engineer');
    expect(await roleAt(['vision', 'loupe-admins'])).toBe('super_admin');
    expect(await roleAt(['vision'])).toBe('engineer');
    // whom the map says nothing of keeps what they have
    expect(await roleAt([])).toBe('engineer');
    expect(await roleAt(['loupe-admins'])).toBe('super_admin');
    await open.database.db.update(user).set({ enabled: false }).where(eq(user.account, 'admin'));
    expect(await roleAt(['vision'])).toBe('super_admin');
  });
});

it('no code, token or secret is in a log', () => {
  for (const { services, printed } of servers) {
    const folder = path.join(services.config.data, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const text = [...logs, ...printed].join('\n');
    expect(text).not.toMatch(/code=|state=|eyJ[\w-]+\./);
    expect(text).not.toContain(provider.clientSecret);
  }
});
