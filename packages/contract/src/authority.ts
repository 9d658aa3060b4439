/** Users and roles: who may sign in, and what they may do. */
import { z } from 'zod';
import {
  ById,
  Count,
  Description,
  Id,
  Name30,
  Nothing,
  Password,
  PersonName,
  SearchText,
  Time,
  StoredName,
} from './core/fields.ts';
import { limits } from './core/limits.ts';
import type { Words } from './core/messages.ts';
import { pageInput, pageOf } from './core/paging.ts';
import { patterns } from './core/patterns.ts';
import { permissionKeys } from './core/permission.ts';
import { Mobile } from './core/phone.ts';
import { route } from './core/route.ts';
import { Email } from './my-center.ts';

/** For whom an account is shown, or not. */
export const userStates = ['enabled', 'disabled'] as const;
const Account = z.string().trim().max(limits.nameShort).regex(patterns.account);
const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);

export const User = z.object({
  id: Id,
  account: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  realName: z.string().nullable(),
  /** What the person calls themselves. */
  accountName: z.string().nullable(),
  roleId: Id,
  roleName: z.string(),
  enabled: z.boolean(),
  /** Projects that the person owns, also those in the bin: somebody takes them over before the account is deleted. */
  projects: Count,
  /** 3: registered by themselves, a customer; else 0. */
  channelFlag: z.int(),
  lastSignInAt: Time.nullable(),
  createdAt: Time,
  /** Whether who asks holds all the rights of this person, and so may change their account. */
  mayManage: z.boolean(),
});
export type User = z.infer<typeof User>;

/** What an administrator gives, beside the password. */
const UserFields = z.object({
  account: Account,
  phone: optional(Mobile),
  email: optional(Email),
  realName: optional(PersonName),
  roleId: Id,
});

export const Role = z.object({
  id: Id,
  name: StoredName,
  description: Description,
  users: Count,
  permissions: z.array(z.enum(permissionKeys)),
  /** Of the first start: it keeps its name and is not deleted. */
  builtIn: z.boolean(),
  /** The super admin, who always has every permission. */
  isFixed: z.boolean(),
  /** Whether who asks holds all its permissions, and so may change it. */
  mayManage: z.boolean(),
});
export type Role = z.infer<typeof Role>;

/** What the roles of the first start are called; others are shown by the name that they were given. */
const roleTitles: Readonly<Record<string, Words>> = {
  super_admin: { zh: '超级管理员', en: 'Super admin' },
  customer: { zh: '客户', en: 'Customer' },
  engineer: { zh: '工程师', en: 'Engineer' },
};
/** Their descriptions, as long as nobody has changed them. */
const roleDescriptions: readonly Words[] = [
  { zh: '可执行全部操作，可查看所有人的数据', en: 'May do everything and sees all data' },
  { zh: '使用自己的数据构建模型', en: 'Builds models with own data' },
  { zh: '自行注册，使用自己的数据', en: 'Registered by themselves; work with own data' },
];
export const roleDescription = (text: string): Words =>
  roleDescriptions.find(({ en }) => en === text) ?? { zh: text, en: text };

export const roleTitle = (name: string): Words =>
  Object.hasOwn(roleTitles, name) ? roleTitles[name]! : { zh: name, en: name };

const RoleFields = z.object({
  name: Name30,
  description: Description.default(''),
  permissions: z.array(z.enum(permissionKeys)).max(permissionKeys.length),
});

const roles = { method: 'POST', permission: 'sys/role/pageList', needs: 'person' } as const;
const users = { method: 'POST', permission: 'sys/user/list', needs: 'person' } as const;

export const authority = {
  userList: route({
    ...users,
    path: 'sys/user/list',
    needs: 'read',
    input: pageInput({ account: SearchText.optional(), roleId: Id.optional(), state: z.enum(userStates).optional() }, [
      'account',
      'createdAt',
      'lastSignInAt',
    ]),
    output: pageOf(User),
    summary: 'Users; `account` is found in account, name, phone and e-mail',
  }),
  roleChoice: route({
    ...users,
    path: 'sys/user/roleChoice',
    needs: 'read',
    input: pageInput({ name: SearchText.optional() }, ['name']),
    output: pageOf(z.object({ id: Id, name: z.string() })),
    summary: 'Roles that you may give: those without a permission that you lack',
  }),
  userAdd: route({
    ...users,
    path: 'sys/user/add',
    input: UserFields.extend({ password: Password }),
    output: User,
    summary: 'Add a user, who changes the password at the first sign-in',
  }),
  userUpdate: route({
    ...users,
    path: 'sys/user/update',
    input: UserFields.extend({ id: Id }),
    output: User,
    summary: "Change a user's account, data or role",
  }),
  userSetEnabled: route({
    ...users,
    path: 'sys/user/setEnabled',
    input: ById.extend({ enabled: z.boolean() }),
    output: Nothing,
    summary: 'Enable or disable a user; disabling ends the sessions with 20011',
  }),
  userResetPassword: route({
    ...users,
    path: 'sys/user/resetPassword',
    input: ById.extend({ password: Password }),
    output: Nothing,
    summary: "Set a user's password, to be changed at the next sign-in; the sessions end with 20011",
  }),
  userDelete: route({
    ...users,
    path: 'sys/user/delete',
    /** Who takes over the projects; needed where there are any. */
    input: ById.extend({ heirId: optional(Id) }),
    output: z.object({ projects: Count }),
    summary: 'Delete a user; somebody takes over the projects, and the sessions end with 20011',
  }),
  roleList: route({
    ...roles,
    path: 'sys/role/pageList',
    needs: 'read',
    input: pageInput({ name: SearchText.optional() }, ['name']),
    output: pageOf(Role),
    summary: 'Roles with their permissions',
  }),
  roleAdd: route({
    ...roles,
    path: 'sys/role/add',
    input: RoleFields,
    output: Role,
    summary: 'Add a role, with permissions that you hold',
  }),
  roleUpdate: route({
    ...roles,
    path: 'sys/role/update',
    input: RoleFields.extend({ id: Id }),
    output: Role,
    summary: 'Change a role; its users have the permissions with their next request',
  }),
  roleDelete: route({
    ...roles,
    path: 'sys/role/delete',
    input: ById,
    output: Nothing,
    summary: 'Delete a role that no user has',
  }),
};
