/** What a signed-in person gets to know: who they are and the tree of menu entries they may open. */
import { menuIcons, menuTree, type MenuEntry, type SessionData } from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { menu, role, user } from '../../tables/account.ts';

/** The permitted part of the tree, as a session holds it. */
function entriesOf(rows: readonly (typeof menu.$inferSelect)[], permitted: ReadonlySet<string>): MenuEntry[] {
  const entry = ({
    key,
    menuComponent,
    nameZh,
    nameEn,
    icon,
    visible,
    children,
  }: (typeof tree)[number]): MenuEntry => ({
    key,
    menuComponent,
    nameZh,
    nameEn,
    icon: menuIcons.find((one) => one === icon) ?? null,
    visible,
    children: children.map(entry),
  });
  const tree = menuTree(rows, (component) => component === 'next' || permitted.has(component));
  return tree.map(entry);
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
    db.select().from(menu).orderBy(asc(menu.ordinal), asc(menu.id)),
  ]);
  const { user: person, roleName } = found(row);
  const { id, account: username, accountName, realName, phone, email } = person;
  return {
    user: { id, username, accountName, realName, phone, email, roleName, token },
    userId: id,
    userName: accountName ?? realName ?? username,
    username,
    channelFlag: person.channelFlag,
    menuList: entriesOf(menus, actor.permissions),
    mustChangePassword: person.mustChangePassword,
    mustComplete: person.mustComplete,
    mustBeApproved: person.mustBeApproved,
    toursSeen: person.toursSeen as string[],
  };
}
