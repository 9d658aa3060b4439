/** Routes of help: the tours that a person has seen are kept with the account. */
import type { help } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';

export const makeHelpHandlers = ({ db }: Services): Handlers<typeof help> => ({
  tourSeen: async (actor, { tours }) => {
    await db.execute(sql`
      update "user" set tours_seen = (
        select jsonb_agg(distinct tour) from jsonb_array_elements(tours_seen || ${JSON.stringify(tours)}::jsonb) as t(tour))
      where id = ${actor.userId}`);
    return null;
  },
});
