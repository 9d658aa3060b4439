/** The own profile: what a person says of themselves. Phone and e-mail are in contact.ts. */
import type { Parsed, Profile, myCenter } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { role, user } from '../../tables/account.ts';
import { isEmailManaged } from './contact.ts';
import type { Sms } from './sms/index.ts';

export async function readProfile({ db, config }: Services, sms: Sms, actor: Actor): Promise<Profile> {
  const [row] = await db
    .select({ person: user, roleName: role.name })
    .from(user)
    .innerJoin(role, eq(role.id, user.roleId))
    .where(eq(user.id, actor.userId));
  const { person, roleName } = found(row);
  const { id, account, accountName, realName, company, landline, fax, postcode, phone, email } = person;
  return {
    id,
    account,
    roleName,
    accountName,
    realName,
    company,
    landline,
    fax,
    postcode,
    phone,
    email,
    createdAt: person.createdAt.toISOString(),
    lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
    hasCodes: sms.kind !== 'off',
    isEmailManaged: isEmailManaged(config),
  };
}

export async function updateProfile(
  services: Services,
  sms: Sms,
  actor: Actor,
  input: Parsed<typeof myCenter.profileUpdate>,
): Promise<Profile> {
  await services.db.update(user).set(input).where(eq(user.id, actor.userId));
  return readProfile(services, sms, actor);
}
