/** The two addresses of a sign-in at a provider: both are opened by the browser itself, and both answer by sending it on. */
import { account, limits, routeUrl, type SignInFailure } from '@loupe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../core/bind.ts';
import { note } from '../../core/audit.ts';
import { AppError } from '../../core/errors.ts';
import { rateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Devices } from './device.ts';
import { makeProvider } from './oidc-client.ts';
import { endOidc, failureOfSignIn, startOidc } from './oidc.ts';
import { browserOf, setSignInCookies } from './sign-in.ts';

const stateCookie = 'loupe_oidc';
const cookiePath = routeUrl(account.oidcCallback);

/** Where Loupe is opened: as it is set, else as this browser calls it. The provider holds the address against its own list. */
const ownUrl = ({ config }: Services, request: FastifyRequest): string =>
  config.url ?? `${config.secureCookie ? 'https' : 'http'}://${request.host}`;

/** Back to the sign-in page, with the reason as a key: no text of an address is ever shown. */
function sendBack(services: Services, reply: FastifyReply, error: unknown): SignInFailure {
  const reason = failureOfSignIn(error);
  if (reason === 'failure' && !(error instanceof AppError)) services.log.error({ error }, 'oidc: signing in failed');
  void reply.redirect(`/login?failed=${reason}`, 302);
  return reason;
}

type OidcRoutes = Pick<typeof account, 'oidcStart' | 'oidcCallback'>;

export function makeOidcHandlers(services: Services, devices: Devices): Handlers<OidcRoutes> {
  const provider = makeProvider(services.config);
  const guard = rateLimit({ max: 60, windowSeconds: 60, pauseSeconds: 1, longestSeconds: 10 });
  const cookie = {
    path: cookiePath,
    httpOnly: true,
    // the provider sends the browser here: a link from another site, which `strict` would not send it with
    sameSite: 'lax',
    secure: services.config.secureCookie,
  } as const;
  return {
    oidcStart: async (_nobody, { returnTo }, { request, reply }) => {
      try {
        if (!provider) throw new AppError('oidc.off');
        guard.take(request.ip);
        const redirectUri = `${ownUrl(services, request)}${cookiePath}`;
        const { state, url } = await startOidc(services, provider, { redirectUri, returnTo });
        void reply.setCookie(stateCookie, state, { ...cookie, maxAge: limits.oidcLoginSeconds }).redirect(url, 302);
      } catch (error) {
        sendBack(services, reply, error);
      }
      return null;
    },
    oidcCallback: async (_nobody, _input, { request, reply }) => {
      void reply.clearCookie(stateCookie, cookie);
      try {
        if (!provider) throw new AppError('oidc.off');
        const url = new URL(request.originalUrl, ownUrl(services, request));
        const state = request.cookies[stateCookie];
        const signedIn = await endOidc(services, provider, devices, browserOf(request), { url, state });
        setSignInCookies(services, reply, signedIn);
        void reply.redirect(signedIn.returnTo, 302);
      } catch (error) {
        const reason = sendBack(services, reply, error);
        const by = { by: 'oidc', reason };
        await note(services.db, { userId: 0, address: request.ip }, 'session.signInFailed', 'session', by);
      }
      return null;
    },
  };
}
