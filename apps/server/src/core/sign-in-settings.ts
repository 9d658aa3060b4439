/** Settings of the ways to sign in beside a password: single sign-on from another system, and OpenID Connect. */
import { z } from 'zod';
import { flag, optional, setting } from './setting.ts';

/** HTTPS, or HTTP on this machine. */
const secureAddress = z.string().refine((text) => {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}, 'must be an address that starts with https://');
const ownAddress = z
  .string()
  .refine((text) => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''), 'must be an http(s) address')
  .transform((text) => new URL(text).origin);
/** `value=role`, separated by commas, in order: the first that fits counts. */
export const rolePairs = (text: string): string[][] =>
  text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
const roleMap = z
  .string()
  .refine(
    (text) => rolePairs(text).every((pair) => pair.length === 2 && !pair.includes('')),
    'must be a list as group=role',
  );

export const signInSettings = {
  url: optional(
    'LOUPE_URL',
    ownAddress,
    'as the browser calls it',
    'Address at which people open Loupe, such as `https://loupe.example.com`. Set it behind a proxy if you use OpenID Connect.',
  ),
  ssoSecret: optional(
    'LOUPE_SSO_SECRET',
    z.string().min(32, 'must have at least 32 characters'),
    'single sign-on is off',
    'Secret that another system shares with Loupe for single sign-on (at least 32 characters); see `docs/operations.md`.',
    true,
  ),
  oidcIssuer: optional(
    'LOUPE_OIDC_ISSUER',
    secureAddress,
    'OpenID Connect is off',
    'Issuer of the OpenID Connect provider, such as `https://id.example.com/realms/plant`. Needs `LOUPE_OIDC_CLIENT_ID`; see `docs/operations.md`.',
  ),
  oidcClientId: optional(
    'LOUPE_OIDC_CLIENT_ID',
    z.string().min(1).max(500),
    'OpenID Connect is off',
    'Client ID that the provider gave to Loupe.',
  ),
  oidcClientSecret: optional(
    'LOUPE_OIDC_CLIENT_SECRET',
    z.string().min(1).max(1000),
    'none: a public client',
    'Client secret that the provider gave to Loupe.',
    true,
  ),
  oidcName: setting(
    'LOUPE_OIDC_NAME',
    z.string().max(30),
    'OpenID Connect',
    'What the button on the sign-in page calls the provider: *Sign in with …*',
  ),
  oidcScopes: setting(
    'LOUPE_OIDC_SCOPES',
    z.string().regex(/^openid( [\x21-\x7e]+)*$/, 'must begin with openid'),
    'openid profile email',
    'Scopes that are asked for, separated by spaces.',
  ),
  oidcClaim: setting(
    'LOUPE_OIDC_CLAIM',
    z.string().regex(/^[\w.:/-]{1,200}$/, 'must be the name of a claim'),
    'email',
    'Claim that finds the account of someone who signs in for the first time: `email` (must be verified) by e-mail, any other by account.',
  ),
  oidcCreateUsers: setting(
    'LOUPE_OIDC_CREATE_USERS',
    flag,
    'false',
    'Set to `true` to create an account for someone whom the provider knows and Loupe does not.',
  ),
  oidcRoleClaim: optional(
    'LOUPE_OIDC_ROLE_CLAIM',
    z.string().regex(/^[\w.:/-]{1,200}$/, 'must be the name of a claim'),
    'roles are given in Loupe',
    'Claim that decides the role, such as `groups`. Needs `LOUPE_OIDC_ROLE_MAP`.',
  ),
  oidcRoleMap: optional(
    'LOUPE_OIDC_ROLE_MAP',
    roleMap,
    'roles are given in Loupe',
    'Which value of that claim gives which role, such as `loupe-admins=super_admin,vision=engineer`. The first that fits counts, at each sign-in.',
  ),
} as const;
