/** The headers that the specification's client adds to each call. The server believes neither `isolate` nor `network`. */

/** Host name of the product's own site, set when the app is built; elsewhere the `network` header names the host. */
export const ownDomain = (import.meta.env?.VITE_LOUPE_DOMAIN as string | undefined) ?? '';

export interface ClientFacts {
  token: string | null;
  userId: number | null;
  keys: ReadonlySet<string>;
  hostname: string;
  ownDomain: string;
}

const isOwnDomain = (hostname: string, own: string): boolean =>
  own !== '' && (hostname === own || hostname.endsWith(`.${own}`));

/** `authorization` holds the token; `isolate` the user id of people without `allData`; `network` the foreign host. */
export const clientHeaders = (facts: ClientFacts): Record<string, string> => ({
  ...(facts.token === null ? {} : { authorization: facts.token }),
  ...(facts.userId === null || facts.keys.has('allData') ? {} : { isolate: String(facts.userId) }),
  ...(isOwnDomain(facts.hostname, facts.ownDomain) ? {} : { network: facts.hostname }),
});
