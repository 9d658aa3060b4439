/** The check-up: is every file there and right, do kept counts agree, is there room. Mends what can be mended. */
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { binnedTables } from '../core/live.ts';
import { migrationStatus } from '../core/migrations.ts';
import { isAnswering } from '../core/pulse.ts';
import { blobPlace } from '../core/blobs.ts';
import { storedBlobs } from './files.ts';
import { finding, shownFiles, shownFindings, type Finding } from './finding.ts';
import { keptCounts } from './kept-counts.ts';
import { sweepBlobs, unnamed } from './sweep-blobs.ts';
import { noteStates, stateOfBlob, type BlobState, type KnownBlob } from './verify-blobs.ts';

export interface DoctorOptions {
  readonly url: string;
  readonly data: string;
  /** By existence and size, without reading the files. */
  readonly quick?: boolean;
  /** Marks missing files, mends counts, removes what nothing names. */
  readonly fix?: boolean;
  /** How long an answer to nothing may take; the default is for a database that has much to do. */
  readonly answerMs?: number;
}
const defaultAnswerMs = 30_000;
const silent = finding(
  'error',
  '数据库没有应答：其进程可能被挂起，或网络不通；请检查后重试',
  'the database does not answer; check whether its processes are suspended or the network is down, then try again',
);
interface DoctorContext extends DoctorOptions {
  readonly pool: pg.Pool;
}

async function checkSchema({ pool }: DoctorContext): Promise<Finding[]> {
  const client = await pool.connect();
  try {
    const { applied, pending } = await migrationStatus(client);
    return pending.length === 0
      ? [
          finding(
            'ok',
            `数据库结构是最新的（${applied.length} 次迁移）`,
            `the database schema is up to date (${applied.length} migrations)`,
          ),
        ]
      : [
          finding(
            'note',
            `${pending.length} 次迁移待执行，下次启动时进行`,
            `${pending.length} migrations will run at the next start`,
          ),
        ];
  } finally {
    client.release();
  }
}

/** Which images stand behind a hash, for a person. */
async function namesOf(pool: pg.Pool, sha256: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select concat_ws(' / ', d.name, f.name, i.name) as name from image i join dataset d on d.id = i.dataset_id
      left join folder f on f.id = i.folder_id where i.sha256 = $1 or i.original_sha256 = $1 order by i.id limit 1`,
    [sha256],
  );
  return rows[0] ? ` (${rows[0].name})` : '';
}

async function checkBlobs({ pool, data, quick, fix }: DoctorContext): Promise<Finding[]> {
  const root = path.join(data, 'blobs');
  let count = 0;
  const bad: { sha256: string; state: BlobState }[] = [];
  for (let after = ''; ;) {
    const { rows } = await pool.query<KnownBlob>(
      'select sha256, bytes from blob where sha256 > $1 order by sha256 limit 200',
      [after],
    );
    const states = [];
    for (const one of rows)
      states.push({ sha256: one.sha256, state: await stateOfBlob(blobPlace(root, one.sha256), one, quick) });
    if (fix && states.length > 0) await noteStates(pool, states);
    bad.push(...states.filter(({ state }) => state !== 'good'));
    count += rows.length;
    if (rows.length < 200) break;
    after = rows.at(-1)!.sha256;
  }
  if (bad.length === 0) {
    return [
      quick
        ? finding('ok', `${count} 个文件都在`, `all ${count} files are present`)
        : finding('ok', `${count} 个文件都在，内容正确`, `all ${count} files are present and intact`),
    ];
  }
  const words = { missing: ['缺失', 'missing'], rotten: ['已损坏', 'damaged'], good: ['', ''] } as const;
  const lines: Finding[] = [];
  for (const [index, { sha256, state }] of bad.entries()) {
    const name = index < shownFiles ? await namesOf(pool, sha256) : '';
    const [zh, en] = words[state];
    lines.push(finding('error', `文件${zh}：${sha256}${name}`, `file ${en}: ${sha256}${name}`));
  }
  return shownFindings(lines);
}

async function checkCounts({ pool, fix }: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { what, wrong, mend } of keptCounts) {
    const { rows } = await pool.query<{ n: number }>(wrong);
    const n = Number(rows[0]!.n);
    if (n === 0) findings.push(finding('ok', `${what.zh}一致`, `${what.en} agree`));
    else if (fix) {
      await pool.query(mend);
      findings.push(finding('mended', `${what.zh}：已改正 ${n} 处`, `${what.en}: ${n} corrected`));
    } else findings.push(finding('error', `${what.zh}：${n} 处不一致`, `${what.en}: ${n} disagree`));
  }
  return findings;
}

/** What is hidden by a deletion must lie in the bin, or nobody could restore or remove it. */
async function checkBin({ pool }: DoctorContext): Promise<Finding[]> {
  // data of an older program, before their migrations, have none yet
  const { rows: there } = await pool.query<{ bin: string | null }>(`select to_regclass('public.bin') as bin`);
  if (there[0]!.bin === null) return [];
  const orphans = [...binnedTables, 'image'].map(
    (table) => `select count(*) as n from ${table} t where t.bin_id is not null
      and not exists (select 1 from bin b where b.id = t.bin_id)`,
  );
  const { rows } = await pool.query<{ n: number }>(
    `select sum(n)::int as n from (${orphans.join(' union all ')}) all_of`,
  );
  const { n } = rows[0]!;
  return n === 0
    ? [finding('ok', '回收站的内容完整', 'the bin is intact')]
    : [finding('error', `${n} 条记录被隐藏，但不在回收站中`, `${n} rows are hidden but not in the bin`)];
}

async function countOrphans({ pool, data }: DoctorContext): Promise<{ rows: number; files: number }> {
  const client = await pool.connect();
  try {
    const nobody = await unnamed(client, 'b.sha256');
    const found = await client.query<{ n: number }>(`select count(*)::int as n from blob b where ${nobody}`);
    let files = 0;
    for await (const names of storedBlobs(path.join(data, 'blobs'))) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from unnest($1::text[]) name
          where not exists (select 1 from blob b where b.sha256 = name)`,
        [names],
      );
      files += rows[0]!.n;
    }
    return { rows: found.rows[0]!.n, files };
  } finally {
    client.release();
  }
}

