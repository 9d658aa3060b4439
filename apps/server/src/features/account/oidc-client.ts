/** The OpenID Connect provider, read once it is needed. What it answers is checked by `openid-client`. */
import * as oidc from 'openid-client';
import type { Config } from '../../config.ts';
import { AppError } from '../../core/errors.ts';

/** Seconds that the provider may take for an answer: a person waits in front of an empty page. */
const answerSeconds = 10;

export interface Provider {
  issuer: string;
  clientId: string;
  configuration: () => Promise<oidc.Configuration>;
}

/** Undefined where none is set up. */
export function makeProvider(config: Config): Provider | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  let found: Promise<oidc.Configuration> | undefined;
  const discover = () =>
    oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret),
      {
        timeout: answerSeconds,
        execute: [
          // the signature of each token is checked, though it comes straight from the provider
          oidc.enableNonRepudiationChecks,
          // the setting allows plain HTTP on this machine alone
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  return {
    issuer,
    clientId,
    configuration: async () => {
      found ??= discover();
      try {
        return await found;
      } catch {
        // asked again with the next sign-in
        found = undefined;
        throw new AppError('oidc.unreachable');
      }
    },
  };
}
