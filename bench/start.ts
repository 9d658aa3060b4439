/** How long the server takes from the command to its address, and how much memory it holds when nobody uses it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, median, type Bench } from './bench.ts';
import { family, memoryMb } from './processes.ts';

const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');

/** Starts the server; resolves when it has printed its address. */
async function start(folder: string): Promise<{ server: ChildProcess; seconds: number }> {
  const begun = performance.now();
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, LOUPE_DATA: folder, LOUPE_PORT: '0', DATABASE_URL: '', LOUPE_ADMIN_PASSWORD: 'bench-123' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of server.stdout!) {
    output += String(text);
    if (output.includes('http://')) return { server, seconds: (performance.now() - begun) / 1000 };
  }
  throw new Error(`the server ended before it was ready:\n${output}`);
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}

async function run({ quick }: { readonly quick: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  chmodSync(folder, 0o711);
  try {
    const first = await start(folder);
    await stop(first.server);
    const next: number[] = [];
    let total = Number.NaN;
    let api = Number.NaN;
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      const { server, seconds } = await start(folder);
      next.push(seconds);
      if (process.platform === 'linux') {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        const pids = family(server.pid!);
        total = memoryMb(pids);
        api = memoryMb(pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('api.ts')));
      }
      await stop(server);
    }
    return {
      first_s: figure(first.seconds, 's', { goal: '<= 15' }),
      next_s: figure(median(next), 's', { goal: '<= 4' }),
      ...(Number.isNaN(total)
        ? {}
        : { idle_mb: figure(total, 'MB', { goal: '<= 350' }), idle_api_mb: figure(api, 'MB') }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'start of the server on an empty and on a used data folder; memory when idle',
  run,
};