async function checkOrphans(context: DoctorContext): Promise<Finding[]> {
  const { pool, data, fix } = context;
  const findings: Finding[] = [];
  if (fix) {
    const { rows, files } = await sweepBlobs(pool, path.join(data, 'blobs'));
    if (rows + files > 0)
      findings.push(finding('mended', `已删除 ${files} 个无用文件`, `${files} unused files were removed`));
  }
  const { rows, files } = await countOrphans(context);
  if (rows + files > 0) {
    findings.push(
      finding(
        'note',
        `${rows + files} 个文件暂无引用，24 小时后自动删除`,
        `${rows + files} unused files; they are deleted automatically after 24 hours`,
      ),
    );
  }
  return findings;
}

async function checkVersions({ pool }: DoctorContext): Promise<Finding[]> {
  const { rows } = await pool.query<{ ready: number; uncertified: number; stageless: number }>(
    `select count(*) filter (where v.state = 'ready')::int as ready,
      count(*) filter (where v.state = 'ready' and exists
        (select 1 from version_stage s where s.version_id = v.id and s.certificate is null))::int as uncertified,
      count(*) filter (where not exists (select 1 from version_stage s where s.version_id = v.id))::int as stageless
      from version v`,
  );
  const { ready, uncertified, stageless } = rows[0]!;
  const findings = [finding('ok', `${ready} 个可用的模型版本`, `${ready} versions are ready for use`)];
  if (uncertified > 0)
    findings.push(
      finding('note', `其中 ${uncertified} 个没有一致性证书`, `${uncertified} of them have no parity certificate`),
    );
  if (stageless > 0)
    findings.push(finding('error', `${stageless} 个模型版本没有权重`, `${stageless} versions have no weights`));
  return findings;
}

const olderThanDay = async (file: string): Promise<boolean> =>
  Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs > 24 * 3_600_000;

/** What cut-off uploads and deleted tasks left; the server removes it by itself. */
async function checkLeftovers({ data, pool }: DoctorContext): Promise<Finding[]> {
  let temporary = 0;
  for (const folder of [path.join(data, 'uploads'), path.join(data, 'blobs', 'tmp')])
    for (const name of await readdir(folder).catch(() => []))
      if (await olderThanDay(path.join(folder, name))) temporary++;
  const runs = (await readdir(path.join(data, 'runs')).catch(() => [])).filter((name) => /^\d{1,15}$/.test(name));
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from unnest($1::bigint[]) ended where not exists (select 1 from task t where t.id = ended)',
    [runs],
  );
  const all = temporary + rows[0]!.n;
  return all === 0
    ? [finding('ok', '没有残留的临时文件', 'no temporary files left')]
    : [
        finding(
          'note',
          `${all} 个残留的临时文件或目录，服务启动后自动删除`,
          `${all} temporary files or folders left; the server deletes them after it starts`,
        ),
      ];
}

async function checkDisk({ data }: DoctorContext): Promise<Finding[]> {
  const disk = await statfs(data);
  const free = Math.floor((disk.bavail * disk.bsize) / 1024 ** 2);
  const text = [`磁盘剩余 ${free} MB`, `${free} MB are free on the disk`] as const;
  return [finding(free < 64 ? 'error' : free < 5120 ? 'note' : 'ok', ...text)];
}

/** PostgreSQL's own check of its indexes; rolled back, so that nothing is left of it. */
async function checkIndexes({ pool, quick }: DoctorContext): Promise<Finding[]> {
  if (quick) return [];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<{ n: number }>(
      `select count(bt_index_check(c.oid)::text)::int as n from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relam = (select oid from pg_am where amname = 'btree') and i.indisvalid
          and c.relnamespace = 'public'::regnamespace`,
    );
    return [finding('ok', `数据库索引完好（${rows[0]!.n}）`, `database indexes are intact (${rows[0]!.n})`)];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    // XX002: index_corrupted
    return code?.startsWith('XX')
      ? [finding('error', `数据库索引损坏：${message}`, `a database index is damaged: ${message}`)]
      : [finding('note', '未检查数据库索引（amcheck 不可用）', 'indexes were not checked (amcheck is not available)')];
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

const checks = [
  checkSchema,
  checkBlobs,
  checkCounts,
  checkBin,
  checkOrphans,
  checkVersions,
  checkLeftovers,
  checkIndexes,
  checkDisk,
];

/** Calls back with each finding as it is made. Answers the number of errors. */
export async function doctor(options: DoctorOptions, onFinding: (one: Finding) => void): Promise<number> {
  if (!(await isAnswering(options.url, options.answerMs ?? defaultAnswerMs))) {
    onFinding(silent);
    return 1;
  }
  const pool = new pg.Pool({ connectionString: options.url, max: 2, application_name: 'loupe doctor' });
  // a connection that breaks is told of by the query that needs it
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let errors = 0;
  try {
    for (const check of checks) {
      for (const one of await check({ ...options, pool })) {
        if (one.level === 'error') errors++;
        onFinding(one);
      }
    }
    return errors;
  } finally {
    await pool.end();
  }
}
