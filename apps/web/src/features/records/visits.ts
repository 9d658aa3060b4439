/** The visits of customers: each page that one of them opens is told to the server, by its path alone. */
import { api, customerChannel } from '@loupe/contract';
import { call } from '../../core/call.ts';
import { sessionStore } from '../../core/session.ts';

/** Nobody waits for it, and a visit that cannot be recorded is no reason to disturb. */
export const saveVisit = (path: string): void => {
  const session = sessionStore.get();
  if (session?.channelFlag !== customerChannel || session.mustChangePassword) return;
  call(api.saveAccess, { path }).catch(() => {});
};
