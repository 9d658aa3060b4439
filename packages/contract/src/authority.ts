/** Users and roles, as far as an administrator needs them to let others in. */
import { z } from 'zod';
import { ById, Count, Description, Id, Name30, Nothing, Password, SearchText, Time } from './core/fields.ts';
import type { Words } from './core/messages.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { patterns } from './core/patterns.ts';
import { permissionKeys } from './core/permission.ts';
import { route } from './core/route.ts';

export const User = z.object({
  id: Id,
  account: z.string(),
  phone: z.string().nullable(),
  realName: z.string().nullable(),
  roleId: Id,
  roleName: z.string(),
  enabled: z.boolean(),
  createdAt: Time,
});
export type User = z.infer<typeof User>;

export const Role = z.object({
  id: Id,
  name: Name30,
  description: Description,
  users: Count,
  permissions: z.array(z.enum(permissionKeys)),
});
export type Role = z.infer<typeof Role>;

/** What the roles of the first start are called; others are shown by the name that they were given. */
const roleTitles: Readonly<Record<string, Words>> = {
  super_admin: { zh: '超级管理员', en: 'Super admin' },
  engineer: { zh: '工程师', en: 'Engineer' },
};
export const roleTitle = (name: string): Words => roleTitles[name] ?? { zh: name, en: name };

export const authority = {
  userList: route({
    method: 'POST',
    path: 'sys/user/list',
    permission: 'sys/user/list',
    needs: 'read',
    input: pageInput({ account: SearchText.optional() }, ['account', 'createdAt']),
    output: pageOf(User),
    summary: 'Users',
  }),
  userAdd: route({
    method: 'POST',
    path: 'sys/user/add',
    permission: 'sys/user/list',
    needs: 'person',
    input: z.object({
      account: z.string().trim().max(30).regex(patterns.account),
      password: Password,
      phone: z.string().regex(patterns.mobile).nullable().default(null),
      realName: Name30.nullable().default(null),
      roleId: Id,
    }),
    output: User,
    summary: 'Add a user',
  }),
  userSetEnabled: route({
    method: 'POST',
    path: 'sys/user/setEnabled',
    permission: 'sys/user/list',
    needs: 'person',
    input: ById.extend({ enabled: z.boolean() }),
    output: Nothing,
    summary: 'Enable or disable a user; disabling ends the sessions with 20011',
  }),
  userResetPassword: route({
    method: 'POST',
    path: 'sys/user/resetPassword',
    permission: 'sys/user/list',
    needs: 'person',
    input: ById.extend({ password: Password }),
    output: Nothing,
    summary: "Set a user's password; the sessions end with 20011",
  }),
  roleList: route({
    method: 'POST',
    path: 'sys/role/pageList',
    permission: 'sys/role/pageList',
    needs: 'read',
    input: pageInput({ name: SearchText.optional() }, ['name']),
    output: pageOf(Role),
    summary: 'Roles with their permissions',
  }),
};
