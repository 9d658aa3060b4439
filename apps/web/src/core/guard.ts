/** What the route guard decides, apart from the router so that it can be tested. */
import { permits, type RoutePermission } from '@loupe/contract';

export interface GuardFacts {
  signedIn: boolean;
  /** Something is to be done, or waited for, before anything else: on the sign-in page. */
  hasSteps: boolean;
  keys: ReadonlySet<string>;
}
export type GuardAnswer = 'pass' | 'login' | 'denied';

/** `next` passes for everybody who is signed in; any other key must be among the menu permissions. */
export const guard = (required: RoutePermission, facts: GuardFacts): GuardAnswer => {
  if (required === 'public') return 'pass';
  if (!facts.signedIn || facts.hasSteps) return 'login';
  return permits(facts.keys, required) ? 'pass' : 'denied';
};

const ssoKeys: readonly string[] = ['phone', 'sign', 'times'];

/** The search text without what a single sign-on came with: it signs somebody in, and belongs in no other address. */
export const withoutSso = (search: string): string => {
  const params = new URLSearchParams(search);
  if (!ssoKeys.some((key) => params.has(key))) return search;
  for (const key of ssoKeys) params.delete(key);
  const rest = params.toString();
  return rest === '' ? '' : `?${rest}`;
};

/** What another system vouches with for the person who follows its link. */
export interface SsoLink {
  phone: string;
  sign: string;
  times: string;
}

/** Of the dashboard alone: null where the address is another one, or lacks a part. Each part must be there once. */
export const readSsoLink = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): SsoLink | null => {
  if (pathname !== '/dashboard') return null;
  const params = new URLSearchParams(search);
  const [phone, sign, times] = (['phone', 'sign', 'times'] as const).map((key) => {
    const values = params.getAll(key);
    return values.length === 1 ? values[0]! : '';
  });
  return phone && sign && times ? { phone, sign, times } : null;
};

/** The search of /login that leads back here after sign-in; the dashboard needs none. */
export const returnSearch = (pathname: string, search: string): { from?: string } => {
  const from = `${pathname}${withoutSso(search)}`;
  return from === '/dashboard' ? {} : { from };
};

/** A path of this app to return to after sign-in; anything else leads to the dashboard. */
export const safeReturn = (from: string | undefined): string => {
  if (from === undefined || !/^\/(?![/\\])/.test(from) || from.startsWith('/login')) return '/dashboard';
  const at = from.indexOf('?');
  return at < 0 ? from : `${from.slice(0, at)}${withoutSso(from.slice(at))}`;
};
