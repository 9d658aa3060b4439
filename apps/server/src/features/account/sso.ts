/**
 * Single sign-on: another system that shares a secret with Loupe vouches for a phone number at a time. Its link opens
 * /dashboard with `phone`, `times` and `sign`; the page takes them out of the address and sends them here, once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, type Parsed, type account } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import { rateLimit, type RateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { ssoUsed, user } from '../../tables/account.ts';
import type { Devices } from './device.ts';
import { networkOf } from './sms/index.ts';
import { beginSession, type Browser, type SignedIn } from './sign-in.ts';

type Input = Parsed<typeof account.ssoLogin>;

/** What is signed: the phone number, a colon, the time. Both are digits alone, so no two pairs give the same text. */
export const ssoSign = (secret: string, { phone, times }: Omit<Input, 'sign'>): string =>
  createHmac('sha256', secret).update(`${phone}:${times}`).digest('hex');

/** Attempts from one address; who guesses 256 bits gets nowhere, but shall not keep the server busy either. */
export const ssoGuard = (): RateLimit => rateLimit({ max: 60, windowSeconds: 60, pauseSeconds: 1, longestSeconds: 10 });

/** By the database's clock: true while the time is within the window and this sign was not used before. */
async function useUp({ db }: Services, { sign, times }: Input): Promise<boolean> {
  const at = sql`to_timestamp(${Number(times)})`;
  const rows = await db.execute(sql`
    insert into ${ssoUsed} (sign_hash, expires_at)
    select ${hashToken(sign)}, ${at} + make_interval(secs => ${2 * limits.ssoSeconds})
    where abs(extract(epoch from clock_timestamp() - ${at})) <= ${limits.ssoSeconds}
    on conflict do nothing returning 1`);
  return rows.rows.length > 0;
}

export async function ssoLogin(
  services: Services,
  guard: RateLimit,
  devices: Devices,
  browser: Browser,
  input: Input,
): Promise<SignedIn> {
  const { db, config } = services;
  if (config.ssoSecret === undefined) throw new AppError('sso.off');
  guard.take(networkOf(browser.address));
  const right = Buffer.from(ssoSign(config.ssoSecret, input));
  // both have 64 characters: the contract refuses any other sign
  if (!timingSafeEqual(right, Buffer.from(input.sign))) throw new AppError('sso.refused');
  if (!(await useUp(services, input))) throw new AppError('sso.refused');
  const [person] = await db
    .select()
    .from(user)
    .where(and(eq(user.phone, input.phone), isNull(user.deletedAt)));
  if (!person) throw new AppError('sso.unknown');
  if (!person.enabled) throw new AppError('account.disabled');
  return beginSession(services, devices, person, browser, false);
}
