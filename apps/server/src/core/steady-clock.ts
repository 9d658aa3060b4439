/** Notices that a clock was set: what goes by age, and what counts as silent, waits until it has run steadily for a while. */
import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** More than an answer comes late, and less than anything here depends on. */
const jumpMs = 10_000;
/** So long somebody, or a time server, has to set a wrong clock right before what it calls old is removed. */
const steadySeconds = 50 * 60;

export interface SteadyClock {
  /** What the clock shows now. */
  note: (now: number) => void;
  /** For how long it has run as time does; since the first note at most. */
  seconds: () => number;
  isSteady: () => boolean;
}

/** `passed`: milliseconds that do not follow the clock. */
export function steadyClock(passed: () => number = () => performance.now()): SteadyClock {
  let since = passed();
  let offset: number | undefined;
  const seconds = () => (passed() - since) / 1000;
  return {
    note: (now) => {
      const found = now - passed();
      if (offset !== undefined && Math.abs(found - offset) > jumpMs) since = passed();
      offset = found;
    },
    seconds,
    isSteady: () => seconds() > steadySeconds,
  };
}

/** The database's clock, by which leases and ages go. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return rows[0]!.now;
}
