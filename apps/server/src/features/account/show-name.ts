/** The name under which a person is shown to others, as SQL. */
import { sql, type SQL } from 'drizzle-orm';
import { user } from '../../tables/account.ts';

/** accountName, else realName, else the account; `user` must be joined. */
export const showName = (): SQL<string> =>
  sql<string>`coalesce(${user.accountName}, ${user.realName}, ${user.account})`;
