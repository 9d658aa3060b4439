import {
  api,
  codes,
  envelope,
  isProjectNeed,
  makeCall,
  memberLevels,
  permissionKeys,
  publicRoutes,
  routeUrl,
  suffices,
  uploadUrl,
  type CallError,
  type MemberLevel,
  type MessageKey,
  type PermissionKey,
  type Route,
  type RouteName,
  type TokenScope,
  tokenRefusal,
  tokenScopes,
} from '@loupe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainAddresses } from './app.ts';
import { injectRequest, testServer, type TestServer } from './testing/app.ts';
import { addMember, addPerson, type TestPerson } from './testing/people.ts';
import { probes, type Probe, type Stranger } from './testing/probes.ts';
import { addWorld, ghostWorld, type World } from './testing/world.ts';

let server: TestServer;
let worldOfA: World;
let worldOfB: World;
/** With whom the world of A is shared. */
const members = new Map<MemberLevel, TestPerson>();
let disabled: TestPerson;
/** Engineers who lack one key each. */
const lacking = new Map<PermissionKey, TestPerson>();
/** Access tokens of somebody with every key, by their scope. */
const tokens = new Map<TokenScope, string>();

beforeAll(async () => {
  server = await testServer();
  worldOfA = await addWorld(server, server.a);
  worldOfB = await addWorld(server, server.b);
  for (const level of memberLevels)
    // oxlint-disable-next-line no-await-in-loop
    members.set(level, await addMember(server.database.db, worldOfA.projectId, level, level));
  disabled = await addPerson(server.database.db, 'disabled', permissionKeys, { enabled: false });
  const programmer = await addPerson(server.database.db, 'programmer', permissionKeys);
  for (const scope of tokenScopes) tokens.set(scope, await addToken(programmer, scope)); // oxlint-disable-line no-await-in-loop
  for (const [index, key] of permissionKeys.entries()) {
    const others = permissionKeys.filter((one) => one !== key);
    lacking.set(key, await addPerson(server.database.db, `lacks_${index}`, others)); // oxlint-disable-line no-await-in-loop
  }
});
afterAll(() => server.close());

const names = Object.keys(api) as RouteName[];
const routeOf = (name: RouteName): Route => api[name];
const probeOf = (name: RouteName) => probes[name] as Probe<RouteName>;
const guarded = names.filter((name) => !publicRoutes.includes(name));

const addToken = async (person: TestPerson, scope: TokenScope): Promise<string> =>
  (await server.as(person)(api.tokenAdd, { name: scope, scopes: [scope], days: 1 })).token;

interface Answer {
  status: number;
  code: number;
  data: unknown;
  text: string;
}

/** Sends an input as the typed client does, and gives back the answer whole. */
async function send(name: RouteName, input: unknown, token?: string, world = worldOfA): Promise<Answer> {
  let answer: Answer | undefined;
  const call = makeCall(async (request) => {
    const reply = await injectRequest(server.app, request, token);
    const isJson = reply.headers['content-type']?.includes('application/json') ?? false;
    const body = isJson ? reply.json() : { code: 200, msg: '', en_msg: '', data: reply.rawPayload.length };
    answer = { status: reply.statusCode, code: body.code, data: body.data, text: isJson ? reply.body : '' };
    return { status: reply.statusCode, body };
  });
  const files = probeOf(name).files?.(world);
  await call(routeOf(name), input as never, files ? { files } : {}).catch((error: CallError) => {
    if (!answer) throw error;
  });
  return answer!;
}

/** Everything that a person's world holds, to see that a stranger changed nothing. */
async function contents(world: World): Promise<unknown> {
  const tables = ['dataset', 'folder', 'image', 'model', 'version', 'task', 'snapshot', 'online_entry'];
  const counts = await Promise.all(
    tables.map((table) =>
      server.database.pool.query(
        `select count(*) as n, md5(string_agg(t::text, '|' order by t.id)) as hash from ${table} t where t.project_id = $1`,
        [world.projectId],
      ),
    ),
  );
  const more = await server.database.pool.query(
    `select (select md5(string_agg(p::text, '')) from project p where id = $1) as project,
      (select count(*) from shape s join image i on i.id = s.image_id where i.project_id = $1) as shapes,
      (select count(*) from label l join dataset d on d.id = l.dataset_id where d.project_id = $1) as labels,
      (select count(*) from online_record r where r.entry_id = $2) as records`,
    [world.projectId, world.entryId],
  );
  return [counts.map(({ rows }) => rows[0]), more.rows[0]];
}

const textOf = (key: MessageKey): string => JSON.stringify(envelope(403, key, null));

