/** Requests that another site's page makes with our cookie are refused: the browser says where they come from. */
import type { IncomingHttpHeaders } from 'node:http';

/** True for programs (no Origin) and for pages of this very server. */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return site === undefined;
  try {
    return new URL(origin).host === headers.host;
  } catch {
    return false;
  }
}
