/**
 * What a single sign-on came with, taken out of the address before anything else runs: the first import of the app. From
 * here on it is in no address that is shown, kept in the history, or named to a server.
 */
import { readSsoLink, withoutSso, type SsoLink } from '../core/guard.ts';

const take = (): SsoLink | null => {
  const link = readSsoLink(window.location);
  const { pathname, search, hash } = window.location;
  const rest = withoutSso(search);
  if (rest !== search) window.history.replaceState(window.history.state, '', `${pathname}${rest}${hash}`);
  return link;
};

/** Null where this is no single sign-on. */
export const ssoLink: SsoLink | null = take();
