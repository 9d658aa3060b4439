/** Pages that customers opened. Whose visit it is follows from the session; what anybody else sends is not recorded. */
import { customerChannel } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { rateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';

/** More than anybody opens; what is beyond is not recorded. */
const pace = { max: 300, windowSeconds: 600, pauseSeconds: 600, longestSeconds: 600 };

/** A page by its path alone: what follows may name what one searched for. */
const pageOf = (path: string): string => path.split(/[?#]/)[0]!;

export function makeVisits({ db }: Services) {
  const byUser = rateLimit(pace);
  return {
    save: async (actor: Actor, path: string): Promise<void> => {
      if (byUser.attempt(String(actor.userId)) > 0) return;
      await db.execute(sql`
        with added as (
          insert into visit (user_id, path)
          select id, ${pageOf(path)} from "user" where id = ${actor.userId} and channel_flag = ${customerChannel}
          returning user_id)
        insert into tally as t (day, user_id, kind, n) select current_date, user_id, 'visits', 1 from added
        on conflict (day, user_id, kind) do update set n = t.n + 1`);
    },
  };
}
