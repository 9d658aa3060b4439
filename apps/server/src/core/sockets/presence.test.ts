/** Two people in one image see each other; nobody else does, and nobody stays who is gone. */
import { api, presence, socketHello, socketHere, type Present, type SocketFrame } from '@loupe/contract';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMember, addPerson, engineerKeys, type TestPerson } from '../../testing/people.ts';
import { addWorld, type World } from '../../testing/world.ts';

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

interface Desk {
  socket: WebSocket;
  /** Says which image is open. */
  here: (imageId: number | null) => void;
  /** Names of those who are there, once they are these. */
  sees: (...people: string[]) => Promise<void>;
  heard: { imageId: number; people: Present[] }[];
}

/** A progress socket as the workbench has it. */
async function desk(person: TestPerson): Promise<Desk> {
  const { ticket } = await server.as(person)(api.socketTicket, {});
  const socket = new WebSocket(`${address}/handler`);
  opened.push(socket);
  const heard: Desk['heard'] = [];
  let wake = (): void => {};
  const ready = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { event } = JSON.parse(data.toString()) as SocketFrame;
      if (event.type === 'ready') resolve();
      if (event.type !== 'presence') return;
      heard.push(event);
      wake();
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(socketHello(person.id, ticket));
  await ready;
  const textOf = ({ name, edits }: Present) => (edits ? name : `(${name})`);
  return {
    socket,
    heard,
    here: (imageId) => socket.send(socketHere(imageId)),
    sees: async (...people) => {
      while (JSON.stringify(heard.at(-1)?.people.map(textOf)) !== JSON.stringify(people))
        await new Promise<void>((resolve) => (wake = resolve)); // oxlint-disable-line no-await-in-loop
    },
  };
}

let made = 0;
async function room(): Promise<{ owner: TestPerson; world: World; imageId: number; n: number }> {
  const n = ++made;
  const owner = await addPerson(server.database.db, `boss_${n}`, engineerKeys, { realName: `王工_${n}` });
  const world = await addWorld(server, owner);
  return { owner, world, imageId: world.imageIds[0]!, n };
}

it('shows two people in one image to each other, and that one of them only looks', async () => {
  const { owner, world, imageId, n } = await room();
  const { db } = server.database;
  const [li, guest] = [
    await addMember(db, world.projectId, 'annotator', `li_${n}`),
    await addMember(db, world.projectId, 'viewer', `guest_${n}`),
  ];
  const [first, second, third] = await Promise.all([desk(owner), desk(li), desk(guest)]);
  first.here(imageId);
  second.here(imageId);
  await Promise.all([first.sees(`li_${n}`), second.sees(`王工_${n}`)]);
  third.here(imageId);
  await Promise.all([first.sees(`li_${n}`, `(guest_${n})`), third.sees(`王工_${n}`, `li_${n}`)]);
  // gone to another image, and gone with the window
  second.here(world.imageIds[1]!);
  await first.sees(`(guest_${n})`);
  third.socket.close();
  await first.sees();
  expect(first.heard.every((one) => one.imageId === imageId)).toBe(true);
  expect(second.heard.every((one) => one.imageId === imageId)).toBe(true);
});

it('shows one person in two windows once, and not to themselves', async () => {
  const { owner, world, imageId, n } = await room();
  const li = await addMember(server.database.db, world.projectId, 'editor', `li_${n}`);
  const [one, two, other] = await Promise.all([desk(owner), desk(owner), desk(li)]);
  one.here(imageId);
  two.here(imageId);
  other.here(imageId);
  await other.sees(`王工_${n}`);
  await Promise.all([one.sees(`li_${n}`), two.sees(`li_${n}`)]);
  one.socket.close();
  two.socket.close();
  await other.sees();
  expect([...one.heard, ...two.heard].flatMap(({ people }) => people.map(({ userId }) => userId))).not.toContain(
    owner.id,
  );
});

it('tells strangers nothing and shows nothing of them, and ends when a project is not shared any more', async () => {
  const { owner, world, imageId, n } = await room();
  const { db } = server.database;
  const stranger = await addPerson(db, `stranger_${n}`, engineerKeys);
  const li = await addMember(db, world.projectId, 'annotator', `li_${n}`);
  const [first, second, third] = await Promise.all([desk(owner), desk(li), desk(stranger)]);
  third.here(imageId);
  third.socket.send('rubbish');
  third.socket.send(JSON.stringify({ here: 'all' }));
  third.here(999_999_999);
  first.here(imageId);
  second.here(imageId);
  await Promise.all([first.sees(`li_${n}`), second.sees(`王工_${n}`)]);
  await server.as(owner)(api.memberRemove, { id: world.projectId, userId: li.id });
  await first.sees();
  // asked again it is refused, and whoever comes later is not told of them
  second.here(imageId);
  const zhao = await addMember(db, world.projectId, 'annotator', `zhao_${n}`);
  const fourth = await desk(zhao);
  fourth.here(imageId);
  await Promise.all([first.sees(`zhao_${n}`), fourth.sees(`王工_${n}`)]);
  expect(third.heard).toEqual([]);
  expect(second.heard.map(({ people }) => people.map(({ name }) => name))).toEqual([[`王工_${n}`]]);
});

it('says nothing at a sign of life that changes nothing', async () => {
  const { owner, world, imageId, n } = await room();
  const li = await addMember(server.database.db, world.projectId, 'annotator', `li_${n}`);
  const [first, second] = await Promise.all([desk(owner), desk(li)]);
  first.here(imageId);
  second.here(imageId);
  await Promise.all([first.sees(`li_${n}`), second.sees(`王工_${n}`)]);
  const before = second.heard.length;
  first.here(imageId);
  first.here(imageId);
  first.here(null);
  await second.sees();
  expect(second.heard.length).toBe(before + 1);
});

it('is said again after a new connection, also by a client that talks without end', async () => {
  const { owner, world, imageId, n } = await room();
  const li = await addMember(server.database.db, world.projectId, 'annotator', `li_${n}`);
  const [first, second] = await Promise.all([desk(owner), desk(li)]);
  for (let i = 0; i < 200; i += 1) first.here(i % 2 === 0 ? world.imageIds[1]! : imageId);
  second.here(imageId);
  await Promise.all([first.sees(`li_${n}`), second.sees(`王工_${n}`)]);
  first.socket.terminate();
  await second.sees();
  const again = await desk(owner);
  again.here(imageId);
  await Promise.all([again.sees(`li_${n}`), second.sees(`王工_${n}`)]);
  expect(presence.renewMs * 2).toBeLessThan(presence.lostMs);
});
