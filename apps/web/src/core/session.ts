/**
 * Who is signed in. The session itself is an HttpOnly cookie; the token from the answer to a sign-in is held in memory
 * only, for the `authorization` header of the specification, and is gone after a reload (the cookie remains).
 */
import { permits, type MenuEntry, type RoutePermission, type SessionData } from '@loupe/contract';
import { forgetSearches, rememberFor } from './remembered.ts';
import { makeStore, useStore } from './store.ts';

type Opened = Pick<MenuEntry, 'menuComponent'> & { children: readonly Opened[] };
/** Every permission key of a menu tree. */
export const menuKeys = (menu: readonly Opened[]): ReadonlySet<string> =>
  new Set(menu.flatMap((entry) => [entry.menuComponent, ...menuKeys(entry.children)]));

let token: string | null = null;
let keys: ReadonlySet<string> = new Set();

export const sessionStore = makeStore<SessionData | null>(null, (data) => {
  keys = data ? menuKeys(data.menuList) : new Set();
  rememberFor(data?.userId ?? null);
});

/** The specification's flag of a session that another system vouched for: the page then says who one is signed in as. */
export const warnStore = makeStore(false);

/**
 * Why the session is over, where the page stays: what is half done there would be lost. Null: it is not, or the page was left.
 */
export const overStore = makeStore<string | null>(null);

/** Nobody is signed in because the person said so here; else the session was over, or there was none. */
export const outStore = makeStore(false);

/** Why the last way in was refused, for the sign-in page. */
export const refusalStore = makeStore<Error | null>(null);

export const signIn = (data: SessionData, warn = false): void => {
  token = data.user.token ?? token;
  sessionStore.set(data);
  warnStore.set(warn);
  refusalStore.set(null);
  outStore.set(false);
  overStore.set(null);
};
/** The session is over, or given up: other pages of this browser ask for themselves what that means for them. */
export const endSession = (): void => {
  token = null;
  warnStore.set(false);
  forgetSearches();
  sessionStore.set(null);
  overStore.set(null);
};
/** The person leaves, and with them every page of this browser. */
export const signOut = (): void => {
  outStore.set(true);
  endSession();
};

export const sessionToken = (): string | null => token;
export const heldKeys = (): ReadonlySet<string> => keys;

/** A password to change, data to complete, or an approval to wait for: the sign-in page leads through these. */
export const hasSteps = (session: SessionData | null): boolean =>
  session !== null && (session.mustChangePassword || session.mustComplete || session.mustBeApproved);

export const useSession = (): SessionData | null => useStore(sessionStore);
/** `can('model/pageList')`: whether the signed-in person holds a permission key. */
export const useCan = (): ((required: RoutePermission) => boolean) => {
  useSession();
  return (required) => permits(keys, required);
};
