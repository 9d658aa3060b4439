/** The HTTP sender against a real HTTPS server on this machine: well, slow, refusing, talking rubbish, not there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { selfSigned } from '../../../testing/certificate.ts';
import { httpSender } from './http.ts';
import { makeSms } from './sms.ts';

interface Got {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}
let got: Got[] = [];
let respond: (reply: ServerResponse, attempt: number) => void = (reply) => void reply.end('{"code":0}');
let gateway: Server;
let address: string;
let ca: string;
const folder = mkdtempSync(path.join(tmpdir(), 'loupe-sms-'));

beforeAll(async () => {
  const { key, cert } = selfSigned();
  ca = path.join(folder, 'ca.pem');
  writeFileSync(ca, cert);
  gateway = createServer({ key, cert }, async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, url, headers } = request;
    got.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    respond(reply, got.length);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  address = `https://localhost:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  got = [];
  respond = (reply) => void reply.end('{"code":0}');
});

const secret = 'k"y &<1>';
const message = { phone: '13812345678', code: '042137', text: '验证码 "042137" & {secret}' };
const configOf = (more: Record<string, string> = {}) =>
  readConfig({
    LOUPE_SMS: 'http',
    LOUPE_SMS_URL: `${address}/send?to={phone}&text={text}`,
    LOUPE_SMS_HEADERS: '{"Authorization":"Bearer {secret}"}',
    LOUPE_SMS_BODY: '{"to":"+86{phone}","content":"{text}","code":"{code}","key":"{secret}"}',
    LOUPE_SMS_SECRET: secret,
    LOUPE_SMS_SECONDS: '1',
    LOUPE_SMS_CA: ca,
    ...more,
  });
const send = (more: Record<string, string> = {}) => httpSender(configOf(more))(message);

describe('what is sent', () => {
  it('is what the templates say, escaped for address, header and JSON', async () => {
    expect(await send()).toEqual({ failure: null, detail: '200 {"code":0}' });
    const [one] = got;
    expect(got).toHaveLength(1);
    expect(one).toMatchObject({ method: 'POST', url: `/send?to=13812345678&text=${encodeURIComponent(message.text)}` });
    expect(one!.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' });
    // a value that looks like a place is not filled again
    expect(JSON.parse(one!.body)).toEqual({ to: '+8613812345678', content: message.text, code: '042137', key: secret });
  });

  it('is escaped as a form and as XML where these are asked for; GET has no body', async () => {
    await send({ LOUPE_SMS_BODY: 'to={phone}&text={text}&key={secret}' });
    expect(Object.fromEntries(new URLSearchParams(got[0]!.body))).toEqual({
      to: message.phone,
      text: message.text,
      key: secret,
    });
    await send({ LOUPE_SMS_HEADERS: '{"content-type":"text/xml"}', LOUPE_SMS_BODY: '<k a="{secret}"/>' });
    expect(got[1]!.body).toBe('<k a="k&quot;y &amp;&lt;1&gt;"/>');
    await send({ LOUPE_SMS_METHOD: 'GET' });
    expect(got[2]).toMatchObject({ method: 'GET', body: '' });
  });
});

describe('a gateway that', () => {
  it('answers 500 is asked once more', async () => {
    respond = (reply, attempt) => void (attempt === 1 ? reply.writeHead(500).end('down') : reply.end('ok'));
    expect((await send()).failure).toBeNull();
    expect(got).toHaveLength(2);
    respond = (reply) => void reply.writeHead(500).end(`down: ${message.code} ${secret}`);
    // neither the code nor the secret is shown to anybody
    expect(await send()).toEqual({ failure: 'refused', detail: '500 down: [hidden] [hidden]' });
    expect(got).toHaveLength(4);
  });

  it('refuses is not asked again, and its reason is kept', async () => {
    respond = (reply) => void reply.writeHead(403).end('balance\n too low');
    expect(await send()).toEqual({ failure: 'refused', detail: '403 balance too low' });
    respond = (reply) => void reply.end('{"code":17,"message":"signature"}');
    expect(await send({ LOUPE_SMS_SUCCESS: '"code":0' })).toMatchObject({ failure: 'refused' });
    expect(got).toHaveLength(2);
  });

  it('talks rubbish did not take the message', async () => {
    respond = (reply) => void reply.end('<!DOCTYPE html><html>Welcome</html>');
    expect((await send()).failure).toBe('unclear');
    respond = (reply) => void reply.end('x'.repeat(5_000_000));
    const { failure, detail } = await send({ LOUPE_SMS_SUCCESS: 'OK' });
    expect([failure, detail.length]).toEqual(['refused', 200]);
    respond = (reply) => void reply.socket!.end('nonsense\r\n\r\n');
    expect((await send()).failure).toBe('unreachable');
    // elsewhere is nowhere
    respond = (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect((await send()).failure).toBe('refused');
  });

  it('is slow, before its answer or within it, is given up after two tries', async () => {
    respond = () => undefined;
    expect((await send()).failure).toBe('timeout');
    respond = (reply) => void reply.writeHead(200).write('{');
    expect((await send()).failure).toBe('timeout');
    expect(got).toHaveLength(4);
  });

  it('is not there, or is somebody else, gets nothing', async () => {
    expect((await send({ LOUPE_SMS_URL: 'https://127.0.0.1:1/' })).failure).toBe('unreachable');
    const other = path.join(folder, 'other.pem');
    writeFileSync(other, selfSigned().cert);
    expect((await send({ LOUPE_SMS_CA: other })).failure).toBe('unreachable');
    expect(got).toHaveLength(0);
  });
});

it('keeps what administrators are shown, with masked numbers, and logs no code', async () => {
  const lines: unknown[] = [];
  const warn = (...line: unknown[]) => void lines.push(line);
  const log = { debug: warn, info: warn, warn, error: warn };
  const sms = makeSms({ config: configOf(), log } as unknown as Parameters<typeof makeSms>[0]);
  expect(await sms.send('register', message, 1)).toBe(true);
  respond = (reply) => void reply.writeHead(402).end(`no credit for ${message.code}`);
  expect(await sms.send('reset', message, 2)).toBe(false);
  expect(sms.deliveries()).toMatchObject([
    { phone: '138****5678', purpose: 'reset', failure: 'refused', detail: '402 no credit for [hidden]' },
    { purpose: 'register', failure: null },
  ]);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify([lines, sms.deliveries()])).not.toMatch(/042137|13812345678/);
});

it('settings that cannot work stop the start, without showing what may be secret', () => {
  expect(() => readConfig({ LOUPE_SMS: 'http' })).toThrow(/needs LOUPE_SMS_URL/);
  for (const [name, value] of [
    ['LOUPE_SMS_URL', 'ftp://gateway/secret-77'],
    ['LOUPE_SMS_HEADERS', '{"a":"secret-77\\n"}'],
    ['LOUPE_SMS_HEADERS', 'secret-77'],
  ] as const) {
    expect(() => readConfig({ [name]: value })).toThrow(name);
    expect(() => readConfig({ [name]: value })).not.toThrow(/secret-77/);
  }
  expect(() => readConfig({ LOUPE_SMS_CA: '/nowhere.pem' })).toThrow(/cannot be read/);
});
