/** Routes of account: sign in and out, session data, own password. */
import type { account } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { clearSessionCookie, setSessionCookie } from '../../core/session.ts';
import { productVersion } from '../../core/product.ts';
import { deviceCookie, makeDevices, setDeviceCookie } from './device.ts';
import { changePassword, login, loginGuard, logout } from './login.ts';
import { readSessionData } from './session-data.ts';

export function makeAccountHandlers(services: Services): Handlers<typeof account> {
  const guard = loginGuard();
  const devices = makeDevices(services.db);
  return {
    publicConfig: async () => ({ defaultLanguage: services.config.lang ?? null, version: productVersion }),
    login: async (_nobody, input, { request, reply }) => {
      const origin = { address: request.ip, deviceCookie: request.cookies[deviceCookie] };
      const { token, device, data } = await login(services, guard, devices, origin, input);
      setSessionCookie(services, reply, token);
      setDeviceCookie(services, reply, device);
      return data;
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
