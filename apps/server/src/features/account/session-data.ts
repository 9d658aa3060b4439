/** What a signed-in person gets to know: who they are and the tree of menu entries they may open. */
import type { MenuEntry, SessionData } from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { menu, role, user } from '../../tables/account.ts';

interface MenuRow {
  id: number;
  parentId: number | null;
  key: string;
}

/** The permitted part of the tree; an entry whose parent is not permitted moves up in its place. */
export function menuTree(rows: readonly MenuRow[], permitted: ReadonlySet<string>): MenuEntry[] {
  const below = (parent: number | null): MenuEntry[] =>
    rows
      .filter((row) => row.parentId === parent)
      .flatMap((row) => {
        const children = below(row.id);
        return permitted.has(row.key) ? [{ menuComponent: row.key, children }] : children;
      });
  return below(null);
}

export async function readSessionData(
  services: Services,
  actor: Pick<Actor, 'userId' | 'permissions'>,
  token: string | null,
): Promise<SessionData> {
  const { db } = services;
  const [[row], menus] = await Promise.all([
    db
      .select({ user, roleName: role.name })
      .from(user)
      .innerJoin(role, eq(role.id, user.roleId))
      .where(eq(user.id, actor.userId)),
    db
      .select({ id: menu.id, parentId: menu.parentId, key: menu.key })
      .from(menu)
      .orderBy(asc(menu.ordinal), asc(menu.id)),
  ]);
  const { user: person, roleName } = found(row);
  const { id, account: username, accountName, realName, phone, email } = person;
  return {
    user: { id, username, accountName, realName, phone, email, roleName, token },
    userId: id,
    userName: accountName ?? realName ?? username,
    username,
    channelFlag: person.channelFlag,
    menuList: menuTree(menus, actor.permissions),
    mustChangePassword: person.mustChangePassword,
    mustComplete: person.mustComplete,
    mustBeApproved: person.mustBeApproved,
    toursSeen: person.toursSeen as string[],
  };
}
