/**
 * Codes by SMS: one number, one purpose, one asker, few tries, used once. A code is kept as a keyed hash whose key only
 * the asker has, so that whoever reads the database cannot try out the million codes.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { limits, type CodePurpose, type CodeSent } from '@loupe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../core/db.ts';
import { AppError } from '../../../core/errors.ts';
import { hashToken } from '../../../core/hash.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { Services } from '../../../core/services.ts';
import { newToken } from '../../../core/session.ts';
import { smsCode } from '../../../tables/account.ts';
import type { Sms } from './sms.ts';

export interface AskedCode {
  phone: string;
  purpose: CodePurpose;
  /** Where the request comes from. */
  address: string;
  /** What is sent with the code. */
  text: (code: string) => string;
  /** Whom or what it is for beside the number, such as `user/12`: the code is good for nothing else. */
  subject?: string;
}
export interface GivenCode {
  phone: string;
  purpose: CodePurpose;
  code: string;
  /** From the cookie of whoever asked for the code. */
  token: string;
  subject?: string;
}

/** One code at a time is counted and written: whoever asks at the same moment finds it. */
const codeLock = 7_302_116;

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
const requestOf = (token: string): string => hashToken(`request ${token}`).toString('hex');
const hashOf = ({ phone, purpose, code, token, subject = '' }: GivenCode): Buffer =>
  createHmac('sha256', token).update([purpose, phone, subject, code].join('\n')).digest();

/** Of an IPv6 address its network: one subscriber has more addresses than there are limits. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const whole = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

interface Counted extends Record<string, unknown> {
  wait: number | null;
  number: number;
  address: number;
  hour: number;
}

/** Refuses with 429 what is too early or too much. */
async function refuseTooMany(tx: Tx, { log }: Pick<Services, 'log'>, phone: string, address: string): Promise<void> {
  const again = limits.codeResendSeconds;
  const { rows } = await tx.execute<Counted>(sql`
    select ceil(extract(epoch from max(created_at) filter (where phone = ${phone})
        + make_interval(secs => ${again}) - clock_timestamp()))::int as wait,
      count(*) filter (where phone = ${phone})::int as number,
      count(*) filter (where address = ${address})::int as address,
      count(*) filter (where created_at > clock_timestamp() - interval '1 hour')::int as hour
    from sms_code where created_at > clock_timestamp() - interval '1 day'`);
  const { wait, number, address: ofAddress, hour } = rows[0]!;
  if (wait !== null && wait > 0)
    throw new AppError('account.waitResend', { code: 429, args: { seconds: wait }, data: { seconds: wait } });
  if (number >= limits.codesPerNumber) throw new AppError('sms.numberDay', { code: 429 });
  if (ofAddress >= limits.codesPerAddress) throw new AppError('sms.addressDay', { code: 429 });
  if (hour < limits.codesPerHour) return;
  log.warn({ codes: hour }, 'the hourly limit of codes by SMS is reached');
  throw new AppError('sms.hour', { code: 429 });
}

/** Sends a code. The token goes to whoever asked, as a cookie: with it alone the code can be used. */
export async function sendCode(
  services: Services,
  sms: Sms,
  asked: AskedCode,
): Promise<{ token: string; sent: CodeSent }> {
  if (sms.kind === 'off') throw new AppError('sms.off');
  const { phone, purpose } = asked;
  const subject = asked.subject ?? '';
  const [token, code, address] = [newToken(), newCode(), networkOf(asked.address)];
  const id = await services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${codeLock})`);
    await refuseTooMany(tx, services, phone, address);
    await tx.execute(sql`delete from sms_code where created_at < clock_timestamp() - interval '2 days'`);
    const [row] = await tx
      .insert(smsCode)
      .values({
        phone,
        purpose,
        address,
        request: requestOf(token),
        codeHash: hashOf({ phone, purpose, code, token, subject }),
        expiresAt: sql`clock_timestamp() + make_interval(mins => ${limits.codeMinutes})`,
      })
      .returning({ id: smsCode.id });
    return row!.id;
  });
  const isSent = await sms.send(purpose, { phone, code, text: asked.text(code) }, id);
  if (isSent) return { token, sent: { resendSeconds: limits.codeResendSeconds, minutes: limits.codeMinutes } };
  await services.db
    .update(smsCode)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(eq(smsCode.id, id));
  throw new AppError('sms.failed', { code: 503, args: { seconds: limits.codeResendSeconds } });
}

const wrong = (): AppError => new AppError('account.codeWrong');

/** Counts the try, whatever becomes of it, and answers which code it was; refuses a wrong or dead one. */
async function checkCode(db: Db, given: GivenCode): Promise<number> {
  const { rows } = await db.execute<{ id: string; hash: Buffer }>(sql`
    update sms_code set tries = tries + 1
    where id = (select id from sms_code where phone = ${given.phone} and purpose = ${given.purpose}
        and request = ${requestOf(given.token)} order by id desc limit 1)
      and used_at is null and tries < ${limits.codeTries} and expires_at > clock_timestamp()
    returning id, code_hash as hash`);
  const [row] = rows;
  if (!row || !timingSafeEqual(hashOf(given), row.hash)) throw wrong();
  return Number(row.id);
}

/** Of two who use it at once one does. */
async function useCode(tx: Tx, id: number): Promise<void> {
  const [row] = await tx
    .update(smsCode)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(and(eq(smsCode.id, id), isNull(smsCode.usedAt)))
    .returning({ id: smsCode.id });
  if (!row) throw wrong();
}

/** Does what the code is for, once. Where the work fails the code stays good. */
export async function withCode<T>(
  { db }: Pick<Services, 'db'>,
  given: GivenCode,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const id = await checkCode(db, given);
  return inTransaction(db, async (tx) => {
    await useCode(tx, id);
    return work(tx);
  });
}
