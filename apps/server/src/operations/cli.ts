/** `npm run loupe -- backup | restore | doctor | user`: reads the arguments, runs the command, prints in plain words. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Locale } from '@loupe/contract';
import { readConfig, type Config } from '../config.ts';
import { tellLost, withClient } from '../core/client.ts';
import { openDatabase, type Db } from '../core/db.ts';
import { migrationStatus } from '../core/migrations.ts';
import { backup } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { doctor, type DoctorOptions } from './doctor.ts';
import { tellFull } from './files.ts';
import type { Finding } from './finding.ts';
import { blobsOf, noRoomToRestore, prepareRestore, restore } from './restore.ts';
import { texts, usage } from './texts.ts';
import { addAccount, listAccounts, resetAccount, setAccountEnabled, setAccountRole } from './user.ts';
import { withDatabase, withOwnDatabase } from './with-database.ts';

export const commands = ['backup', 'restore', 'doctor', 'user'] as const;
export type Command = (typeof commands)[number];

/** Exit codes: 0 good, 1 something is wrong, 2 the command was not understood. */
type Run = (config: Config, args: readonly string[]) => Promise<number>;

class UsageError extends Error {}

function parse<O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options: options!, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** A line that runs on a terminal, and is said at most each ten percent elsewhere. */
function makeProgress(text: (done: number, of: number) => string) {
  let printed = -1;
  return (done: number, of: number) => {
    const tenth = of === 0 ? 10 : Math.floor((done / of) * 10);
    if (process.stdout.isTTY) process.stdout.write(`\r${text(done, of)}${done === of ? '\n' : ''}`);
    else if (tenth !== printed) say(text(done, of));
    printed = tenth;
  };
}

function sayMissing(lang: Locale, missing: readonly string[]): void {
  for (const sha256 of missing.slice(0, 10)) say(`  ${sha256}`);
  if (missing.length > 0) say(texts[lang].missing(missing.length));
}

const runBackup: Run = async (config, args) => {
  const { values } = parse(args, { to: { type: 'string' } });
  const { lang = 'zh', data } = config;
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const to = path.resolve(String(values['to'] ?? path.join(data, 'backups', stamp)));
  const files = makeProgress(texts[lang].files);
  say(texts[lang].rows);
  const report = await withDatabase(config, (url) =>
    backup({
      url,
      to,
      blobs: path.join(data, 'blobs'),
      onStep: (step) => 'blobs' in step && files(step.blobs, step.of),
    }),
  );
  sayMissing(lang, report.missing);
  say(texts[lang].backedUp(report));
  return report.missing.length === 0 ? 0 : 1;
};

const marks: Readonly<Record<Finding['level'], string>> = { ok: '✓', note: '·', mended: '+', error: '✗' };

const sayFinding = (lang: Locale) => (one: Finding) => say(`${marks[one.level]} ${one[lang]}`);

type Examination = Omit<DoctorOptions, 'url' | 'data'>;

async function examine(config: Config, url: string, options: Examination): Promise<number> {
  const { lang = 'zh', data } = config;
  const errors = await doctor({ url, data, ...options }, sayFinding(lang));
  say(errors === 0 ? texts[lang].healthy : texts[lang].errors(errors));
  return errors === 0 ? 0 : 1;
}

const runRestore: Run = async (config, args) => {
  const { values } = parse(args, { from: { type: 'string' }, blobs: { type: 'string' } });
  const { lang = 'zh', data } = config;
  if (values['from'] === undefined) throw new UsageError('--from');
  const from = path.resolve(String(values['from']));
  const files = makeProgress(texts[lang].files);
  return tellFull(noRoomToRestore(data), async () => {
    const manifest = await prepareRestore(from, data);
    const blobs = values['blobs'] === undefined ? blobsOf(from, manifest) : path.resolve(String(values['blobs']));
    return withOwnDatabase(config, async (url) => {
      const report = await restore({
        url,
        from,
        data,
        manifest,
        blobs,
        onStep: (step) => ('rows' in step ? say(texts[lang].fill(step.rows)) : files(step.blobs, step.of)),
      });
      sayMissing(lang, report.missing);
      say(texts[lang].restored(report, data));
      return examine(config, url, {});
    });
  });
};

/** A frozen database is told of within three seconds of the command, npm's own half included. */
const answerWithinMs = 2300;
const answerLeastMs = 1500;
const answerMs = () => Math.max(answerLeastMs, answerWithinMs - process.uptime() * 1000);

const runDoctor: Run = async (config, args) => {
  const { values } = parse(args, { quick: { type: 'boolean' }, fix: { type: 'boolean' }, backup: { type: 'string' } });
  const options = { quick: values['quick'] === true, fix: values['fix'] === true };
  if (values['backup'] !== undefined) {
    if (options.fix) throw new UsageError('--fix');
    const { lang = 'zh' } = config;
    const from = path.resolve(String(values['backup']));
    const errors = await checkBackup({ from, quick: options.quick }, sayFinding(lang));
    say(errors === 0 ? texts[lang].backupWhole : texts[lang].backupErrors(errors));
    return errors === 0 ? 0 : 1;
  }
  return withDatabase(config, (url, isOthers) =>
    examine(config, url, { ...options, ...(isOthers ? { answerMs: answerMs() } : {}) }),
  );
};

async function changeAccount(config: Config, db: Db, [action, account, value]: readonly string[]): Promise<void> {
  const text = texts[config.lang ?? 'zh'];
  if (action === 'list' && account === undefined) {
    for (const one of await listAccounts(db)) say(text.account(one));
    return;
  }
  if (account === undefined) throw new UsageError('account');
  if (action === 'add') say(text.password(account, await addAccount(db, account, value ?? 'engineer')));
  else if (action === 'reset') say(text.password(account, await resetAccount(db, account)));
  else if (action === 'enable' || action === 'disable') {
    await setAccountEnabled(db, account, action === 'enable');
    say(text.done);
  } else if (action === 'role' && value !== undefined) {
    await setAccountRole(db, account, value);
    say(text.done);
  } else throw new UsageError(action ?? '');
}

const runUser: Run = async (config, args) => {
  const { positionals } = parse(args, {});
  if (positionals.length === 0) throw new UsageError('user');
  return withDatabase(config, async (url) => {
    // what a newer Loupe wrote is refused
    await withClient(url, 'loupe user', (client) => migrationStatus(client));
    const { db, close } = openDatabase(url, { max: 2, name: 'loupe user' });
    try {
      await changeAccount(config, db, positionals);
      return 0;
    } finally {
      await close();
    }
  });
};

const runs: Readonly<Record<Command, Run>> = {
  backup: runBackup,
  restore: runRestore,
  doctor: runDoctor,
  user: runUser,
};

export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const config = readConfig();
  try {
    return await runs[command](config, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw tellLost(error);
    process.stderr.write(usage[config.lang ?? 'zh']);
    return 2;
  }
}
