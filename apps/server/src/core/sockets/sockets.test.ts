import { api, limits, socketCloseCodes, socketHello, type SocketEvent, type SocketFrame } from '@loupe/contract';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMember, addPerson, engineerKeys, type TestPerson } from '../../testing/people.ts';
import { project } from '../../tables/projects.ts';
import { endSessions } from '../session.ts';
import { sendFrame } from './connection.ts';

let server: TestServer;
let address: string;
const opened: WebSocket[] = [];
beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  address = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterEach(() => opened.splice(0).forEach((socket) => socket.terminate()));
afterAll(() => server.close());

interface Client {
  socket: WebSocket;
  frames: SocketFrame[];
  closed: Promise<number>;
  next: (type: SocketEvent['type']) => Promise<SocketFrame>;
}

function client(path: string, headers: Record<string, string> = {}): Client {
  const socket = new WebSocket(`${address}${path}`, { headers });
  opened.push(socket);
  const frames: SocketFrame[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()));
    waiting.splice(0).forEach((wake) => wake());
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const next = async (type: SocketEvent['type']): Promise<SocketFrame> => {
    for (;;) {
      const index = frames.findIndex((frame) => frame.event.type === type);
      if (index >= 0) return frames.splice(index, 1)[0]!;
      await new Promise<void>((resolve) => waiting.push(resolve)); // oxlint-disable-line no-await-in-loop
    }
  };
  return { socket, frames, closed, next };
}

const isOpen = (one: Client) =>
  new Promise<void>((resolve, reject) => {
    one.socket.once('open', () => resolve());
    one.socket.once('close', (code) => reject(new Error(`closed with ${code} before it was open`)));
  });
const statusOf = (one: Client) =>
  new Promise<number>((resolve) =>
    one.socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode!)),
  );

async function progress(person: TestPerson): Promise<Client> {
  const { ticket } = await server.as(person)(api.socketTicket, {});
  const one = client('/handler');
  await isOpen(one);
  one.socket.send(socketHello(person.id, ticket));
  await one.next('ready');
  return one;
}
async function messages(person: TestPerson): Promise<Client> {
  const one = client(`/socketServer/${person.id}`, { cookie: `loupe_session=${person.token}` });
  await one.next('ready');
  return one;
}
const text = (en: string): SocketEvent => ({ type: 'message', cn: `消息 ${en}`, en });
const image = (imageId: number): SocketEvent => ({ type: 'image', imageId, seq: 1, clientId: 'c' });

describe('/handler', () => {
  it('takes the user id with its ticket, once, and sends progress as typed JSON and as the three-part text', async () => {
    const { a, services } = server;
    const { ticket } = await server.as(a)(api.socketTicket, {});
    const one = client('/handler');
    await isOpen(one);
    one.socket.send(socketHello(a.id, ticket));
    expect(await one.next('ready')).toMatchObject({ seq: null });
    const event: SocketEvent = {
      type: 'analysis',
      msg: '3,training,done',
      n: 3,
      set: 'training',
      text: 'done',
      taskId: 9,
    };
    await services.publish({ userId: a.id }, event);
    expect(await one.next('analysis')).toMatchObject({ seq: null, event, msg: '3,training,done' });
    const again = client('/handler');
    await isOpen(again);
    again.socket.send(socketHello(a.id, ticket));
    expect(await again.closed).toBe(socketCloseCodes.refused);
  });

  it("refuses a bare id, an unknown ticket, another person's ticket, an old ticket and a long text", async () => {
    const { a, b } = server;
    const own = await server.as(a)(api.socketTicket, {});
    const old = await server.as(a)(api.socketTicket, {});
    await server.database.pool.query(
      `update socket_ticket set expires_at = clock_timestamp() - interval '1 s'
       where hash = sha256($1::bytea)`,
      [Buffer.from(old.ticket)],
    );
    const hellos = [
      `${a.id}`,
      socketHello(a.id, 'x'.repeat(43)),
      socketHello(b.id, own.ticket),
      socketHello(a.id, old.ticket),
    ];
    const ends = await Promise.all(
      [...hellos, '', 'a:b:c', '\0', `1e0:${own.ticket}`].map(async (hello) => {
        const one = client('/handler');
        await isOpen(one);
        one.socket.send(hello);
        return one.closed;
      }),
    );
    expect(ends).toEqual(ends.map(() => socketCloseCodes.refused));
    const long = client('/handler');
    await isOpen(long);
    long.socket.send('9'.repeat(1024 * 1024));
    expect(await long.closed).toBe(1009);
  });

  it('refuses a page of another site', async () => {
    expect(await statusOf(client('/handler', { origin: 'https://evil.example' }))).toBe(403);
    const own = client('/handler', { origin: address.replace('ws', 'http') });
    await isOpen(own);
  });
});

