/** Removes what exports left behind: files past their days or without a line in the history, parts, dead links. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, liveStates } from '@loupe/contract';
import { inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../core/services.ts';
import { task } from '../../../tables/tasks.ts';
import { fileOf } from './history.ts';
import { exportsFolder } from './params.ts';

/** `12.zip` is the file of task 12, `12.3.part` what its third attempt writes. */
const fileName = /^(\d{1,15})(?:\.zip|\.\d+\.part)$/;

export async function sweepExports({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  await db.execute(
    sql`delete from export_link where valid_until < clock_timestamp() - make_interval(days => ${limits.exportDays})`,
  );
  const folder = exportsFolder(config.data);
  const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
  const idOf = (name: string) => Number(fileName.exec(name)![1]);
  const ids = [...new Set(names.map(idOf))];
  if (ids.length === 0) return;
  const rows = await db.select().from(task).where(inArray(task.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const hidden = await db.execute<{ id: number }>(
    sql`select id from public.task where id = any(${sql.param(ids)}::bigint[]) and bin_id is not null`,
  );
  const inBin = new Set(hidden.rows.map(({ id }) => id));
  const isWanted = (name: string) => {
    if (inBin.has(idOf(name))) return true;
    const row = byId.get(idOf(name));
    if (!row) return false;
    const isWriting = (liveStates as readonly string[]).includes(row.state);
    return isWriting || (name.endsWith('.zip') && fileOf(row) !== undefined);
  };
  await Promise.all(names.filter((name) => !isWanted(name)).map((name) => rm(join(folder, name), { force: true })));
}