describe('what is bound', () => {
  it('is the whole contract, and beside it only what is named here', () => {
    const contract = names.map((name) => `${routeOf(name).method} ${routeUrl(routeOf(name))}`);
    const beside = [
      `GET ${plainAddresses.health}`,
      `GET ${plainAddresses.openApi}`,
      // an attempt's own token, tested with the tasks
      'GET /engine/v1/attempts/:task/:attempt/blobs/:sha256',
      'POST /engine/v1/attempts/:task/:attempt/report',
      // bytes by tus with the session, tested with the uploads
      `HEAD ${uploadUrl(':id')}`,
      `PATCH ${uploadUrl(':id')}`,
      // a ticket or a session, tested with the sockets
      'GET /handler',
      'GET /socketServer/:userid',
    ];
    expect([...server.app.boundRoutes].sort()).toEqual([...contract, ...beside].sort());
  });

  it('is public only where the contract names it so', () => {
    const open = names.filter((name) => routeOf(name).permission === 'public');
    expect(open.sort()).toEqual([...publicRoutes].sort());
  });
});

describe('without a session', () => {
  it.each(guarded)('%s answers 10010, whatever is sent', async (name) => {
    for (const input of [probeOf(name).input(worldOfA), {}]) {
      const answer = await send(name, input); // oxlint-disable-line no-await-in-loop
      expect([answer.status, answer.code, answer.data]).toEqual([200, 10010, null]);
    }
  });
});

describe('without the key', () => {
  it.each(guarded.filter((name) => routeOf(name).permission !== 'next'))('%s is refused', async (name) => {
    const person = lacking.get(routeOf(name).permission as PermissionKey)!;
    const answer = await send(name, probeOf(name).input(worldOfA), person.token);
    expect([answer.status, answer.code]).toEqual([403, 403]);
    expect(answer.text).toContain('Permission denied');
  });
});

describe("another's objects", () => {
  const those = (stranger: Stranger) => guarded.filter((name) => probeOf(name).stranger === stranger);

  it.each(those('hidden'))('do not exist for %s, and are left alone', async (name) => {
    const probe = probeOf(name);
    const before = await contents(worldOfA);
    const strange = await send(name, probe.input(worldOfA), server.b.token);
    const missing = await send(name, probe.input(ghostWorld(worldOfA)), server.b.token);
    expect([strange.status, strange.code]).toEqual([404, 404]);
    expect(strange.text).toBe(missing.text);
    expect(await contents(worldOfA)).toEqual(before);
  });

  it.each(guarded.filter((name) => probeOf(name).mixed))('mixed with own ones move nothing in %s', async (name) => {
    const probe = probeOf(name);
    const before = [await contents(worldOfA), await contents(worldOfB)];
    for (const input of probe.mixed!(worldOfB, worldOfA)) {
      const answer = await send(name, input, server.b.token, worldOfB); // oxlint-disable-line no-await-in-loop
      const isEmptyPage = (answer.data as { total?: number } | null)?.total === 0;
      // A list that is filtered by a foreign parent may also be empty.
      expect([input, answer.status === 404 || (probe.stranger === 'empty' && isEmptyPage)]).toEqual([input, true]);
    }
    expect([await contents(worldOfA), await contents(worldOfB)]).toEqual(before);
  });

  it.each(those('empty'))('are not in %s, whatever the isolate header says; allData sees them', async (name) => {
    const probe = probeOf(name);
    const keys = permissionKeys.filter((key) => key !== 'allData');
    const fresh = await addPerson(server.database.db, `empty_${name}`, keys);
    expect((await send(name, probe.input(worldOfA), fresh.token)).data).toMatchObject({ list: [], total: 0 });
    const isolate = await server.app.inject({
      method: 'POST',
      url: routeUrl(routeOf(name)),
      payload: {},
      headers: { authorization: fresh.token, isolate: String(server.a.id), network: '1' },
    });
    expect(isolate.json().data).toMatchObject({ list: [], total: 0 });
    const total = async (token: string) =>
      ((await send(name, probe.input(worldOfA), token)).data as { total: number }).total;
    const own = await total(server.a.token);
    expect(own).toBeGreaterThan(0);
    expect(await total(server.admin.token)).toBeGreaterThan(own);
  });
});

describe('the owner', () => {
  const mine = guarded.filter((name) => probeOf(name).stranger === 'hidden');

  it.each(mine.filter((name) => !probeOf(name).destroys))('may call %s', async (name) => {
    const answer = await send(name, probeOf(name).input(worldOfA), server.a.token);
    // a rule (610) may refuse; what must not happen is that the object is not there
    expect([answer.text, [200, 610].includes(answer.code)]).toEqual([answer.text, true]);
  });

  it.each(mine.filter((name) => probeOf(name).destroys))('may call %s', async (name) => {
    const world = await addWorld(server, server.a);
    const answer = await send(name, probeOf(name).input(world), server.a.token, world);
    expect([answer.text, [200, 610].includes(answer.code)]).toEqual([answer.text, true]);
  });
});

