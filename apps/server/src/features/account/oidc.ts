/** Signing in at an OpenID Connect provider: code flow with PKCE, state and nonce. Each start is good once, and for the browser that began it. */
import { limits, signInFailures, type SignInFailure } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import * as oidc from 'openid-client';
import { note } from '../../core/audit.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/hash.ts';
import type { Services } from '../../core/services.ts';
import { oidcLogin } from '../../tables/account.ts';
import type { Devices } from './device.ts';
import { personOfClaims } from './oidc-person.ts';
import type { Provider } from './oidc-client.ts';
import { beginSession, type Browser, type SignedIn } from './sign-in.ts';

/** A path of the app to come back to; anything else leads to the dashboard. */
export const safeReturn = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(path) && !path.startsWith('/login')
    ? path
    : '/dashboard';

export interface Started {
  /** For the cookie: only the browser that began may end. */
  state: string;
  url: string;
}

export async function startOidc(
  { db, config }: Services,
  provider: Provider,
  { redirectUri, returnTo }: { redirectUri: string; returnTo: string | undefined },
): Promise<Started> {
  const configuration = await provider.configuration();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const verifier = oidc.randomPKCECodeVerifier();
  await db.insert(oidcLogin).values({
    stateHash: hashToken(state),
    nonce,
    verifier,
    returnTo: safeReturn(returnTo),
    expiresAt: sql`clock_timestamp() + make_interval(secs => ${limits.oidcLoginSeconds})`,
  });
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: config.oidcScopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { state, url: url.href };
}

/** Uses a start up; undefined when there is none, or it is too old. */
async function takeStart({ db }: Services, state: string) {
  const [row] = await db
    .delete(oidcLogin)
    .where(eq(oidcLogin.stateHash, hashToken(state)))
    .returning({
      nonce: oidcLogin.nonce,
      verifier: oidcLogin.verifier,
      returnTo: oidcLogin.returnTo,
      inTime: sql<boolean>`${oidcLogin.expiresAt} > clock_timestamp()`,
    });
  return row?.inTime ? row : undefined;
}

/** Why the provider's answer was not taken. What it said is logged by its kind alone: the rest may hold codes. */
function refusalOf(services: Services, error: unknown): AppError {
  const { name, code } = error as { name?: string; code?: string };
  services.log.warn({ name, code }, 'oidc: a sign-in was refused');
  const isAnswer =
    error instanceof oidc.ClientError ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.AuthorizationResponseError;
  const isLate = code === 'OAUTH_TIMEOUT';
  return new AppError(isAnswer && !isLate ? 'oidc.refused' : 'oidc.unreachable');
}

export interface Return {
  /** The whole address that the provider sent the browser to. */
  url: URL;
  /** Of the cookie. */
  state: string | undefined;
}

export async function endOidc(
  services: Services,
  provider: Provider,
  devices: Devices,
  browser: Browser,
  { url, state }: Return,
): Promise<SignedIn & { returnTo: string }> {
  if (state === undefined || url.searchParams.get('state') !== state) throw new AppError('oidc.refused');
  const start = await takeStart(services, state);
  if (start === undefined) throw new AppError('oidc.refused');
  const configuration = await provider.configuration();
  const checks = { pkceCodeVerifier: start.verifier, expectedState: state, expectedNonce: start.nonce };
  const tokens = await oidc
    .authorizationCodeGrant(configuration, url, { ...checks, idTokenExpected: true })
    .catch((error: unknown) => {
      throw refusalOf(services, error);
    });
  const claims = { ...tokens.claims()! };
  // where the provider keeps e-mail and groups out of the token, it tells them when asked
  if (configuration.serverMetadata().userinfo_endpoint !== undefined) {
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch((error: unknown) => {
      throw refusalOf(services, error);
    });
    for (const [name, value] of Object.entries(more)) claims[name] ??= value as never;
  }
  const person = await personOfClaims(services, provider.issuer, claims);
  const actor = { userId: person.id, address: browser.address };
  await note(services.db, actor, 'session.signIn', `user/${person.id}`, { by: 'oidc' });
  return { ...(await beginSession(services, devices, person, browser, false)), returnTo: start.returnTo };
}

/** What the sign-in page says; `failure` for what nobody foresaw. */
export const failureOfSignIn = (error: unknown): SignInFailure => {
  const key = error instanceof AppError ? error.key : undefined;
  return signInFailures.find((one) => one === key) ?? 'failure';
};
