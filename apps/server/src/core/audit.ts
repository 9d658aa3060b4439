/** The one way into the audit log: `note(tx, actor, 'user.disable', 'user/12', {…})`. Never with a password, code, key or token. */
import type { AuditAction, AuditObject } from '@loupe/contract';
import { audit } from '../tables/account.ts';
import type { Actor } from './actor.ts';
import type { Tx } from './db.ts';

/** What is worth knowing beside who, what and when. */
export type AuditBody = Readonly<Record<string, unknown>>;

/** Whoever acts at the terminal of the server, or without being signed in. */
export const unnamed: Pick<Actor, 'userId' | 'address'> = { userId: 0 };

/** With `tx` the line and what it tells of are written together or not at all. */
export async function note(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'address'>,
  action: AuditAction,
  object: AuditObject,
  body: AuditBody = {},
): Promise<void> {
  const actorId = actor.userId === 0 ? null : actor.userId;
  await tx.insert(audit).values({ actorId, action, object, body, address: actor.address ?? '' });
}
