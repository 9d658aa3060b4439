/** A Loupe of a story's own, with its own data and settings: for what the server of all tests is not set up for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface OwnServer {
  address: string;
  password: string;
  /** What its terminal shows. */
  printed: () => string;
  close: () => Promise<void>;
}

const main = path.resolve(import.meta.dirname, '../../../server/src/main.ts');

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export async function ownServer(port: number, settings: Readonly<Record<string, string>>): Promise<OwnServer> {
  const data = mkdtempSync(path.join(tmpdir(), 'loupe-story-'));
  chmodSync(data, 0o711);
  const password = 'story-Admin-1';
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      LOUPE_PORT: String(port),
      LOUPE_HOST: '127.0.0.1',
      LOUPE_DATA: data,
      LOUPE_ADMIN_PASSWORD: password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const address = `http://127.0.0.1:${port}`;
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended at its start: ${printed}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { address, password, printed: () => printed, close };
}
