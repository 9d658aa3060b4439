/** Counts what a person did today, for the statistics. One row a day, person and kind: the last that a transaction locks. */
import type { Verdict } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from './db.ts';

/** `active`: was here that day; `seconds`: that tasks computed. A verdict counts for the owner of its online entry. */
export type TallyKind =
  'active' | 'visits' | 'images' | 'annotations' | 'trainings' | 'seconds' | Exclude<Verdict, 'noPart'>;

/** As a part of a larger statement. */
export const tallied = (userId: number, kind: TallyKind, n: number | SQL, when: SQL = sql`true`): SQL => sql`
  insert into tally as t (day, user_id, kind, n)
  select current_date, ${userId}::bigint, ${kind}::text, ${n}::float8 where ${when}
  on conflict (day, user_id, kind) do update set n = t.n + excluded.n`;

export async function tallyUp(tx: Tx, userId: number, kind: TallyKind, n: number | SQL): Promise<void> {
  if (n !== 0) await tx.execute(tallied(userId, kind, n));
}

/** The person was here today; written once a day. */
export const tallySeen = (db: Tx, userId: number) =>
  db.execute(sql`
    insert into tally (day, user_id, kind, n) values (current_date, ${userId}, 'active', 1)
    on conflict (day, user_id, kind) do nothing`);
