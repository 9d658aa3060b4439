/** The worker's loop: adopt and reap, finish, claim and start. Woken by NOTIFY, and every second anyway. */
import { hostname } from 'node:os';
import type pg from 'pg';
import { databaseNow, steadyClock, type SteadyClock } from '../core/steady-clock.ts';
import type { Services } from '../core/services.ts';
import { wakeChannel } from './announce.ts';
import { findDevices, freeDevice, type Devices } from './devices.ts';
import { claimFinish, finishTraining } from './finish.ts';
import { startLocal } from './local-executor.ts';
import type { JobKind, RunnerParts } from './parts.ts';
import { claimTask } from './queue.ts';
import { runClaimed } from './run-jobs.ts';
import { sweepRuns, tidyEnded } from './tidy.ts';
import { watchAttempts } from './watch.ts';

const pollMs = 1000;
/** Jobs of a kind that one machine runs beside its trainings. A short import does not wait for a long one. */
const jobsAtOnce: { readonly [K in JobKind]: number } = { test: 1, import: 2, export: 1 };

export interface Runner {
  /** Stops claiming, gives running jobs back, waits for what is being written. Engines go on. */
  stop: () => Promise<void>;
}

/** Hears when a task is queued; without it the poll still finds it a second later. */
async function listen(pool: pg.Pool, wake: () => void): Promise<() => void> {
  try {
    const client = await pool.connect();
    let held = true;
    const release = () => {
      if (held) client.release(true);
      held = false;
    };
    client.on('notification', wake);
    client.on('error', release);
    await client.query(`listen ${wakeChannel}`);
    return release;
  } catch {
    return () => undefined;
  }
}

interface Loop {
  services: Services;
  parts: RunnerParts;
  devices: Devices;
  shutdown: AbortSignal;
  clock: SteadyClock;
  /** Long jobs of this process: a finishing, a test. */
  jobs: Set<Promise<void>>;
  wake: () => void;
}

function runJob({ jobs, services, wake }: Loop, what: string, job: Promise<void>): void {
  const tracked = job
    .catch((error: unknown) => services.log.error({ error }, `${what} failed`))
    .finally(() => {
      jobs.delete(tracked);
      wake();
    });
  jobs.add(tracked);
}

async function claimTrainings(loop: Loop): Promise<void> {
  const { services, parts, devices } = loop;
  for (;;) {
    const claimed = await claimTask(services, {
      kind: 'train',
      host: hostname(),
      atOnce: devices.atOnce,
      executor: 'local',
      run: (taken) => ({ threads: devices.threads, device: freeDevice(devices, taken) }),
    });
    if (!claimed) return;
    await startLocal(services, claimed, parts.engine, loop.wake);
  }
}

async function claimJobs(loop: Loop): Promise<void> {
  const { services, parts, shutdown } = loop;
  for (const kind of Object.keys(jobsAtOnce) as JobKind[]) {
    const job = parts.jobs[kind];
    if (!job) continue;
    // oxlint-disable-next-line no-await-in-loop
    const claimed = await claimTask(services, {
      kind,
      host: hostname(),
      atOnce: jobsAtOnce[kind],
      executor: 'worker',
      run: () => ({ threads: 1, device: 'cpu' }),
    });
    if (claimed) runJob(loop, `a task of kind ${kind}`, runClaimed(services, job, claimed, shutdown));
  }
}

async function round(loop: Loop): Promise<void> {
  const { services, parts, shutdown, clock } = loop;
  clock.look(await databaseNow(services.db));
  await watchAttempts(services, hostname(), clock.seconds());
  if (shutdown.aborted) return;
  const completed = await claimFinish(services);
  if (completed) runJob(loop, 'the end of a training', finishTraining(services, parts, completed));
  await claimTrainings(loop);
  await claimJobs(loop);
  await tidyEnded(services, clock.isSettled());
}

export async function startRunner(services: Services, pool: pg.Pool, parts: RunnerParts): Promise<Runner> {
  const abort = new AbortController();
  let wake: () => void = () => undefined;
  let woken = false;
  const loop: Loop = {
    services,
    parts,
    devices: await findDevices(services.config.tasksAtOnce),
    shutdown: abort.signal,
    clock: steadyClock(),
    jobs: new Set(),
    wake: () => {
      woken = true;
      wake();
    },
  };
  const unlisten = await listen(pool, loop.wake);
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) wake();
    });
  const run = async () => {
    await sweepRuns(services).catch((error: unknown) => services.log.warn({ error }, 'run folders were not swept'));
    while (!abort.signal.aborted) {
      woken = false;
      try {
        await round(loop);
      } catch (error) {
        // the database is away, or the disk is full: the next round tries again
        services.log.error({ error }, 'a round of the worker failed');
        woken = false;
      }
      if (!abort.signal.aborted) await pause();
    }
  };
  const running = run();
  return {
    async stop() {
      abort.abort();
      wake();
      await running;
      await Promise.all(loop.jobs);
      unlisten();
    },
  };
}
