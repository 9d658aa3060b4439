/** Devices on which a person signed in before: what others guess does not slow them down. A cookie says so, signed by the server. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { account, limits, routeUrl } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { setting } from '../../tables/account.ts';

export const deviceCookie = 'loupe_device';
const secretSetting = 'account.deviceSecret';
/** People whom one browser remembers; at a shared terminal several take turns. */
const mostPeople = 5;
const dayMs = 86_400_000;
const Entry = /^(\d{1,16})-([0-9a-f]{16})-(\d{1,6})-([0-9a-f]{64})$/;

interface Known {
  userId: number;
  /** Random: names the device, so that attempts from it can be counted. */
  device: string;
  /** When it last signed in, in days. */
  day: number;
}

export interface Devices {
  /** The device, where this person signed in on it not too long ago. */
  known: (cookie: string | undefined, userId: number | undefined) => Promise<string | undefined>;
  /** The cookie after a sign-in. */
  after: (cookie: string | undefined, userId: number) => Promise<string>;
}

/** The secret is made once for an installation; whoever is faster makes it for all. */
async function readSecret(db: Db): Promise<string> {
  const value = randomBytes(32).toString('hex');
  await db.insert(setting).values({ key: secretSetting, value }).onConflictDoNothing();
  const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, secretSetting));
  return z.string().parse(row?.value);
}

export function makeDevices(db: Db, now: () => number = Date.now): Devices {
  let secret: Promise<string> | undefined;
  const today = () => Math.floor(now() / dayMs);
  const sign = async ({ userId, device, day }: Known): Promise<string> => {
    secret ??= readSecret(db).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    const text = `${userId}-${device}-${day}`;
    return `${text}-${createHmac('sha256', await secret)
      .update(text)
      .digest('hex')}`;
  };
  const read = async (cookie: string | undefined): Promise<Known[]> => {
    const people: Known[] = [];
    for (const text of (cookie ?? '').split('.').slice(0, mostPeople)) {
      const [, id, device, day] = Entry.exec(text) ?? [];
      if (!id || !device || !day) continue;
      const one = { userId: Number(id), device, day: Number(day) };
      // at most five; each needs the secret
      // oxlint-disable-next-line no-await-in-loop
      const isOurs = timingSafeEqual(Buffer.from(await sign(one)), Buffer.from(text));
      if (isOurs && one.day > today() - limits.deviceDays) people.push(one);
    }
    return people;
  };
  return {
    known: async (cookie, userId) => (await read(cookie)).find((one) => one.userId === userId)?.device,
    after: async (cookie, userId) => {
      const people = await read(cookie);
      const device = people.find((one) => one.userId === userId)?.device ?? randomBytes(8).toString('hex');
      const others = people.filter((one) => one.userId !== userId).slice(0, mostPeople - 1);
      return (await Promise.all([{ userId, device, day: today() }, ...others].map(sign))).join('.');
    },
  };
}

export function setDeviceCookie(services: Services, reply: FastifyReply, value: string): void {
  void reply.setCookie(deviceCookie, value, {
    // it is for signing in and nothing else
    path: routeUrl(account.login),
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.secureCookie,
    maxAge: limits.deviceDays * 86_400,
  });
}
