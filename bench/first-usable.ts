/**
 * From 20 OK images to a version that may go online: seconds from the start of the training to its certificate, through
 * the server as a person starts it, with the memory bank and with half a minute of the default method.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, isOpen, type Call } from '@loupe/contract';
import { drawMetal } from '../apps/e2e/src/guide/metal.ts';
import { fileOf, signInByApi } from '../apps/e2e/src/support/client.ts';
import { figure, median, type Bench } from './bench.ts';
import { cpuSeconds } from './processes.ts';

const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');
const password = 'bench-123';
const images = 20;
const trainings = {
  memory: { method: 'memory' },
  synthetic: { method: 'synthetic', timeBudget: 0.5 },
} as const;

/** A server on a fresh folder, and its address. */
async function start(folder: string): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, LOUPE_DATA: folder, LOUPE_PORT: '0', DATABASE_URL: '', LOUPE_ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of server.stdout!) {
    output += String(text);
    const address = /http:\/\/[\w.:-]+/.exec(output)?.[0];
    if (address) {
      server.stdout!.resume();
      return { server, address };
    }
  }
  throw new Error(`the server ended before it was ready:\n${output}`);
}

async function fill(call: Call): Promise<{ modelId: number; folderId: number }> {
  const project = await call(api.projectAdd, { family: 'anomaly', name: 'first' });
  const model = await call(api.modelAdd, { projectId: project.id, planName: 'first', functionName: 'usable' });
  const { id: datasetId } = model.datasets.find(({ role }) => role === 'ok')!;
  const folderId = (await call(api.folderList, { datasetId, pageNum: 1, pageSize: 1 })).list[0]!.id;
  const files = Array.from({ length: images }, (_, i) => fileOf(drawMetal(`part_${i + 1}.png`, 400 + i, 0)));
  await call(api.imageUpload, { folderId }, { files });
  return { modelId: model.id, folderId };
}

/** Seconds from the start of a training to its version. */
async function trained(call: Call, place: Awaited<ReturnType<typeof fill>>, params: object): Promise<number> {
  const begun = performance.now();
  const { modelId, folderId } = place;
  const { id } = await call(api.trainAdd, { modelId, folderIds: [folderId], params: { ...params }, confirmed: true });
  for (;;) {
    /* oxlint-disable no-await-in-loop -- asked again until it is over */
    const task = await call(api.taskInfo, { id });
    if (!isOpen(task.state)) {
      const version = task.versionId === null ? null : await call(api.versionInfo, { id: task.versionId });
      if (version?.state !== 'ready') throw new Error(`the training made no certified version: ${task.causeText?.en}`);
      return (performance.now() - begun) / 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
    /* oxlint-enable no-await-in-loop */
  }
}

async function run({ quick }: { readonly quick: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  chmodSync(folder, 0o711);
  const { server, address } = await start(folder);
  try {
    const { call } = await signInByApi(address, 'admin', password);
    const place = await fill(call);
    const found: Record<string, ReturnType<typeof figure>> = {};
    for (const [method, params] of Object.entries(trainings)) {
      const seconds: number[] = [];
      const before = cpuSeconds(server.pid!);
      // one after the other, as a person trains
      // oxlint-disable-next-line no-await-in-loop
      for (let round = 0; round < (quick ? 1 : 3); round++) seconds.push(await trained(call, place, params));
      const spent = (cpuSeconds(server.pid!) - before) / seconds.length;
      found[`first_usable_s_${method}`] = figure(median(seconds), 's', { goal: '<= 60' });
      if (process.platform === 'linux') found[`first_usable_cpu_s_${method}`] = figure(spent, 's');
    }
    return found;
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'anomaly: seconds from 20 OK images to a certified version, through the server',
  run,
};
