/** The generated password of the first account, which a later start can tell again until it is changed. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { setting } from '../../tables/account.ts';

/** Setting that holds it. */
export const firstPassword = 'account.firstPassword';

/** The person has another password now. */
export async function firstPasswordGone(tx: Tx, userId: number): Promise<void> {
  await tx
    .delete(setting)
    .where(sql`${setting.key} = ${firstPassword} and (${setting.value} ->> 'userId')::bigint = ${userId}`);
}
