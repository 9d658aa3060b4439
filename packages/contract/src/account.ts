/** Signing in and out, the session data, and one's own password. */
import { z } from 'zod';
import { Id, Nothing, Password } from './core/fields.ts';
import { limits, locales } from './core/limits.ts';
import { route } from './core/route.ts';

/** A menu entry: `menuComponent` is the permission key. */
export const MenuEntry = z.object({
  menuComponent: z.string(),
  get children() {
    return z.array(MenuEntry);
  },
});
export type MenuEntry = z.infer<typeof MenuEntry>;

/** What the specification lists as session data after sign-in. */
export const SessionData = z.object({
  user: z.object({
    id: Id,
    username: z.string(),
    accountName: z.string().nullable(),
    realName: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    roleName: z.string(),
    /** Opaque session token; also set as HttpOnly cookie. Null when the session is only read again. */
    token: z.string().nullable(),
  }),
  userId: Id,
  /** accountName, else realName, else the account. */
  userName: z.string(),
  username: z.string(),
  channelFlag: z.int(),
  menuList: z.array(MenuEntry),
  /** The password was generated and must be changed before anything else. */
  mustChangePassword: z.boolean(),
  /** Ids of the guided tours that are not shown by themselves any more. */
  toursSeen: z.array(z.string()),
});
export type SessionData = z.infer<typeof SessionData>;

export const PublicConfig = z.object({
  /** Null where none is set: a first visit then follows the browser. */
  defaultLanguage: z.enum(locales).nullable(),
  version: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const account = {
  publicConfig: route({
    method: 'GET',
    path: 'sys/publicConfig',
    permission: 'public',
    needs: 'read',
    input: z.object({}),
    output: PublicConfig,
    summary: 'Default language and version, for the sign-in page',
  }),
  login: route({
    method: 'POST',
    path: 'sysUser/login',
    permission: 'public',
    needs: 'person',
    input: z.object({ account: z.string().trim().min(1).max(limits.nameLong), password: z.string().min(1).max(200) }),
    output: SessionData,
    summary: 'Sign in by account or phone; JSON or form body',
  }),
  logout: route({
    method: 'POST',
    path: 'sysUser/logout',
    permission: 'next',
    needs: 'person',
    input: z.object({}),
    output: Nothing,
    summary: 'End this session',
  }),
  userInfo: route({
    method: 'POST',
    path: 'sysUser/getUserInfo',
    permission: 'next',
    needs: 'read',
    input: z.object({}),
    output: SessionData,
    summary: 'Session data of the signed-in user',
  }),
  changePassword: route({
    method: 'POST',
    path: 'sysUser/changePassword',
    permission: 'next',
    needs: 'person',
    input: z.object({ oldPassword: z.string().min(1).max(200), newPassword: Password }),
    output: Nothing,
    summary: 'Change your own password. Your other sessions end',
  }),
};
