/** Menus: what an administrator chooses for an entry reaches everyone's session, stays after a start, and takes no right away. */
import { api, menuSeeds, permissionKeys, type CallError, type Menu, type MenuEntry } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { audit, menu } from '../../tables/account.ts';
import { ensureAdmin } from '../account/index.ts';

let server: TestServer;
const start = () => ensureAdmin(server.database.db, server.services.config);
beforeAll(async () => {
  server = await testServer();
  await start();
});
afterAll(() => server.close());

const listed = () => server.as(server.admin)(api.menuList, {});
const sideOf = async (person = server.a) => (await server.as(person)(api.userInfo, {})).menuList;
const keysOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);
const flat = (entries: readonly Menu[]): Menu[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
const entryOf = async (key: string) => flat(await listed()).find((entry) => entry.key === key)!;
const own = { nameZh: null, nameEn: null, icon: null, visible: true };

it('hold an entry for every permission, those of administrators under one group', async () => {
  const entries = await listed();
  expect(keysOf(flat(entries)).sort()).toEqual(keysOf(menuSeeds).sort());
  const group = entries.find(({ key }) => key === 'authority')!;
  const ofAdmins = permissionKeys.filter((key) => key.startsWith('sys/'));
  expect(keysOf(group.children)).toEqual([...ofAdmins, 'sms', 'agreements']);
  expect(keysOf(await sideOf())).toEqual([
    'project/pageList',
    'dataset/pageList',
    'model/pageList',
    'online',
    'ocrModel',
    'anomalyModel',
    'authority',
  ]);
  expect((await sideOf()).at(-1)).toMatchObject({ menuComponent: 'next', children: [] });
});

it('give an entry names, an icon and a place, which stay after the next start', async () => {
  const call = server.as(server.admin);
  const { id } = await entryOf('online');
  await call(api.menuUpdate, { id, nameZh: ' 产线检测 ', nameEn: 'Line check', icon: 'camera', visible: false });
  await call(api.menuMove, { id, to: 'up' });
  await call(api.menuMove, { id, to: 'up' });
  const seen = async (): Promise<MenuEntry> => (await sideOf())[1]!;
  const chosen = { key: 'online', nameZh: '产线检测', nameEn: 'Line check', icon: 'camera', visible: false };
  expect(await seen()).toMatchObject(chosen);
  await start();
  expect(await seen()).toMatchObject(chosen);
  // hidden is not forbidden
  expect((await server.as(server.a)(api.onlineList, {})).total).toBe(0);
  const lines = await server.database.db
    .select()
    .from(audit)
    .where(eq(audit.object, `menu/${id}`))
    .orderBy(audit.id);
  expect(lines.map(({ body }) => (body as { moved?: string }).moved)).toEqual([undefined, 'up', 'up']);
});

it('move nothing over the ends, and lose no entry when two move at once', async () => {
  const call = server.as(server.admin);
  const before = keysOf(await listed());
  await call(api.menuMove, { id: (await entryOf(before[0]!)).id, to: 'up' });
  await call(api.menuMove, { id: (await entryOf(before.at(-1)!)).id, to: 'down' });
  expect(keysOf(await listed())).toEqual(before);
  const [first, last] = [await entryOf(before[0]!), await entryOf(before.at(-1)!)];
  await Promise.all([call(api.menuMove, { id: first.id, to: 'down' }), call(api.menuMove, { id: last.id, to: 'up' })]);
  expect(keysOf(await listed()).toSorted()).toEqual(before.toSorted());
  expect(keysOf(await listed())[1]).toBe(before[0]);
  expect(keysOf(await listed()).at(-2)).toBe(before.at(-1));
});

it('never hide the way back to their own page', async () => {
  const call = server.as(server.admin);
  for (const key of ['authority', 'sys/menu/list']) {
    const hide = call(api.menuUpdate, { id: (await entryOf(key)).id, ...own, visible: false }); // oxlint-disable-line no-await-in-loop
    await expect(hide).rejects.toThrow('cannot be hidden'); // oxlint-disable-line no-await-in-loop
  }
  const missing = await call(api.menuMove, { id: 999_999, to: 'up' }).catch((error: CallError) => error);
  expect(missing).toMatchObject({ code: 404 });
});

it('of an installation from before they could be arranged come into the groups and the order of today', async () => {
  const { db } = server.database;
  await db.delete(menu);
  // as an older Loupe left them: all at the top, counted by themselves
  await db.insert(menu).values(permissionKeys.toReversed().map((key, ordinal) => ({ key, ordinal })));
  await start();
  const entries = await listed();
  expect(keysOf(flat(entries))).toEqual(keysOf(menuSeeds));
});