describe('/socketServer/{userid}', () => {
  it('opens for the own id with session or ticket, and brings texts in both languages', async () => {
    const { a, services } = server;
    const one = await messages(a);
    await services.publish({ userId: a.id }, text('hello'), { keep: true });
    expect(await one.next('message')).toMatchObject({ cn: '消息 hello', en: 'hello', seq: expect.any(Number) });
    const { ticket } = await server.as(a)(api.socketTicket, {});
    const two = client(`/socketServer/${a.id}?ticket=${ticket}`);
    await two.next('ready');
  });

  it('refuses no session, a foreign id, and a foreign site at the upgrade', async () => {
    const { a, b } = server;
    const cookie = `loupe_session=${a.token}`;
    expect(await statusOf(client(`/socketServer/${a.id}`))).toBe(401);
    expect(await statusOf(client(`/socketServer/${b.id}`, { cookie }))).toBe(403);
    expect(await statusOf(client('/socketServer/abc', { cookie }))).toBe(403);
    expect(await statusOf(client(`/socketServer/${a.id}`, { cookie, origin: 'https://evil.example' }))).toBe(403);
  });
});

describe('who gets what', () => {
  it('keeps people apart: of many messages to each, nobody sees a foreign one', async () => {
    const { a, b, services } = server;
    const [forA, forB] = await Promise.all([progress(a), progress(b)]);
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => services.publish({ userId: i % 2 ? a.id : b.id }, image(i + 1))),
    );
    await services.publish({ userId: a.id }, image(1001));
    await services.publish({ userId: b.id }, image(1002));
    const seen = async (one: Client, last: number) => {
      const ids: number[] = [];
      while (ids.at(-1) !== last) {
        const { event } = await one.next('image'); // oxlint-disable-line no-await-in-loop
        if (event.type === 'image') ids.push(event.imageId);
      }
      return ids;
    };
    expect((await seen(forA, 1001)).filter((id) => id <= 100 && id % 2 === 1)).toEqual([]);
    expect((await seen(forB, 1002)).filter((id) => id <= 100 && id % 2 === 0)).toEqual([]);
  });

  it("sends a project's events to its owner, its members and those who see all data, and to nobody else", async () => {
    const { a, b, admin, services, database } = server;
    const [row] = await database.db
      .insert(project)
      .values({ family: 'detection', ownerId: a.id, createdBy: a.id, name: 'room' })
      .returning({ id: project.id });
    const member = await addMember(database.db, row!.id, 'viewer', 'looks_on');
    const [forA, forB, forAdmin, forMember] = await Promise.all([a, b, admin, member].map(progress));
    await services.publish({ projectId: row!.id }, image(77));
    await services.publish({ userId: b.id }, image(78));
    expect((await forA!.next('image')).event).toMatchObject({ imageId: 77 });
    expect((await forMember!.next('image')).event).toMatchObject({ imageId: 77 });
    expect((await forAdmin!.next('image')).event).toMatchObject({ imageId: 77 });
    expect((await forB!.next('image')).event).toMatchObject({ imageId: 78 });
    await services.publish({ projectId: 999_999_999 }, image(79));
  });

  it('sends an event that is too large for a notice by way of a row', async () => {
    const { a, services } = server;
    const one = await messages(a);
    const long = 'x'.repeat(20_000);
    await services.publish({ userId: a.id }, text(long));
    expect((await one.next('message')).en).toBe(long);
  });
});

