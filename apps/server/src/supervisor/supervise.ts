/** Runs everything on one machine: lock, database, migrations, first admin, then the children; stops it all in order. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { configEnvironment, olderSettings, type Config, type Role } from '../config.ts';
import { codeCache } from '../core/code-cache.ts';
import { closeFolders } from '../core/data-folder.ts';
import { checkDataVersion } from '../core/data-version.ts';
import { migrate, openDatabase, type Db } from '../core/db.ts';
import { requirePort } from '../core/listen.ts';
import { takeLock } from '../core/lock.ts';
import { createLog, type Log } from '../core/log.ts';
import { isStartError, startError } from '../core/start-error.ts';
import { backupBeforeMigration } from '../operations/backup.ts';
import { keepChild, type Child } from './child.ts';
import { keepDatabase, type KeptDatabase } from './database.ts';
import { greeting, migrationTexts, stoppingText, type FirstAdmin } from './greeting.ts';
import { watchSources } from './watch.ts';

export interface SuperviseOptions {
  /** Makes the first administrator in an empty database; undefined when there is one already. */
  readonly ensureAdmin: (db: Db, config: Config) => Promise<FirstAdmin | undefined>;
  /** Entry file of each role. */
  readonly entries: Readonly<Record<Role, string>>;
  /** Start the children again when a source file changes. */
  readonly watch?: boolean;
}

/** Resolves to the request to stop: a signal, or the end of the program that started us. */
function stopRequest(): { requested: Promise<string>; onHurry(action: () => void): void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  let asked = false;
  let hurry = () => {};
  const ask = (why: string) => {
    if (asked && why === 'SIGINT') hurry();
    asked = true;
    resolve(why);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  if (process.send) process.on('disconnect', () => ask('the starting program ended'));
  return { requested: promise, onHurry: (action) => (hurry = action) };
}

/** A folder that other accounts can pass (the database may run under another one) but not list. */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    for (const name of ['logs', 'run']) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  } catch (error) {
    const { message } = error as Error;
    throw startError({
      en: [`The data folder ${folder} cannot be used: ${message}.`, 'Check LOUPE_DATA and the rights of that folder.'],
      zh: [`数据目录 ${folder} 无法使用：${message}。`, '请检查 LOUPE_DATA 及该目录的权限。'],
    });
  }
}

async function prepareDatabase(
  url: string,
  config: Config,
  options: SuperviseOptions,
): Promise<FirstAdmin | undefined> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const text = migrationTexts[config.lang ?? 'zh'];
  try {
    await migrate(url, {
      beforeChange: async (from) => {
        say(text.backup);
        say(text.kept(await backupBeforeMigration(url, config.data, from.at(-1)!.tag)));
      },
      onStep: (number, of, tag) => say(text.step(number, of, tag)),
    });
  } catch (error) {
    if (isStartError(error)) throw error;
    const { message, code } = error as Error & { code?: string };
    throw startError({
      en: [
        `The database cannot be used: ${message || code}.`,
        'Check DATABASE_URL where it is set, and the lines above.',
      ],
      zh: [`数据库无法使用：${message || code}。`, '如设置了 DATABASE_URL，请检查；并查看上面的输出。'],
    });
  }
  const database = openDatabase(url, { max: 1 });
  try {
    return await options.ensureAdmin(database.db, config);
  } finally {
    await database.close();
  }
}

function startChildren(config: Config, options: SuperviseOptions, database: KeptDatabase, log: Log): Child[] {
  const environment = (role: Role) => () => ({
    ...configEnvironment(config),
    NODE_COMPILE_CACHE: codeCache(config.data),
    // Images that are decoded must not keep file reads and writes waiting, which share these threads.
    UV_THREADPOOL_SIZE: process.env['UV_THREADPOOL_SIZE'] ?? '8',
    // The first password is for the first start alone.
    LOUPE_ADMIN_PASSWORD: '',
    DATABASE_URL: database.url(),
    LOUPE_ROLES: role,
  });
  return config.roles.map((role) =>
    keepChild({ name: role, entry: options.entries[role], environment: environment(role), log }),
  );
}

/** Runs until it is asked to stop. Resolves to the exit code. */
export async function supervise(config: Config, options: SuperviseOptions): Promise<number> {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const { requested, onHurry } = stopRequest();
  makeDataFolder(config.data);
  const lock = await takeLock(config.data);
  const log = createLog({ folder: path.join(config.data, 'logs'), name: 'main', level: config.logLevel });
  let children: Child[] = [];
  let database: KeptDatabase | undefined;
  let unwatch = () => {};
  onHurry(() => children.forEach((child) => child.kill()));
  const restartAll = () => void Promise.all(children.map((child) => child.restart()));
  try {
    // before anything is made: a first start takes many seconds
    if (config.roles.includes('api')) await requirePort(config, lock.tookOver);
    checkDataVersion(config.data);
    for (const { was, now } of olderSettings()) log.warn(`${was} is now called ${now}; the older name is still read`);
    const open = closeFolders(config.data);
    if (open.length > 0) log.warn({ folders: open }, 'other accounts of this machine may read these folders');
    database = await keepDatabase(config, log, restartAll);
    const admin = await prepareDatabase(database.url(), config, options);
    children = startChildren(config, options, database, log);
    const ready = Promise.all(children.map((child) => child.firstReady));
    const early = await Promise.race([ready, requested]);
    if (Array.isArray(early)) {
      const url = early[config.roles.indexOf('api')];
      process.stdout.write(greeting(config.lang, url, admin));
      log.info({ url, pid: process.pid, children: children.map((child) => [child.name, child.pid()]) }, 'started');
      if (options.watch) unwatch = watchSources(restartAll);
    }
    log.info(`stopping: ${await requested}`);
    process.stdout.write(`${stoppingText(config.lang)}\n`);
    return 0;
  } finally {
    unwatch();
    lock.announceStop();
    for (const child of children) await child.stop();
    await database?.stop();
    lock.release();
  }
}
