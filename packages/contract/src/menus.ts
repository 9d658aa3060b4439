/** Menus: the entries from which the side bar is made, with their names, icons and order. */
import { z } from 'zod';
import { ById, Id, Nothing } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { menuIcons } from './core/menu-tree.ts';
import { patterns } from './core/patterns.ts';
import { route } from './core/route.ts';

const EntryName = z.string().trim().normalize('NFC').min(1).max(limits.nameShort).regex(patterns.line);

/** What an administrator chooses; null where the product's own name or icon holds. */
const Chosen = z.object({
  nameZh: EntryName.nullable(),
  nameEn: EntryName.nullable(),
  icon: z.enum(menuIcons).nullable(),
  /** Whether it stands in the side bar. Its pages stay open to those who have the permission. */
  visible: z.boolean(),
});

export const Menu = Chosen.extend({
  id: Id,
  /** What it is, whatever it is called. */
  key: z.string(),
  /** The permission key that opens it. */
  menuComponent: z.string(),
  get children() {
    return z.array(Menu);
  },
});
export type Menu = z.infer<typeof Menu>;

const menus = { method: 'POST', permission: 'sys/menu/list', needs: 'person' } as const;

export const menuRoutes = {
  menuList: route({
    ...menus,
    path: 'sys/menu/list',
    needs: 'read',
    input: z.object({}),
    output: z.array(Menu),
    summary: 'Menu entries as a tree',
  }),
  menuUpdate: route({
    ...menus,
    path: 'sys/menu/update',
    input: Chosen.extend({ id: Id }),
    output: Nothing,
    summary: 'Name a menu entry, choose its icon, show or hide it',
  }),
  menuMove: route({
    ...menus,
    path: 'sys/menu/move',
    input: ById.extend({ to: z.enum(['up', 'down']) }),
    output: Nothing,
    summary: 'Move a menu entry before or behind the one next to it',
  }),
};
