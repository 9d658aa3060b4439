// What a failed request means for the ops in it.

import { CallError, codes } from '@loupe/contract';

/**
 * away: nobody answered, or asked to wait; try again · over: the session ended, wait for the next sign-in · refused: this
 * request will never be taken as it is.
 */
export type Failure =
  { kind: 'away' } | { kind: 'over' } | { kind: 'refused'; key: string; msg: string; en_msg: string };

const sessionCodes: ReadonlySet<number> = new Set([codes.offline, codes.revoked, 401]);
/** Not about the ops: time-out, conflict with another transaction, too many requests. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);

export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return { kind: 'away' };
  if (sessionCodes.has(error.code)) return { kind: 'over' };
  // 610 here concerns the person (a password to change, say) and not the ops
  if (error.code < 400 || error.code > 499 || passing.has(error.code)) return { kind: 'away' };
  return { kind: 'refused', key: `http.${error.code}`, msg: error.msg, en_msg: error.enMsg };
}
