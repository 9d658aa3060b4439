/** The periodic clean-up that an administrator may switch on: old online records go, with the images that only they name. */
import { Cleanup, cleanupDefault, type Parsed, type dashboard } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { setting } from '../../tables/account.ts';

const key = 'cleanup';
/** Rows of one transaction: a verdict that is recorded meanwhile waits for one batch at most. */
const batch = 500;

export async function readCleanup(db: Db): Promise<Cleanup> {
  const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, key));
  const kept = Cleanup.safeParse(row?.value);
  return kept.success ? kept.data : cleanupDefault;
}

export async function writeCleanup(
  { db }: Services,
  actor: Actor,
  value: Parsed<(typeof dashboard)['cleanupUpdate']>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
    await note(tx, actor, 'cleanup.update', 'setting', value);
  });
}

/** Also those of entries in the bin. Oldest first, with the kept counts of their entries; the sweeper then removes the images. Answers how many went. */
export async function cleanUp({ db }: Pick<Services, 'db'>): Promise<number> {
  const { enabled, days } = await readCleanup(db);
  if (!enabled) return 0;
  let gone = 0;
  for (let last = batch; last === batch; gone += last) {
    // the entries first and in order, as recording a verdict does
    const result = await db.transaction(async (tx) => {
      const old = sql`created_at < clock_timestamp() - make_interval(days => ${days})`;
      await tx.execute(sql`select id from public.online_entry where id in
        (select entry_id from online_record where ${old} order by id limit ${batch}) order by id for update`);
      return tx.execute<{ n: number }>(sql`
        with gone as (
          delete from online_record where id in
            (select id from online_record where ${old} order by id limit ${batch}) returning entry_id),
        counted as (select entry_id, count(*) as n from gone group by entry_id),
        changed as (
          update public.online_entry e set n_records = greatest(0, e.n_records - counted.n)
          from counted where e.id = counted.entry_id)
        select count(*) as n from gone`);
    });
    last = result.rows[0]!.n;
  }
  return gone;
}
