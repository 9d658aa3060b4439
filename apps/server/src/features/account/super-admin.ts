/** The last super admin keeps their rights: nobody else could give them back. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { role, user } from '../../tables/account.ts';
import { superAdminRole } from './first-start.ts';

/**
 * Of two who are disabled, deleted or given another role at the same moment the second is asked after the first is done: the
 * row of the role is the lock. It is taken before that of any person.
 */
export async function lockSuperAdmins(tx: Tx): Promise<void> {
  await tx.select({ id: role.id }).from(role).where(eq(role.name, superAdminRole)).for('update');
}

/** True where nobody else with the role can sign in. */
export async function isLastSuperAdmin(tx: Tx, person: { id: number; roleId: number }): Promise<boolean> {
  await lockSuperAdmins(tx);
  const [held] = await tx.select({ name: role.name }).from(role).where(eq(role.id, person.roleId));
  if (held?.name !== superAdminRole) return false;
  const [other] = await tx
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        eq(user.roleId, person.roleId),
        ne(user.id, person.id),
        eq(user.enabled, true),
        isNull(user.deletedAt),
        // who waits for approval can do nothing yet
        eq(user.mustComplete, false),
        eq(user.mustBeApproved, false),
      ),
    )
    .limit(1);
  return other === undefined;
}
