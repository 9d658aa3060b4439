/** Reads again who is signed in: after their name, role or menus were changed. The page goes on with what it has meanwhile. */
import { api } from '@loupe/contract';
import { call } from './call.ts';
import { handleError } from './errors.ts';
import { sessionStore } from './session.ts';

export const refreshSession = (): Promise<void> =>
  call(api.userInfo, {}).then((data) => sessionStore.set(data), handleError);
