/** Which account belongs to a person at the provider: by their identity, else by a claim, else a new one where that is allowed. */
import { randomBytes } from 'node:crypto';
import { customerFlag, cutText, limits, patterns } from '@loupe/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { hashPassword } from '../../core/password.ts';
import type { Services } from '../../core/services.ts';
import { rolePairs } from '../../core/sign-in-settings.ts';
import { identity, role, user } from '../../tables/account.ts';
import { engineerRole } from './first-start.ts';
import { isLastSuperAdmin } from './super-admin.ts';

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };
type Person = typeof user.$inferSelect;

const textOf = (claims: Claims, name: string): string | undefined => {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

async function byIdentity(tx: Tx, issuer: string, subject: string): Promise<Person | undefined> {
  const [row] = await tx
    .select({ person: user })
    .from(identity)
    .innerJoin(user, eq(user.id, identity.userId))
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject)));
  return row?.person;
}

/**
 * An e-mail address that the provider does not vouch for is nobody's. Two accounts with it: neither. Customers write down
 * any address they like: nobody is found by it, or they would be given somebody else's identity and role.
 */
async function byClaim(tx: Tx, claims: Claims, name: string): Promise<Person | undefined> {
  const value = textOf(claims, name);
  if (value === undefined || (name === 'email' && claims['email_verified'] !== true)) return undefined;
  const column = name === 'email' ? user.email : user.account;
  const isVouchedFor = name === 'email' ? ne(user.channelFlag, customerFlag) : undefined;
  const rows = await tx
    .select()
    .from(user)
    .where(and(sql`lower(${column}) = ${value.toLowerCase()}`, isNull(user.deletedAt), isVouchedFor))
    .limit(2);
  return rows.length === 1 ? rows[0] : undefined;
}

/** `claim value = name of a role`, the first that fits. Undefined: no map, or nothing in it fits. */
async function mappedRole(tx: Tx, { config }: Services, claims: Claims): Promise<number | undefined> {
  if (config.oidcRoleClaim === undefined || config.oidcRoleMap === undefined) return undefined;
  const held = [claims[config.oidcRoleClaim]].flat().map(String);
  const name = rolePairs(config.oidcRoleMap).find(([value]) => held.includes(value!))?.[1];
  if (name === undefined) return undefined;
  const [row] = await tx
    .select({ id: role.id })
    .from(role)
    .where(sql`lower(${role.name}) = ${name.toLowerCase()}`);
  return row?.id;
}

/** A name for a new account that the format allows and nobody has: of the claims, else of the subject. */
async function freeAccount(tx: Tx, claims: Claims): Promise<string> {
  const names = [textOf(claims, 'preferred_username'), textOf(claims, 'email'), `oidc_${claims.sub}`];
  for (const name of names) {
    if (name === undefined || name.length > 30 || !patterns.account.test(name)) continue;
    const taken = await tx // oxlint-disable-line no-await-in-loop
      .select({ id: user.id })
      .from(user)
      .where(sql`lower(${user.account}) = ${name.toLowerCase()} and ${user.deletedAt} is null`);
    if (taken.length === 0) return name;
  }
  return `oidc_${randomBytes(8).toString('hex')}`;
}

async function addPerson(tx: Tx, { config }: Services, claims: Claims, mapped: number | undefined): Promise<Person> {
  // with a map, whom it names nothing for may not in
  const [fallback] =
    config.oidcRoleMap === undefined
      ? await tx.select({ id: role.id }).from(role).where(eq(role.name, engineerRole))
      : [];
  const roleId = mapped ?? fallback?.id;
  if (roleId === undefined) throw new AppError('oidc.noRole');
  const email = claims['email_verified'] === true ? textOf(claims, 'email') : undefined;
  const [made] = await tx
    .insert(user)
    .values({
      account: await freeAccount(tx, claims),
      accountName: cutText(textOf(claims, 'name') ?? '', limits.nameShort) || null,
      email: email !== undefined && email.length <= 100 && patterns.email.test(email) ? email : null,
      // nobody knows it: this account signs in at the provider
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
      roleId,
    })
    .returning();
  await note(tx, { userId: made!.id }, 'user.add', `user/${made!.id}`, { by: 'oidc', roleId });
  return made!;
}

async function follow(tx: Tx, person: Person, roleId: number | undefined): Promise<Person> {
  if (roleId === undefined || roleId === person.roleId || (await isLastSuperAdmin(tx, person))) return person;
  await tx.update(user).set({ roleId }).where(eq(user.id, person.id));
  await note(tx, { userId: person.id }, 'user.role', `user/${person.id}`, {
    by: 'oidc',
    from: person.roleId,
    to: roleId,
  });
  return { ...person, roleId };
}

export async function personOfClaims(services: Services, issuer: string, claims: Claims): Promise<Person> {
  const { db, config } = services;
  return db.transaction(async (tx) => {
    // two first sign-ins of one person at once make one account
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${claims.sub}`}, 0))`);
    const known = await byIdentity(tx, issuer, claims.sub);
    if (known && !known.deletedAt) {
      if (!known.enabled) throw new AppError('account.disabled');
      return follow(tx, known, await mappedRole(tx, services, claims));
    }
    const matched = await byClaim(tx, claims, config.oidcClaim);
    if (matched && !matched.enabled) throw new AppError('account.disabled');
    // an account that was deleted is not made again by its owner
    if (!matched && (known || !config.oidcCreateUsers)) throw new AppError('oidc.unknown');
    const roleId = await mappedRole(tx, services, claims);
    const person = matched ? await follow(tx, matched, roleId) : await addPerson(tx, services, claims, roleId);
    await tx
      .insert(identity)
      .values({ userId: person.id, issuer, subject: claims.sub })
      .onConflictDoUpdate({ target: [identity.issuer, identity.subject], set: { userId: person.id } });
    return person;
  });
}
