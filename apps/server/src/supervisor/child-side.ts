/** The children's half: say when ready, stop when told, and never outlive the supervisor. */
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { readConfig, type Config } from '../config.ts';
import { createLog, type Log } from '../core/log.ts';
import { describeStartError, isStartError } from '../core/start-error.ts';
import type { FromChild, Running, ToChild } from './messages.ts';

/** How long a child may tidy up; what is left after that is cut off, as after a kill. */
const graceMs = 8000;
const orphanGraceMs = 2000;

const report = (message: FromChild) => {
  if (process.connected) process.send?.(message);
};

export interface ChildContext {
  readonly config: Config;
  readonly log: Log;
}

/** Runs one role as a process of its own: `runAsChild('api', startApi)` at the end of its entry file. */
export async function runAsChild(name: string, start: (context: ChildContext) => Promise<Running>): Promise<void> {
  // The terminal may be gone: that must not end a process that only wanted to print.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const config = readConfig();
  const log = createLog({ folder: path.join(config.data, 'logs'), name, level: config.logLevel });
  const die = (error: unknown) => {
    log.error({ error }, 'unexpected failure, the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  let running: Running | undefined;
  let stopping = false;
  const stop = async (milliseconds: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), milliseconds).unref();
    try {
      await running?.stop();
    } catch (error) {
      log.error({ error }, 'failure while stopping');
    }
    process.exit(0);
  };
  process.on('message', (message: ToChild) => void (message.type === 'stop' && stop(graceMs)));
  process.on('SIGTERM', () => void stop(graceMs));
  // Started by hand, Ctrl-C is for us; below a supervisor, only its word counts.
  process.on('SIGINT', () => void (!process.send && stop(graceMs)));
  process.on('disconnect', () => void stop(orphanGraceMs));

  try {
    running = await start({ config, log });
    log.info({ url: running.url }, 'ready');
    report(running.url === undefined ? { type: 'ready' } : { type: 'ready', url: running.url });
    // a process that is killed would not write it
    flushCompileCache();
  } catch (error) {
    log.error({ error }, 'start failed');
    if (isStartError(error)) report({ type: 'failed', failure: error.failure });
    else console.error(describeStartError(error));
    // The message must leave before the process does.
    setTimeout(() => process.exit(1), 100);
  }
}
