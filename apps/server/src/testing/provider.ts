/** A real OpenID Connect provider for tests: it knows a few people, and lets in whoever the test says. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who sits in front of the browser; undefined: they cancel. */
  person: { sub: string; claims: Record<string, unknown> } | undefined;
  /** The keys that it publishes instead of its own. */
  keys: object | undefined;
  /** Follows the provider's pages as a browser does, until it sends back; answers that address. */
  visit: (url: string) => Promise<URL>;
  close: () => Promise<void>;
}

const clientId = 'loupe';
const clientSecret = 'provider-secret-of-the-test';

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

export async function testProvider(redirectUri: string, port = 0): Promise<TestProvider> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listening(server, port)}`;
  const own: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    person: undefined,
    keys: undefined,
    visit: async (start) => {
      const jar = new Map<string, string>();
      for (let url = new URL(start); ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } }); // oxlint-disable-line no-await-in-loop
        for (const one of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
          jar.set(name!, value!);
        }
        const next = answer.headers.get('location');
        if (next === null) throw new Error(`the provider stopped at ${url.pathname}: ${await answer.text()}`); // oxlint-disable-line no-await-in-loop
        url = new URL(next, url);
        if (url.href.startsWith(redirectUri)) return url;
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...own.person?.claims }),
    }),
  });
  server.on('request', (request, response) => {
    if (own.keys && request.url === '/jwks') {
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(own.keys));
    }
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const decide = async () => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      const { person } = own;
      if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
      if (prompt.name === 'login') {
        return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
      }
      const grant = new provider.Grant({ accountId: session!.accountId, clientId: params['client_id'] as string });
      grant.addOIDCScope(params['scope'] as string);
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    };
    decide().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return own;
}
