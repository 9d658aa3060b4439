/** People and roles for tests, put into the database as rows. */
import { permissionKeys, type MemberLevel, type PermissionKey } from '@loupe/contract';
import { hash } from '@node-rs/argon2';
import { startSession } from '../core/session.ts';
import type { Db } from '../core/db.ts';
import { role, rolePermission, user } from '../tables/account.ts';
import { projectMember } from '../tables/projects.ts';

export const testPassword = 'right-Pass1';
export const engineerKeys = permissionKeys.filter((key) => key !== 'allData' && !key.startsWith('sys/'));

export interface TestPerson {
  id: number;
  account: string;
  roleId: number;
  /** Token of a session that is already there. */
  token: string;
}

// Cheap on purpose: what is tested is never the strength of the hash.
const passwordHash = hash(testPassword, { memoryCost: 1024, timeCost: 1, parallelism: 1 });

/** A user with a role of the same name that holds these keys, signed in. */
export async function addPerson(
  db: Db,
  account: string,
  keys: readonly PermissionKey[],
  fields: Partial<typeof user.$inferInsert> = {},
): Promise<TestPerson> {
  const [madeRole] = await db
    .insert(role)
    .values({ name: `role_${account}` })
    .returning({ id: role.id });
  const roleId = madeRole!.id;
  if (keys.length > 0) await db.insert(rolePermission).values(keys.map((key) => ({ roleId, key })));
  const [made] = await db
    .insert(user)
    .values({ account, passwordHash: await passwordHash, roleId, ...fields })
    .returning({ id: user.id });
  const id = made!.id;
  return { id, account, roleId, token: await startSession(db, id) };
}

/** An engineer with whom a project is shared. */
export async function addMember(
  db: Db,
  projectId: number,
  level: MemberLevel,
  account: string,
  keys: readonly PermissionKey[] = engineerKeys,
): Promise<TestPerson> {
  const person = await addPerson(db, account, keys);
  await db.insert(projectMember).values({ projectId, userId: person.id, level });
  return person;
}