describe('those with whom a project is shared', () => {
  const hidden = guarded.filter((name) => probeOf(name).stranger === 'hidden');
  const cases = memberLevels.flatMap((level) => hidden.map((name) => [level, name] as const));
  const may = (level: MemberLevel, name: RouteName): boolean => {
    const { needs } = routeOf(name);
    return isProjectNeed(needs) && suffices(level, needs);
  };

  it.each(cases.filter(([level, name]) => may(level, name)))('%s may call %s', async (level, name) => {
    const world = probeOf(name).destroys ? await addWorld(server, server.a) : worldOfA;
    const { db } = server.database;
    const person =
      world === worldOfA ? members.get(level)! : await addMember(db, world.projectId, level, `${level}_${name}`);
    const answer = await send(name, probeOf(name).input(world), person.token, world);
    expect([answer.text, [200, 610].includes(answer.code)]).toEqual([answer.text, true]);
  });

  it.each(cases.filter(([level, name]) => !may(level, name)))('%s may not call %s', async (level, name) => {
    const before = await contents(worldOfA);
    const answer = await send(name, probeOf(name).input(worldOfA), members.get(level)!.token);
    // what is a person's own is shared with nobody: as if it did not exist
    const status = isProjectNeed(routeOf(name).needs) ? 403 : 404;
    expect([answer.text, answer.status, answer.code]).toEqual([answer.text, status, status]);
    if (status === 403) expect(answer.text).toContain(`${server.a.account}`);
    expect(await contents(worldOfA)).toEqual(before);
  });

  const lists = guarded.filter((name) => probeOf(name).stranger === 'empty');
  it.each(memberLevels.flatMap((level) => lists.map((name) => [level, name] as const)))(
    '%s sees what the level gives in %s',
    async (level, name) => {
      const answer = await send(name, probeOf(name).input(worldOfA), members.get(level)!.token);
      const { total } = answer.data as { total: number };
      expect([total > 0, total]).toEqual([may(level, name), expect.any(Number)]);
    },
  );
});

describe('who is disabled', () => {
  it.each(guarded)('is told so by %s', async (name) => {
    const answer = await send(name, probeOf(name).input(worldOfA), disabled.token);
    expect([answer.status, answer.code, answer.data]).toEqual([200, codes.revoked, null]);
  });
});

describe('an access token', () => {
  it.each(guarded)('reaches %s by a scope that covers it alone, and never what concerns people', async (name) => {
    for (const [scope, token] of tokens) {
      const refusal = tokenRefusal([scope], routeOf(name));
      // what is not refused is asked for nothing: the scope is all that counts here
      const input = refusal ? probeOf(name).input(worldOfA) : {};
      const answer = await send(name, input, token); // oxlint-disable-line no-await-in-loop
      if (refusal) expect([scope, answer.status, answer.text]).toEqual([scope, 403, textOf(refusal)]);
      else expect([scope, [200, 400, 404, 610].includes(answer.code), answer.code]).toEqual([scope, true, answer.code]);
    }
  });

  it.each(guarded.filter((name) => tokenRefusal(['read'], routeOf(name)) === null))(
    'that only reads changes nothing by %s',
    async (name) => {
      const before = await contents(worldOfA);
      const answer = await send(name, probeOf(name).input(worldOfA), tokens.get('read'));
      expect([200, 404, 610]).toContain(answer.code);
      expect(await contents(worldOfA)).toEqual(before);
    },
  );
});

describe('hostile values', () => {
  const hostile: readonly unknown[] = [
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53 + 2,
    '',
    'a\0b',
    '\ud800',
    "' or 1=1; --",
    '../../etc/passwd',
    'x'.repeat(5000),
    [],
    [null],
    [[[[]]]],
    {},
    { $ne: 1 },
    { hasOwnProperty: 1 },
  ];

  it.each(names.filter((name) => name !== 'logout'))('never break %s', async (name) => {
    const person = await addPerson(server.database.db, `hostile_${name}`, permissionKeys);
    const input = probeOf(name).input({ ...worldOfB, name: `h_${name}` }) as Record<string, unknown>;
    const broken: unknown[] = [];
    const type = routeOf(name).input;
    // of a choice between inputs: the fields of the one that was given
    for (const field of Object.keys(type instanceof z.ZodObject ? type.shape : input)) {
      // all values of a field at once: none of them depends on what another did
      const sent = hostile.map(async (value) => {
        const answer = await send(name, { ...input, [field]: value }, person.token, worldOfB);
        if (answer.status >= 500) broken.push([field, value, answer.text]);
      });
      await Promise.all(sent); // oxlint-disable-line no-await-in-loop
    }
    expect(broken).toEqual([]);
  });
});
