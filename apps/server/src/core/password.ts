/** Passwords: argon2id hashes, few at a time, and the same work for accounts that do not exist. */
import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';
import { AppError } from './errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (argon2id is the default algorithm). */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes about 20 ms of a core: two at a time leave the rest of the server responsive. */
const atOnce = 2;
const maxWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) throw new AppError('rate.limited', { code: 429, args: { seconds: 5 } });
    // Whoever ends hands the place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let dummy: Promise<string> | undefined;

/** True when the password belongs to the hash. Without a hash it takes as long and is false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await dummy);
  const same = await inTurn(() => verify(against, password).catch(() => false));
  return same && passwordHash !== undefined;
}

/** Without characters that are mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password that obeys the 6-20 rule: 16 characters, about 92 bits. */
export const generatePassword = (): string =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
