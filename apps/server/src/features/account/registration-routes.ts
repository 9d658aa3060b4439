/** Routes of registering, completing one's data and resetting a forgotten password. */
import type { CodeSent, registration } from '@loupe/contract';
import type { Handlers, Http } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import type { Devices } from './device.ts';
import { checkPhone, completeInfo, phoneGuard, register, resetByCode, sendPublicCode } from './registration.ts';
import { beginSession, browserOf, setSignInCookies } from './sign-in.ts';
import { codeToken, setCodeCookie, type Sms } from './sms/index.ts';

export function makeRegistrationHandlers(
  services: Services,
  sms: Sms,
  devices: Devices,
): Handlers<typeof registration> {
  const guard = phoneGuard();
  const send = async (purpose: 'register' | 'reset', phone: string, { request, reply }: Http): Promise<CodeSent> => {
    const { token, sent } = await sendPublicCode(services, sms, purpose, phone, request.ip);
    setCodeCookie(services, reply, token);
    return sent;
  };
  return {
    registerCheck: async (_nobody, _input, { request }) => checkPhone(sms, guard, request.ip),
    registerSendCode: (_nobody, { phone }, http) => send('register', phone, http),
    registerSmsSubmit: async (_nobody, input, { request, reply }) => {
      const given = { input, token: codeToken(request), address: request.ip };
      const person = await register(services, guard, given);
      const signedIn = await beginSession(services, devices, person, browserOf(request), false);
      setSignInCookies(services, reply, signedIn);
      return signedIn.data;
    },
    forgetPassCheck: async (_nobody, _input, { request }) => checkPhone(sms, guard, request.ip),
    forgetPassSendCode: (_nobody, { phone }, http) => send('reset', phone, http),
    forgetPassSmsSubmit: async (_nobody, input, { request }) => {
      await resetByCode(services, guard, { input, token: codeToken(request), address: request.ip });
      return null;
    },
    infoCompletion: async (actor, input) => {
      await completeInfo(services, actor, input);
      return null;
    },
  };
}
