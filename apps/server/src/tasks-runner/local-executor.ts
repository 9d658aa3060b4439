/** Runs an engine as a process of its own on this machine; it outlives the worker that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Job, protocolVersion } from '@loupe/contract';
import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import { addressFile } from '../core/address.ts';
import { startTimeOf } from '../core/process-identity.ts';
import type { Services } from '../core/services.ts';
import { attempt, seriesPoint, task } from '../tables/tasks.ts';
import { announceTask } from './announce.ts';
import { lockLatest } from './apply.ts';
import { causeOf, checkpointsOf, endAttempt, ofThisStage } from './outcome.ts';
import { engineEnvironment } from './engine-environment.ts';
import type { EngineCommand, EngineKind } from './kind.ts';
import type { Claimed } from './queue.ts';
import type { TaskRun } from './state.ts';
import { engineFile, isThere, pidFile, runFolder } from './run-folder.ts';

/** The last checkpoint of any earlier attempt at this stage whose file is still there. */
async function findResume(services: Services, taskId: number): Promise<Job['resume']> {
  const rows = await services.db
    .select()
    .from(attempt)
    .where(and(eq(attempt.taskId, taskId), ofThisStage(taskId), isNotNull(attempt.checkpoint)))
    .orderBy(desc(attempt.n));
  for (const row of rows) {
    for (const checkpoint of checkpointsOf(row).reverse()) {
      const folder = runFolder(services.config.data, taskId, row.n);
      const file = await engineFile(services.config.data, folder, checkpoint.path);
      if (file && (await isThere(file))) return { path: pathToFileURL(file).href, sha256: checkpoint.sha256 };
    }
  }
  return null;
}

async function makeJob(services: Services, kind: EngineKind, { row, n }: Claimed, folder: string): Promise<Job> {
  const { config } = services;
  const { seed, threads, device } = row.run as TaskRun;
  return Job.parse({
    v: protocolVersion,
    task: row.id,
    attempt: n,
    ...(await kind.work(services, row)),
    seed,
    threads,
    device,
    blobs: `${pathToFileURL(path.join(config.data, 'blobs')).href}/`,
    resume: await findResume(services, row.id),
    out: `${pathToFileURL(folder).href}/`,
    limits: { memory_bytes: 0, disk_bytes: 0 },
    report: { address_file: addressFile(config.data) },
  } satisfies Record<keyof Job, unknown>);
}

/** Starts the program and gives its pid; rejects when it cannot be started. */
async function launch(command: EngineCommand, folder: string, onExit: () => void): Promise<number> {
  const log = await open(path.join(folder, 'stderr.log'), 'a', 0o600);
  try {
    const [program, ...first] = command;
    const child = spawn(program, [...first, 'run', path.join(folder, 'job.json')], {
      cwd: folder,
      env: engineEnvironment(),
      // a process group and session of its own: what ends this server does not end its work
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
    });
    child.once('exit', onExit);
    child.on('error', () => undefined);
    await once(child, 'spawn');
    child.unref();
    return child.pid!;
  } finally {
    await log.close();
  }
}

function yieldToPeople(pid: number): void {
  try {
    // whoever clicks and draws goes before an engine
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it may be gone already; the watch will see
  }
}

/** An attempt that starts from nothing draws the curves of its stage from nothing; those of the stages before it stay. */
async function dropCurves({ db }: Services, taskId: number, stage: number): Promise<void> {
  await db.delete(seriesPoint).where(and(eq(seriesPoint.taskId, taskId), gte(seriesPoint.stage, stage)));
  await db.update(task).set({ progress: null }).where(eq(task.id, taskId));
}

async function prepare(services: Services, kind: EngineKind, claimed: Claimed, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, 'token'), claimed.token, { mode: 0o600 });
  const job = await makeJob(services, kind, claimed, folder);
  if (claimed.n > 1 && job.resume === null) await dropCurves(services, claimed.row.id, job.stage.index);
  await writeFile(path.join(folder, 'job.json'), JSON.stringify(job, null, 2));
}

async function noteProcess(services: Services, { row, n }: Claimed, folder: string, pid: number): Promise<void> {
  const start = startTimeOf(pid);
  // first the file: if this worker dies now, the next one still finds the engine
  await writeFile(`${pidFile(folder)}.new`, JSON.stringify({ pid, start }));
  await rename(`${pidFile(folder)}.new`, pidFile(folder));
  await services.db
    .update(attempt)
    .set({ pid, pidStart: start, runDir: folder })
    .where(and(eq(attempt.taskId, row.id), eq(attempt.n, n)));
}

const startFault = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? causeOf('disk.full') : causeOf('engine.start', { why: message });
};

/** Ends an attempt that never began. */
async function endUnstarted(services: Services, { row, n }: Claimed, error: unknown): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockLatest(tx, row.id);
    if (!locked || locked.current.n !== n || locked.current.endedAs !== null) return;
    await endAttempt(tx, locked.row, locked.current, { as: 'failed', cause: startFault(error) });
  });
  await announceTask(services, row.id, true);
}

/** Writes the job and starts the engine; what goes wrong on the way ends the attempt with its cause. */
export async function startLocal(
  services: Services,
  claimed: Claimed,
  kind: EngineKind,
  onExit: () => void,
): Promise<void> {
  const { row, n } = claimed;
  const about = { taskId: row.id, attempt: n };
  const folder = runFolder(services.config.data, row.id, n);
  let pid: number;
  try {
    await prepare(services, kind, claimed, folder);
    pid = await launch(kind.engine, folder, onExit);
  } catch (error) {
    services.log.error({ error, ...about }, 'the engine could not be started');
    await endUnstarted(services, claimed, error);
    return;
  }
  yieldToPeople(pid);
  services.log.info({ pid, ...about }, 'engine started');
  await noteProcess(services, claimed, folder, pid);
}

/** Ends an engine and all it started, at once. */
export function killEngine(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
