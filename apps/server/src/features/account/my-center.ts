/** Routes of My center: profile, phone and e-mail, sessions, access tokens. */
import type { myCenter } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { changeEmail, changePhone, sendEmailCode, sendPhoneCode } from './contact.ts';
import type { LoginGuard } from './login.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { addToken, listTokens, revokeToken } from './own-tokens.ts';
import { readProfile, updateProfile } from './profile.ts';
import type { Sms } from './sms/index.ts';

export const makeMyCenterHandlers = (services: Services, sms: Sms, guard: LoginGuard): Handlers<typeof myCenter> => ({
  profile: (actor) => readProfile(services, sms, actor),
  profileUpdate: (actor, input) => updateProfile(services, sms, actor, input),
  phoneSendCode: (actor, input, http) => sendPhoneCode(services, { sms, guard }, actor, input, http),
  phoneChange: async (actor, input, { request }) => {
    await changePhone(services, actor, input, request);
    return null;
  },
  emailSendCode: (actor, input, http) => sendEmailCode(services, { sms, guard }, actor, input, http),
  emailChange: async (actor, input, { request }) => {
    await changeEmail(services, { sms, guard }, actor, input, request);
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
