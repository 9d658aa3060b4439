/** Reads again who is signed in: after their name, role or menus were changed. The page goes on with what it has meanwhile. */
import { api, type SessionData } from '@loupe/contract';
import { call } from './call.ts';
import { handleError, toSignIn } from './errors.ts';
import { queryClient } from './query.ts';
import { hasSteps, sessionStore, signIn } from './session.ts';

export const refreshSession = (): Promise<void> =>
  call(api.userInfo, {}).then((data) => sessionStore.set(data), handleError);

/** The same person has signed in again: the page that stayed goes on. */
export const goOn = (data: SessionData): void => {
  signIn(data);
  if (hasSteps(data)) toSignIn();
  else void queryClient.invalidateQueries();
};
