/** My center: the own profile, phone and e-mail, sessions, and access tokens for programs. */
import { z } from 'zod';
import { Count, Id, Name30, Nothing, PersonName, Time, StoredName } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { patterns } from './core/patterns.ts';
import { onlyReads } from './core/need.ts';
import { Mobile } from './core/phone.ts';
import { route, type Route } from './core/route.ts';
import { CodeSent } from './sms.ts';

/** A field that may be left empty: null then. */
const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);
const Landline = z.string().trim().regex(patterns.phoneOrLandline);
const Fax = z.string().trim().regex(patterns.fax);
const Postcode = z.string().trim().regex(patterns.postcode);
export const Company = z.string().trim().normalize('NFC').max(limits.nameLong).regex(patterns.line);
export const Email = z.string().trim().max(100).regex(patterns.email);

export const ProfileInput = z.object({
  accountName: optional(PersonName),
  realName: optional(PersonName),
  company: optional(Company),
  landline: optional(Landline),
  fax: optional(Fax),
  postcode: optional(Postcode),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

export const Profile = z.object({
  id: Id,
  account: z.string(),
  roleName: z.string(),
  accountName: z.string().nullable(),
  realName: z.string().nullable(),
  company: z.string().nullable(),
  landline: z.string().nullable(),
  fax: z.string().nullable(),
  postcode: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: Time,
  lastSignInAt: Time.nullable(),
  /** Whether this server sends codes by SMS; without them an administrator changes the phone number. */
  hasCodes: z.boolean(),
  /** A provider's e-mail finds accounts here: an administrator changes it. */
  isEmailManaged: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const OwnSession = z.object({
  id: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  /** As far as the browser says; null where it does not. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  remembered: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
});
export type OwnSession = z.infer<typeof OwnSession>;

/** What an access token may do: `read` calls that only read, `write` all that its owner may, `online` online detection. */
export const tokenScopes = ['read', 'write', 'online'] as const;
export type TokenScope = (typeof tokenScopes)[number];
type Called = Pick<Route, 'needs' | 'alsoWrites' | 'isOnline'>;
const covers: { readonly [S in TokenScope]: (route: Called) => boolean } = {
  read: ({ needs, alsoWrites = false }) => onlyReads(needs) && !alsoWrites,
  write: () => true,
  online: ({ isOnline = false }) => isOnline,
};
/**
 * Why a token of these scopes may not make a call; null where it may. `person`: accounts, passwords, tokens and sessions
 * are managed by people alone.
 */
export const tokenRefusal = (scopes: readonly TokenScope[], route: Called): 'token.account' | 'token.scope' | null => {
  if (route.needs === 'person') return 'token.account';
  return scopes.some((scope) => covers[scope](route)) ? null : 'token.scope';
};

export const AccessToken = z.object({
  id: Id,
  name: StoredName,
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: Time,
  /** Null: until it is revoked. */
  expiresAt: Time.nullable(),
  hasExpired: z.boolean(),
  lastUsedAt: Time.nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const AccessTokenInput = z.object({
  name: Name30,
  scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
  /** Null: until it is revoked. */
  days: z.int().min(1).max(limits.tokenDays).nullable(),
});

const OwnPassword = z.string().min(1).max(200);
const Code = z.string().trim().regex(patterns.verificationCode);
const own = { method: 'POST', permission: 'next', needs: 'person' } as const;

export const myCenter = {
  profile: route({
    ...own,
    path: 'sysUser/profile',
    needs: 'read',
    input: z.object({}),
    output: Profile,
    summary: 'Your own profile',
  }),
  profileUpdate: route({
    ...own,
    path: 'sysUser/profile/update',
    input: ProfileInput,
    output: Profile,
    summary: 'Change your own profile',
  }),
  phoneSendCode: route({
    ...own,
    path: 'sysUser/phone/sendCode',
    input: z.object({ password: OwnPassword, phone: Mobile }),
    output: CodeSent,
    summary: 'Send a code to the phone number that is to become yours, with the password',
  }),
  phoneChange: route({
    ...own,
    path: 'sysUser/phone/change',
    input: z.object({ phone: Mobile, code: Code }),
    output: Nothing,
    summary: 'Change your own phone number, with the code that was sent to it. Your other sessions end',
  }),
  emailSendCode: route({
    ...own,
    path: 'sysUser/email/sendCode',
    input: z.object({ password: OwnPassword }),
    output: CodeSent,
    summary: 'Send a code to your phone, for a change of your e-mail address',
  }),
  emailChange: route({
    ...own,
    path: 'sysUser/email/change',
    /** `code`: needed where `emailSendCode` can send one, that is with SMS and a phone number. */
    input: z.object({ password: OwnPassword, email: optional(Email), code: optional(Code) }),
    output: Nothing,
    summary: 'Change your own e-mail address, with the password and a code sent to your phone',
  }),
  sessionList: route({
    ...own,
    path: 'sysUser/session/list',
    input: z.object({}),
    output: z.array(OwnSession),
    summary: 'Where you are signed in, newest use first',
  }),
  sessionEnd: route({
    ...own,
    path: 'sysUser/session/end',
    input: z.object({ id: z.string().max(50) }),
    output: Nothing,
    summary: 'End one of your sessions',
  }),
  sessionEndOthers: route({
    ...own,
    path: 'sysUser/session/endOthers',
    input: z.object({}),
    output: z.object({ ended: Count }),
    summary: 'End all your sessions but this one',
  }),
  tokenList: route({
    ...own,
    path: 'sysUser/token/list',
    input: z.object({}),
    output: z.array(AccessToken),
    summary: 'Your access tokens for programs',
  }),
  tokenAdd: route({
    ...own,
    path: 'sysUser/token/add',
    input: AccessTokenInput,
    /** The token itself is told this once. */
    output: z.object({ token: z.string(), row: AccessToken }),
    summary: 'Create an access token. It is shown once',
  }),
  tokenRevoke: route({
    ...own,
    path: 'sysUser/token/revoke',
    input: z.object({ id: Id }),
    output: Nothing,
    summary: 'Revoke an access token',
  }),
};
