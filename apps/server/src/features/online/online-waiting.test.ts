/** What changes at an entry while images wait for their turn holds for them. */
import { connect, type AddressInfo, type Socket } from 'node:net';
import { api, routeUrl, type OnlineEntry } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMember } from '../../testing/people.ts';
import { addReadyVersion, readyThresholds } from '../../testing/ready-version.ts';
import { onlineRecord } from '../../tables/online.ts';
import { turnBounds } from './turns.ts';

let server: TestServer;
let material: Material;
let versionId: number;
let image: Buffer;
let port: number;
beforeAll(async () => {
  server = await testServer();
  material = await addMaterial(server.services, server.a, { images: 1 });
  versionId = await addReadyVersion(server.services, server.a, material);
  const spot = { create: { width: 30, height: 10, channels: 3, background: '#ffffff' } } as const;
  image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#202020' } })
    .composite([{ input: spot, left: 20, top: 30 }])
    .png()
    .toBuffer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const asOwner = () => server.as(server.a);
let names = 0;
const addEntry = (): Promise<OnlineEntry> => asOwner()(api.onlineAdd, { name: `line_${++names}`, versionId });
const change = (entry: OnlineEntry, fields: Partial<OnlineEntry>) =>
  asOwner()(api.onlineUpdate, { ...entry, ...fields, confirmed: true });

const places = turnBounds.each + turnBounds.waitingEach;

/**
 * As many requests of one asker as are read or may wait, each with its image begun. What is given back sends the rest of
 * them all, and answers what each got.
 */
async function crowd(path: string, authorization: string, input: object): Promise<() => Promise<string[]>> {
  const start = Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="input"\r\n\r\n${JSON.stringify(input)}\r\n` +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ),
    image.subarray(0, 20),
  ]);
  const rest = Buffer.concat([image.subarray(20), Buffer.from('\r\n--b--\r\n')]);
  const head =
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${authorization}\r\n` +
    `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${start.length + rest.length}\r\n\r\n`;
  const begin = () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      socket.write(start);
    });
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    // what is refused early may be closed while its rest comes
    socket.on('error', () => undefined);
    return { socket, ended: new Promise<string>((resolve) => void socket.once('close', () => resolve(text))) };
  };
  // one more than have room: when it is refused, all others have come
  const all = Array.from({ length: places + 1 }, begin);
  onTestFinished(() => all.forEach(({ socket }) => void socket.destroy()));
  const refused = await new Promise<Socket>((resolve) => {
    for (const { socket } of all) socket.once('data', () => resolve(socket));
  });
  return () => {
    const others = all.filter(({ socket }) => socket !== refused);
    for (const { socket } of others) socket.write(rest);
    return Promise.all(others.map(({ ended }) => ended));
  };
}

const byKey = async (entry: OnlineEntry) => {
  const { key } = await asOwner()(api.onlineKeyCreate, { id: entry.id });
  return crowd(routeUrl(api.onlineDetectByKey), `Bearer ${key}`, {});
};
const recordsOf = ({ id }: OnlineEntry) => server.database.db.$count(onlineRecord, eq(onlineRecord.entryId, id));

it.each([
  ['is switched off', (entry: OnlineEntry) => change(entry, { enabled: false }), /^HTTP\/1.1 200 [\s\S]+"code":610/],
  [
    'has its key revoked',
    ({ id }: OnlineEntry) => asOwner()(api.onlineKeyRevoke, { id }),
    /^HTTP\/1.1 403 [\s\S]+invalid or was revoked/,
  ],
  ['goes into the bin', ({ id }: OnlineEntry) => asOwner()(api.onlineDelete, { id }), /^HTTP\/1.1 403 /],
])('an entry that %s judges none of the images that wait', async (_, happens, answer) => {
  const entry = await addEntry();
  const send = await byKey(entry);
  await happens(entry);
  const answers = await send();
  expect(answers).toHaveLength(places);
  for (const one of answers) expect(one).toMatch(answer);
  expect(await recordsOf(entry)).toBe(0);
});

it('what waits is judged by the thresholds that hold when its turn comes', async () => {
  const entry = await addEntry();
  const send = await byKey(entry);
  await change(entry, { thresholds: { ...readyThresholds, confidence: 1 } });
  for (const one of await send()) expect(one).toMatch(/"verdict":"OK"/);
  expect(await recordsOf(entry)).toBe(places);
});

it.each([
  ['may then only look', 403, 'lower'],
  ['signs out', 10010, 'gone'],
] as const)('no image of a person is judged who %s', async (_, code, account) => {
  const entry = await addEntry();
  const editor = await addMember(server.database.db, material.projectId, 'editor', account);
  const send = await crowd(routeUrl(api.onlineDetect), editor.token, { entryId: entry.id });
  if (account === 'gone') await server.as(editor)(api.logout, {});
  else await asOwner()(api.memberSet, { id: material.projectId, userId: editor.id, level: 'viewer' });
  for (const one of await send()) expect(one).toContain(`"code":${code}`);
  expect(await recordsOf(entry)).toBe(0);
});
