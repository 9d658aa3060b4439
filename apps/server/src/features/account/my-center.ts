/** Routes of My center: profile, e-mail, sessions, access tokens. */
import type { myCenter } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import type { LoginGuard } from './login.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { addToken, listTokens, revokeToken } from './own-tokens.ts';
import { changeEmail, readProfile, updateProfile } from './profile.ts';

export const makeMyCenterHandlers = (services: Services, guard: LoginGuard): Handlers<typeof myCenter> => ({
  profile: (actor) => readProfile(services, actor),
  profileUpdate: (actor, input) => updateProfile(services, actor, input),
  emailChange: async (actor, input) => {
    await changeEmail(services, actor, guard, input);
    return null;
  },
  sessionList: (actor) => listSessions(services, actor),
  sessionEnd: async (actor, { id }) => {
    await endOwnSession(services, actor, id);
    return null;
  },
  sessionEndOthers: async (actor) => ({ ended: await endOtherSessions(services, actor) }),
  tokenList: (actor) => listTokens(services, actor),
  tokenAdd: (actor, input) => addToken(services, actor, input),
  tokenRevoke: async (actor, { id }) => {
    await revokeToken(services, actor, id);
    return null;
  },
});
