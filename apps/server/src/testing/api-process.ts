/** The api as a process of its own on a test's database and data folder, so that a test can kill it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { makeCall, type Call } from '@loupe/contract';
import { configEnvironment } from '../config.ts';
import { codeCache } from '../core/code-cache.ts';
import type { FromChild } from '../supervisor/messages.ts';
import type { TestServer } from './app.ts';
import type { TestPerson } from './people.ts';

export interface ApiProcess {
  url: string;
  call: (person: TestPerson) => Call;
  /** Ends it as a power cut would; resolves when it is gone. */
  kill: () => Promise<void>;
}

export async function startApiProcess({ services }: TestServer): Promise<ApiProcess> {
  const child: ChildProcess = fork(new URL('../api.ts', import.meta.url), [], {
    env: {
      ...process.env,
      ...configEnvironment(services.config),
      LOUPE_PORT: '0',
      NODE_COMPILE_CACHE: codeCache(services.config.data),
    },
    execArgv: [`--import=${new URL('../core/quick-imports.ts', import.meta.url).href}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [first] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [FromChild | number];
  if (typeof first !== 'object' || first.type !== 'ready') throw new Error('the api ended at its start');
  const url = first.url!;
  const call = ({ token }: TestPerson): Call =>
    makeCall(async ({ url: path, method, body, headers }) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, authorization: token },
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, body: await answer.json() };
    });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, call, kill };
}
