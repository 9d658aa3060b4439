/** The worker's loop: adopt and reap, finish, claim and start. Woken by NOTIFY, and every second anyway. */
import { hostname } from 'node:os';
import type pg from 'pg';
import { databaseNow, steadyClock, type SteadyClock } from '../core/steady-clock.ts';
import type { Services } from '../core/services.ts';
import { wakeChannel } from './announce.ts';
import { findDevices, freeDevice, type Devices } from './devices.ts';
import { claimFinish, finishCompleted } from './finishing.ts';
import type { RunnableKind, RunnableKinds } from './kind.ts';
import { startLocal } from './local-executor.ts';
import { claimTask, type Slots } from './queue.ts';
import { runClaimed } from './run-jobs.ts';
import { sweepRuns, tidyEnded } from './tidy.ts';
import { watchAttempts } from './watch.ts';

const pollMs = 1000;
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
  kinds: RunnableKinds;
  devices: Devices;
  shutdown: AbortSignal;
  clock: SteadyClock;
  /** Long jobs of this process. */
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

/** How many tasks of a kind run here at once, and what their attempts get. */
const slotsOf = ({ devices }: Loop, kind: RunnableKind): Pick<Slots, 'executor' | 'atOnce' | 'each' | 'run'> =>
  kind.by === 'engine'
    ? {
        executor: 'local',
        atOnce: devices.atOnce,
        run: (taken, requested) => ({ threads: devices.threads, device: freeDevice(devices, taken, requested) }),
      }
    : { executor: 'worker', atOnce: kind.atOnce, each: kind.each, run: () => ({ threads: 1, device: 'cpu' }) };

/** Starts what waits of a kind, until its slots are taken. */
async function startQueued(loop: Loop, name: string, kind: RunnableKind): Promise<void> {
  const { services, shutdown } = loop;
  const slots = { kind: name, host: hostname(), ...slotsOf(loop, kind) };
  while (!shutdown.aborted) {
    // oxlint-disable-next-line no-await-in-loop
    const claimed = await claimTask(services, slots);
    if (!claimed) return;
    // oxlint-disable-next-line no-await-in-loop
    if (kind.by === 'engine') await startLocal(services, claimed, kind, loop.wake);
    else runJob(loop, `a task of kind ${name}`, runClaimed(services, kind, claimed, shutdown));
  }
}

/** Makes the result of one attempt that an engine has completed. */
async function finishOne(loop: Loop): Promise<void> {
  const { services, kinds } = loop;
  const completed = await claimFinish(services);
  const kind = completed && kinds[completed.row.kind];
  if (kind?.by === 'engine') runJob(loop, 'the end of a task', finishCompleted(services, kind, completed!));
}

async function round(loop: Loop): Promise<void> {
  const { services, kinds, shutdown, clock } = loop;
  clock.note(await databaseNow(services.db));
  await watchAttempts(services, hostname(), clock.seconds());
  if (shutdown.aborted) return;
  await finishOne(loop);
  // oxlint-disable-next-line no-await-in-loop
  for (const [name, kind] of Object.entries(kinds)) await startQueued(loop, name, kind);
  await tidyEnded(services, clock.isSteady());
}

export async function startRunner(services: Services, pool: pg.Pool, kinds: RunnableKinds): Promise<Runner> {
  const abort = new AbortController();
  let wake: () => void = () => undefined;
  let woken = false;
  const loop: Loop = {
    services,
    kinds,
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
