/** Over real sockets: refused bodies are taken or cut, and the connection goes on; crawling bodies end. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, routeUrl, uploadUrl } from '@loupe/contract';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testServer, type TestServer } from '../testing/app.ts';
import { addMaterial } from '../testing/material.ts';
import { bodyBounds, boundBodies, type BodyBounds } from './unread.ts';

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 ** 2, 'x');
const form = (input: object, file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="input"\r\n\r\n${JSON.stringify(input)}\r\n`),
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ]);

interface Sent {
  method?: string;
  headers: Record<string, string>;
  body: Buffer;
}
async function send(agent: Agent, port: number, path: string, { method = 'POST', headers, body }: Sent) {
  const sent = request({ agent, port, host: '127.0.0.1', path, method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { socket } = answer;
  return { status: answer.statusCode, body: await text(answer), socket };
}

describe('an upload that is refused', () => {
  let server: TestServer;
  let port: number;
  let uploadId: string;
  beforeAll(async () => {
    server = await testServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = server.app.server.address() as AddressInfo);
    const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
    const upload = { folderId, name: 'a.zip', format: 'zip', bytes: 1024 ** 2 } as const;
    uploadId = (await server.as(server.a)(api.uploadAdd, upload)).id;
  });
  afterAll(() => server.close());

  const images = routeUrl(api.imageUpload);
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const json = { 'content-type': 'application/json' };
  const tus = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': '0' };
  const body = megabytes(8);

  it.each([
    [404, 'a folder that is gone', images, { headers: multipart, body: form({ folderId: 987_654 }, body) }],
    [400, 'input that makes no sense', images, { headers: multipart, body: form({ folderId: 'x' }, body) }],
    [413, 'a body that is too large', routeUrl(api.folderList), { headers: json, body }],
    [413, 'a verdict', routeUrl(api.onlineDetect), { headers: json, body: megabytes(12) }],
    [413, 'an address that is none', '/api/qic/v1/none', { headers: json, body }],
    [404, 'an upload that is gone', uploadUrl('0'.repeat(32)), { method: 'PATCH', headers: tus, body }],
    [400, 'more bytes than announced', '', { method: 'PATCH', headers: tus, body }],
  ])('%d, %s: is answered at once, and the connection goes on', async (status, _name, path, sent) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const headers = { ...sent.headers, authorization: server.a.token, 'content-length': String(sent.body.length) };
    const first = await send(agent, port, path || uploadUrl(uploadId), { ...sent, headers });
    expect(first.status).toBe(status);
    const next = await send(agent, port, routeUrl(api.userInfo), {
      headers: { ...json, authorization: server.a.token },
      body: Buffer.from('{}'),
    });
    expect([next.status, next.socket === first.socket]).toEqual([200, true]);
  });

  it('a report of an engine is refused by its token before its body is looked at', async () => {
    const url = '/engine/v1/attempts/1/1/report';
    const large = await server.app.inject({ method: 'POST', url, headers: json, payload: megabytes(16) });
    expect(large.statusCode).toBe(410);
  });
});

describe('bounds', () => {
  async function open(bounds: Partial<BodyBounds>) {
    const app = fastify({ bodyLimit: 1000 });
    boundBodies(app, ({ code }, _request, reply) => void reply.code(code).send('slow'), { ...bodyBounds, ...bounds });
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.post('/small', async () => 'read');
    app.post('/large', { bodyLimit: 100_000 }, async () => 'read');
    app.post('/late', { onRequest: async (_request, reply) => reply.code(408).send('slow') }, async () => 'read');
    app.post('/refused', { onRequest: async (_request, reply) => reply.code(403).send('no') }, async () => 'read');
    await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    // it may be closed while we write
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  }
  const head = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;
  const drip = async (socket: Socket, bytes: number, everyMs: number, times: number) => {
    for (let i = 0; i < times && !socket.destroyed; i++) {
      socket.write('x'.repeat(bytes));
      // oxlint-disable-next-line no-await-in-loop
      await sleep(everyMs);
    }
  };
  const status = (answer: string): string => answer.split(' ')[1] ?? '';

  it('an ordinary body that crawls is cut with an answer', async () => {
    const socket = await open({ bodyMs: 100 });
    socket.write(head('/small', 900));
    const [answer] = await Promise.all([text(socket), drip(socket, 1, 50, 40)]);
    expect(status(answer)).toBe('408');
  });

  it('a large body may take long, as long as it comes on', async () => {
    // we write in the process that reads: it may be busy for longer than from one piece to the next
    const socket = await open({ bodyMs: 1500, pieceBytes: 10 });
    socket.write(head('/large', 2000));
    const first = once(socket, 'data');
    await drip(socket, 100, 200, 20);
    const [answer] = (await first) as [Buffer];
    expect(status(answer.toString())).toBe('200');
    socket.write(head('/large', 2000));
    const [late] = await Promise.all([text(socket), drip(socket, 1, 500, 20)]);
    expect(status(late)).toBe('408');
  });

  it('a body that its route finds too slow is cut as well', async () => {
    const socket = await open({});
    socket.write(head('/late', 50_000));
    const [answer] = await Promise.all([text(socket), drip(socket, 1, 50, 40)]);
    expect(status(answer)).toBe('408');
  });

  it('of a refused body so many bytes are taken, for so long, and then the connection ends', async () => {
    const flooded = await open({ drainBytes: 1024 ** 2 });
    flooded.write(head('/refused', 1024 ** 3));
    const answered = text(flooded).catch(() => 'reset');
    await drip(flooded, 1024 ** 2, 10, 500);
    expect(flooded.destroyed).toBe(true);
    expect(await answered).toMatch(/^(HTTP\/1.1 403|reset)/);
    const slow = await open({ drainMs: 100 });
    slow.write(head('/refused', 1024));
    expect(status(await text(slow))).toBe('403');
  });
});
