/** What the route guard decides, apart from the router so that it can be tested. */
import { permits, type RoutePermission } from '@loupe/contract';

export interface GuardFacts {
  signedIn: boolean;
  mustChangePassword: boolean;
  keys: ReadonlySet<string>;
}
export type GuardAnswer = 'pass' | 'login' | 'denied';

/** `next` passes for everybody who is signed in; any other key must be among the menu permissions. */
export const guard = (required: RoutePermission, facts: GuardFacts): GuardAnswer => {
  if (required === 'public') return 'pass';
  if (!facts.signedIn || facts.mustChangePassword) return 'login';
  return permits(facts.keys, required) ? 'pass' : 'denied';
};

/** A path of this app to return to after sign-in; anything else leads to the dashboard. */
export const safeReturn = (from: string | undefined): string =>
  from !== undefined && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard';
