/** For how long the audit log and the visits are kept, and the sweep that holds to it. */
import { RecordsSetting, recordsDefault } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { setting } from '../../tables/account.ts';

const key = 'records';
/** Rows of one statement: what is written meanwhile waits for one batch at most. */
const batch = 5000;

export async function readRecordsSetting(db: Db): Promise<RecordsSetting> {
  const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, key));
  const kept = RecordsSetting.safeParse(row?.value);
  return kept.success ? kept.data : recordsDefault;
}

export async function writeRecordsSetting({ db }: Services, actor: Actor, value: RecordsSetting): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
    await note(tx, actor, 'records.setting', 'setting', value);
  });
}

async function sweepTable(db: Db, table: 'audit' | 'visit', days: number): Promise<number> {
  const name = sql.identifier(table);
  for (let gone = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop
    const { rowCount } = await db.execute(sql`
      delete from ${name} where id in (
        select id from ${name} where created_at < clock_timestamp() - make_interval(days => ${days})
        order by created_at limit ${batch})`);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return gone;
  }
}

/** Answers how many lines went. What was counted by day stays. */
export async function sweepRecords({ db }: Pick<Services, 'db'>): Promise<number> {
  const { auditDays, visitDays } = await readRecordsSetting(db);
  return (await sweepTable(db, 'audit', auditDays)) + (await sweepTable(db, 'visit', visitDays));
}
