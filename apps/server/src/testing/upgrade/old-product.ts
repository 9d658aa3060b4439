/** Starts the Loupe of a checkout as an operator does, and speaks to an older one as a browser of its time did. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadUrl } from '@loupe/contract';

export interface Product {
  url: string;
  stop: () => Promise<void>;
}

/** `roles`: which processes run. */
export async function startProduct(
  checkout: string,
  settings: Record<string, string>,
  roles = 'api,worker',
): Promise<Product> {
  const address = path.join(settings['LOUPE_DATA']!, 'run', 'server.json');
  rmSync(address, { force: true });
  const child: ChildProcess = spawn(process.execPath, [path.join(checkout, 'apps/server/src/main.ts')], {
    env: { ...process.env, ...settings, LOUPE_PORT: '0', LOUPE_ROLES: roles },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let left = 600; !existsSync(address); left--) {
    if (left === 0 || child.exitCode !== null) throw new Error('the old product did not start');
    await sleep(100);
  }
  const { url } = JSON.parse(readFileSync(address, 'utf8')) as { url: string };
  for (let left = 600; !(await fetch(`${url}/health`).catch(() => undefined))?.ok; left--) {
    if (left === 0) throw new Error('the old product is not healthy');
    await sleep(100);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

// What the older contract answered is of no type of today's.
// oxlint-disable-next-line no-explicit-any
export type Answer = any;
export interface OldCall {
  token: string;
  post: (path: string, input?: object) => Promise<Answer>;
  files: (path: string, input: object, files: Record<string, Uint8Array>) => Promise<Answer>;
  /** SHA-256 of what a GET route sends. */
  get: (path: string, query: Record<string, number>) => Promise<string>;
  /** Sends bytes of an upload from an offset on. */
  tus: (id: string, offset: number, bytes: Uint8Array) => Promise<void>;
}

const base = '/api/qic/v1';

async function dataOf(place: string, answer: Response): Promise<Answer> {
  const { code, en_msg, data } = (await answer.json()) as Answer;
  if (code !== 200) throw new Error(`${place}: ${code} ${en_msg}`);
  return data;
}

export function oldCall(url: string, token = ''): OldCall {
  const headers: Record<string, string> = token ? { authorization: token } : {};
  const json = { ...headers, 'content-type': 'application/json' };
  return {
    token,
    post: async (place, input = {}) =>
      dataOf(
        place,
        await fetch(`${url}${base}/${place}`, { method: 'POST', headers: json, body: JSON.stringify(input) }),
      ),
    files: async (place, input, files) => {
      const form = new FormData();
      form.append('input', JSON.stringify(input));
      for (const [name, bytes] of Object.entries(files))
        form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return dataOf(place, await fetch(`${url}${base}/${place}`, { method: 'POST', headers, body: form }));
    },
    get: async (place, query) => {
      const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
      const answer = await fetch(`${url}${base}/${place}?${text}`, { headers });
      if (answer.status !== 200) throw new Error(`${place}: ${answer.status}`);
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    },
    tus: async (id, offset, bytes) => {
      const answer = await fetch(`${url}${uploadUrl(id)}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes as Uint8Array<ArrayBuffer>,
      });
      if (answer.status !== 204) throw new Error(`upload ${id}: ${answer.status} ${await answer.text()}`);
    },
  };
}

export async function signIn(url: string, account: string, password: string): Promise<OldCall> {
  const { user } = await oldCall(url).post('sysUser/login', { account, password });
  return oldCall(url, user.token);
}

/** Asks until the condition holds. */
export async function until(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
  for (let left = 2400; ; left--) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (left === 0) throw new Error(`still ${JSON.stringify(answer)}`);
    await sleep(50);
  }
}
