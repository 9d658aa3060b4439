/** A person's access tokens for programs: made, listed, revoked. The token itself is told once and kept hashed. */
import { limits, type AccessToken, type Parsed, type myCenter } from '@loupe/contract';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { accessTokenPrefix } from '../../core/access-token.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError, found } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import type { Services } from '../../core/services.ts';
import { newToken } from '../../core/session.ts';
import { accessToken, user } from '../../tables/account.ts';

const fields = {
  id: accessToken.id,
  name: accessToken.name,
  scopes: accessToken.scopes,
  createdAt: accessToken.createdAt,
  expiresAt: accessToken.expiresAt,
  lastUsedAt: accessToken.lastUsedAt,
  hasExpired: sql<boolean>`coalesce(${accessToken.expiresAt} <= clock_timestamp(), false)`,
};
type Row = Pick<
  typeof accessToken.$inferSelect,
  'id' | 'name' | 'scopes' | 'createdAt' | 'expiresAt' | 'lastUsedAt'
> & { hasExpired: boolean };

const toToken = (row: Row): AccessToken => ({
  ...row,
  scopes: row.scopes as AccessToken['scopes'],
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export async function listTokens({ db }: Services, actor: Actor): Promise<AccessToken[]> {
  const mine = eq(accessToken.userId, actor.userId);
  return (await db.select(fields).from(accessToken).where(mine).orderBy(desc(accessToken.id))).map(toToken);
}

export async function addToken(
  { db }: Services,
  actor: Actor,
  input: Parsed<typeof myCenter.tokenAdd>,
): Promise<{ token: string; row: AccessToken }> {
  const token = `${accessTokenPrefix}${newToken()}`;
  const row = await db.transaction(async (tx) => {
    // one after the other: the count holds
    await tx.select({ id: user.id }).from(user).where(eq(user.id, actor.userId)).for('update');
    const [held] = await tx.select({ n: count() }).from(accessToken).where(eq(accessToken.userId, actor.userId));
    if (held!.n >= limits.accessTokens) throw new AppError('token.tooMany', { args: { max: limits.accessTokens } });
    const [made] = await tx
      .insert(accessToken)
      .values({
        userId: actor.userId,
        name: input.name,
        tokenHash: hashToken(token),
        scopes: [...new Set(input.scopes)],
        // one reading of the clock for both: what is asked for is what is shown
        createdAt: sql`now()`,
        expiresAt: input.days === null ? null : sql`now() + make_interval(days => ${input.days})`,
      })
      .returning(fields);
    return made!;
  });
  return { token, row: toToken(row) };
}

export async function revokeToken({ db }: Services, actor: Actor, id: number): Promise<void> {
  const mine = and(eq(accessToken.id, id), eq(accessToken.userId, actor.userId));
  const [gone] = await db.delete(accessToken).where(mine).returning({ id: accessToken.id });
  found(gone);
}