describe('missed messages', () => {
  it('are fetched by number, own ones only, in order, page by page', async () => {
    const { b, services, database } = server;
    const person = await addPerson(database.db, 'absent', engineerKeys);
    const call = server.as(person);
    const start = (await call(api.socketMissed, { afterSeq: limits.idMax })).lastSeq;
    await services.publish({ userId: person.id }, text('live only'));
    await Promise.all(
      Array.from({ length: 210 }, (_, i) =>
        services.publish({ userId: i % 10 === 9 ? b.id : person.id }, text(String(i)), { keep: true }),
      ),
    );
    await Promise.all(
      Array.from({ length: 20 }, () => services.publish({ userId: person.id }, text('more'), { keep: true })),
    );
    const first = await call(api.socketMissed, { afterSeq: start });
    expect(first.frames).toHaveLength(200);
    expect(first.lastSeq).toBe(first.frames.at(-1)!.seq);
    const second = await call(api.socketMissed, { afterSeq: first.lastSeq });
    expect(second.frames).toHaveLength(9);
    const numbers = [...first.frames, ...second.frames].map((frame) => frame.seq!);
    expect(numbers).toEqual([...numbers].sort((x, y) => x - y));
    expect(first.frames[0]).toMatchObject({ cn: expect.stringContaining('消息') });
    expect((await call(api.socketMissed, { afterSeq: second.lastSeq })).frames).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('closes its open sockets and says why', async () => {
    const { db } = server.database;
    const [one, two] = await Promise.all([
      addPerson(db, 'leaver', engineerKeys),
      addPerson(db, 'kicked', engineerKeys),
    ]);
    const [leaving, kicked, kickedToo] = await Promise.all([progress(one), progress(two), messages(two)]);
    await server.as(one)(api.logout, {});
    expect(await leaving.closed).toBe(socketCloseCodes.offline);
    await server.as(server.admin)(api.userSetEnabled, { id: two.id, enabled: false });
    expect(await kicked.closed).toBe(socketCloseCodes.revoked);
    expect(await kickedToo.closed).toBe(socketCloseCodes.revoked);
  });

  it('leaves the sockets of other sessions open', async () => {
    const { db } = server.database;
    const person = await addPerson(db, 'two_tabs', engineerKeys);
    const one = await progress(person);
    const { hashToken } = await import('../hash.ts');
    await endSessions(db, person.id, 'replaced', hashToken(person.token));
    await server.services.publish({ userId: person.id }, image(5));
    expect((await one.next('image')).event).toMatchObject({ imageId: 5 });
  });
});

describe('a broken connection to the database', () => {
  it('is made again, and kept messages of the gap arrive', async () => {
    const { a, services, database } = server;
    const one = await messages(a);
    await services.publish({ userId: a.id }, text('before'), { keep: true });
    await one.next('message');
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    );
    await services.publish({ userId: a.id }, text('in the gap'), { keep: true });
    expect((await one.next('message')).en).toBe('in the gap');
  });
});

describe('a client that does not read', () => {
  const slow = (bufferedAmount: number) => {
    const done: string[] = [];
    const socket = {
      readyState: 1,
      OPEN: 1 as const,
      bufferedAmount,
      send: () => done.push('sent'),
      terminate: () => done.push('ended'),
    };
    return { socket, done };
  };
  it('loses what can be missed, and is cut off before it loses what cannot', () => {
    const frame = (seq: number | null): SocketFrame => ({ seq, at: '', event: image(1) });
    const quick = slow(0);
    sendFrame(quick.socket, frame(1));
    expect(quick.done).toEqual(['sent']);
    const stuck = slow(2 * 1024 * 1024);
    sendFrame(stuck.socket, frame(null));
    expect(stuck.done).toEqual([]);
    sendFrame(stuck.socket, frame(2));
    expect(stuck.done).toEqual(['ended']);
  });
});

describe('many sockets of one person', () => {
  it('are limited', async () => {
    const person = await addPerson(server.database.db, 'hoarder', engineerKeys);
    const kept = await Promise.all(Array.from({ length: limits.socketsPerUser }, () => messages(person)));
    const over = client(`/socketServer/${person.id}`, { cookie: `loupe_session=${person.token}` });
    expect(await over.closed).toBe(socketCloseCodes.tooMany);
    expect(kept.every((one) => one.socket.readyState === WebSocket.OPEN)).toBe(true);
  });
});
