/** Menus: what the entries of the side bar are called, how they look, where they stand and whether they are shown. */
import {
  adminGroup,
  menuIcons,
  menuTree,
  type Menu,
  type MenuIcon,
  type Parsed,
  type menuRoutes,
} from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { menu } from '../../tables/account.ts';

type Routes = typeof menuRoutes;
const ordered = [asc(menu.ordinal), asc(menu.id)];

const iconOf = (icon: string | null): MenuIcon | null => menuIcons.find((one) => one === icon) ?? null;

/** Every entry, in its place. */
export async function listMenus({ db }: Services): Promise<Menu[]> {
  const rows = await db
    .select({
      id: menu.id,
      parentId: menu.parentId,
      key: menu.key,
      nameZh: menu.nameZh,
      nameEn: menu.nameEn,
      icon: menu.icon,
      visible: menu.visible,
    })
    .from(menu)
    .orderBy(...ordered);
  return menuTree(rows.map((row) => ({ ...row, icon: iconOf(row.icon) })));
}

/** All entries, locked. They are read after the lock: what was sorted while it waited would be in the order of before. */
async function lockMenus(tx: Tx) {
  await tx.select({ id: menu.id }).from(menu).orderBy(asc(menu.id)).for('update');
  return tx
    .select({ id: menu.id, parentId: menu.parentId, key: menu.key })
    .from(menu)
    .orderBy(...ordered);
}

/** Without these nobody would find the page on which they are shown again. */
const alwaysShown: ReadonlySet<string> = new Set([adminGroup, 'sys/menu/list']);

export async function updateMenu({ db }: Services, actor: Actor, input: Parsed<Routes['menuUpdate']>): Promise<void> {
  const { id, ...chosen } = input;
  await db.transaction(async (tx) => {
    const [row] = await tx.select({ key: menu.key }).from(menu).where(eq(menu.id, id)).for('update');
    const { key } = found(row);
    if (!chosen.visible && alwaysShown.has(key)) throw new AppError('menu.alwaysShown');
    await tx.update(menu).set(chosen).where(eq(menu.id, id));
    await note(tx, actor, 'menu.update', `menu/${id}`, { key, ...chosen });
  });
}

export async function moveMenu({ db }: Services, actor: Actor, { id, to }: Parsed<Routes['menuMove']>): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await lockMenus(tx);
    const { parentId, key } = found(rows.find((row) => row.id === id));
    const siblings = rows.filter((row) => row.parentId === parentId);
    const at = siblings.findIndex((row) => row.id === id);
    const next = at + (to === 'up' ? -1 : 1);
    // the first one does not move up, nor the last one down
    if (next < 0 || next >= siblings.length) return;
    [siblings[at], siblings[next]] = [siblings[next]!, siblings[at]!];
    for (const [ordinal, row] of siblings.entries())
      // one connection: in turn
      // oxlint-disable-next-line no-await-in-loop
      await tx.update(menu).set({ ordinal }).where(eq(menu.id, row.id));
    await note(tx, actor, 'menu.update', `menu/${id}`, { key, moved: to });
  });
}
