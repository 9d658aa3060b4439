/** Signing in and out, the session data, and one's own password. */
import { z } from 'zod';
import { Id, Nothing, Password } from './core/fields.ts';
import { limits, locales } from './core/limits.ts';
import { menuIcons } from './core/menu-tree.ts';
import type { MessageKey } from './core/messages.ts';
import { patterns } from './core/patterns.ts';
import { route } from './core/route.ts';
import { SmsSenderKind } from './sms.ts';

/** A menu entry: `menuComponent` is the permission key. Names and icon: null where the product's own hold. */
export const MenuEntry = z.object({
  /** What it is, whatever it is called: two entries may be opened by one permission. */
  key: z.string(),
  menuComponent: z.string(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  icon: z.enum(menuIcons).nullable(),
  /** Whether it stands in the side bar. */
  visible: z.boolean(),
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
  /** A customer who has not told name, company and e-mail yet. */
  mustComplete: z.boolean(),
  /** A customer whom no administrator has approved yet. */
  mustBeApproved: z.boolean(),
  /** Ids of the guided tours that are not shown by themselves any more. */
  toursSeen: z.array(z.string()),
});
export type SessionData = z.infer<typeof SessionData>;

/** Why a sign-in at the provider came to nothing: what `failed` in the address of the sign-in page may say. */
export const signInFailures = [
  'oidc.off',
  'oidc.unreachable',
  'oidc.refused',
  'oidc.unknown',
  'oidc.noRole',
  'account.disabled',
  'failure',
] as const satisfies readonly MessageKey[];
export type SignInFailure = (typeof signInFailures)[number];

export const PublicConfig = z.object({
  /** Null where none is set: a first visit then follows the browser. */
  defaultLanguage: z.enum(locales).nullable(),
  version: z.string(),
  /** What the button for the OpenID Connect provider calls it; null where none is set up. */
  providerName: z.string().nullable(),
  /** How codes reach people. `off`: nobody registers, and no password is reset, by SMS. */
  codes: SmsSenderKind,
  /** Who operates this server, and how they are reached; null where it is not set. */
  operator: z.string().nullable(),
  contact: z.string().nullable(),
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
    input: z.object({
      account: z.string().trim().min(1).max(limits.nameLong),
      password: z.string().min(1).max(200),
      /** Stay signed in when the browser is closed. A form sends it as text. */
      remember: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
    }),
    output: SessionData,
    summary: 'Sign in by account or phone; JSON or form body',
  }),
  ssoLogin: route({
    method: 'POST',
    path: 'sysUser/sso/login',
    permission: 'public',
    needs: 'person',
    input: z.object({
      phone: z.string().regex(patterns.mobile),
      /** Unix time in seconds. */
      times: z.string().regex(patterns.unixSeconds),
      /** HMAC-SHA256 of `phone:times`, in lower-case hexadecimal. */
      sign: z.string().regex(patterns.sha256),
    }),
    output: SessionData,
    summary: 'Single sign-on from another system',
  }),
  oidcStart: route({
    method: 'GET',
    path: 'sysUser/oidc/start',
    kind: 'binary',
    permission: 'public',
    needs: 'person',
    input: z.object({ returnTo: z.string().max(2000).optional() }),
    output: Nothing,
    summary: 'Go to the OpenID Connect provider to sign in; for a browser',
  }),
  oidcCallback: route({
    method: 'GET',
    path: 'sysUser/oidc/callback',
    kind: 'binary',
    permission: 'public',
    needs: 'person',
    input: z.object({ state: z.string().max(1000).optional() }),
    output: Nothing,
    summary: 'Where the OpenID Connect provider sends the browser back to',
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
