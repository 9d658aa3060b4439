/** Access tokens: what programs show instead of a session. Stored hashed; they act for their owner within their scopes. */
import { codes, patterns, type TokenScope } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { accessToken, rolePermission, user } from '../tables/account.ts';
import { nobody, type Actor } from './actor.ts';
import type { Db } from './db.ts';
import { AppError } from './errors.ts';
import { hashToken } from './hash.ts';
import { prepared } from './prepared.ts';

export const accessTokenPrefix = 'loupe_pat_';
export const isAccessToken = (token: string | undefined): token is string =>
  token !== undefined && patterns.accessToken.test(token);

/** How stale `last_used_at` may get before a request writes it. */
const touchSeconds = 60;

interface TokenRow {
  id: number;
  userId: number;
  account: string;
  isOpen: boolean;
  mustChangePassword: boolean;
  mustComplete: boolean;
  mustBeApproved: boolean;
  scopes: TokenScope[];
  lives: boolean;
  stale: boolean;
  permissions: string[];
}

/** Asked with every request of a program. */
const readToken = (db: Db, tokenHash: Buffer) =>
  prepared<TokenRow>(
    db,
    sql`
      select ${accessToken.id}, ${user.id} as "userId", ${user.account}, ${accessToken.scopes},
        ${user.enabled} and ${user.deletedAt} is null as "isOpen", ${user.mustChangePassword} as "mustChangePassword",
        ${user.mustComplete} as "mustComplete", ${user.mustBeApproved} as "mustBeApproved",
        ${accessToken.expiresAt} is null or ${accessToken.expiresAt} > clock_timestamp() as lives,
        ${accessToken.lastUsedAt} is null
          or ${accessToken.lastUsedAt} < clock_timestamp() - make_interval(secs => ${touchSeconds}) as stale,
        array(select ${rolePermission.key} from ${rolePermission} where ${rolePermission.roleId} = ${user.roleId}) as permissions
      from ${accessToken} join ${user} on ${user.id} = ${accessToken.userId}
      where ${accessToken.tokenHash} = ${tokenHash}`,
  );

/** The owner of a token, limited to its scopes. What is unknown, too old, or of somebody who may not sign in is refused. */
export async function actorOfAccessToken(db: Db, token: string): Promise<Actor> {
  const [row] = await readToken(db, hashToken(token));
  if (!row?.lives) throw new AppError('token.unknown', { code: codes.offline });
  if (!row.isOpen) throw new AppError('session.revoked', { code: codes.revoked });
  const { id, userId, account, permissions, scopes, mustChangePassword, mustComplete, mustBeApproved } = row;
  if (row.stale) {
    await db
      .update(accessToken)
      .set({ lastUsedAt: sql`clock_timestamp()` })
      .where(eq(accessToken.id, id));
  }
  return {
    ...nobody,
    userId,
    account,
    permissions: new Set(permissions),
    scopes,
    mustChangePassword,
    mustComplete,
    mustBeApproved,
  };
}
