/** Routes of account: every way in and out, session data, own password, My center. */
import type { account, myCenter, registration, workbenchSettings } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { clearSessionCookie } from '../../core/session.ts';
import { productVersion } from '../../core/product.ts';
import { makeDevices } from './device.ts';
import { changePassword, login, loginGuard, logout } from './login.ts';
import { makeMyCenterHandlers } from './my-center.ts';
import { makeWorkbenchHandlers } from './workbench.ts';
import { makeOidcHandlers } from './oidc-routes.ts';
import { makeRegistrationHandlers } from './registration-routes.ts';
import { readSessionData } from './session-data.ts';
import { browserOf, setSignInCookies } from './sign-in.ts';
import type { Sms } from './sms/index.ts';
import { ssoGuard, ssoLogin } from './sso.ts';

export function makeAccountHandlers(
  services: Services,
  sms: Sms,
): Handlers<typeof account & typeof myCenter & typeof registration & typeof workbenchSettings> {
  const { config, db } = services;
  const guard = loginGuard();
  const ssoAttempts = ssoGuard();
  const devices = makeDevices(db);
  const hasProvider = config.oidcIssuer !== undefined && config.oidcClientId !== undefined;
  return {
    ...makeMyCenterHandlers(services, sms, guard),
    ...makeWorkbenchHandlers(services),
    ...makeOidcHandlers(services, devices),
    ...makeRegistrationHandlers(services, sms, devices),
    publicConfig: async () => ({
      defaultLanguage: config.lang ?? null,
      version: productVersion,
      providerName: hasProvider ? config.oidcName : null,
      codes: sms.kind,
      operator: config.operator ?? null,
      contact: config.contact ?? null,
    }),
    login: async (_nobody, input, { request, reply }) => {
      const signedIn = await login(services, guard, devices, browserOf(request), input);
      setSignInCookies(services, reply, signedIn);
      return signedIn.data;
    },
    ssoLogin: async (_nobody, input, { request, reply }) => {
      const signedIn = await ssoLogin(services, ssoAttempts, devices, browserOf(request), input);
      setSignInCookies(services, reply, signedIn);
      return signedIn.data;
    },
    logout: async (actor, _input, { reply }) => {
      await logout(services, actor);
      clearSessionCookie(reply);
      return null;
    },
    userInfo: (actor) => readSessionData(services, actor, null),
    changePassword: async (actor, input) => {
      await changePassword(services, actor, guard, input);
      return null;
    },
  };
}
