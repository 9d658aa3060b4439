/** An SMS gateway that keeps what it is asked to send, and settings with which a server sends through it. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface SmsGateway {
  settings: Readonly<Record<string, string>>;
  /** All that was sent, oldest first. */
  sent: () => string;
  close: () => Promise<void>;
}

export async function smsGateway(): Promise<SmsGateway> {
  let sent = '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      sent += `${body}\n`;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      LOUPE_SMS: 'http',
      LOUPE_SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
      LOUPE_SMS_BODY: '{"to":"{phone}","content":"{text}"}',
      LOUPE_SMS_SUCCESS: '"code":0',
    },
    sent: () => sent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
