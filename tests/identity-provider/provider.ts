import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';
import { answerInteraction } from './interaction.ts';
import { logoutPage } from './login-page.ts';

/** A person the provider knows. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Stays the same when the address changes hands; the address when not given. */
  readonly subject?: string;
  /** True unless said otherwise. */
  readonly emailVerified?: boolean;
}

export interface IdentityProviderOptions {
  /** 0 = any free one. */
  readonly port: number;
  /** Where the product's sign-in page is; the only place codes are sent to. */
  readonly redirectUri: string;
  readonly people: readonly Person[];
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Whom it knows from now on. */
  readonly know: (people: readonly Person[]) => void;
  readonly stop: () => Promise<void>;
}

const CLIENT_ID = 'atelier';

/** A real OpenID Connect provider on loopback, for the demo and the tests: code flow with PKCE, nothing kept. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const issuer = `http://localhost:${portOf(server)}`;
  let people = options.people;
  const find = (match: (person: Person) => boolean): Person | undefined => people.find(match);
  const provider = quietly(() => new Provider(issuer, configuration(options.redirectUri, find)));
  const standard = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void standard(request, response);
    answerInteraction(provider, find, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400);
      response.end('This sign-in is no longer there. Go back and begin again.');
    });
  });
  return { issuer, clientId: CLIENT_ID, know: (next) => (people = next), stop: () => close(server) };
}

/** The library warns of keys and a memory that end with the process, which is what a demo wants. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = (...words: unknown[]): void => {
    if (!String(words[0]).includes('quick start development-only')) warn(...words);
  };
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

function portOf(server: Server): number {
  // A server that listens on a port has an address with one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (server.address() as AddressInfo).port;
}

export const subjectOf = (person: Person): string => person.subject ?? person.email;

function configuration(
  redirectUri: string,
  find: (match: (person: Person) => boolean) => Person | undefined,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
    },
    findAccount: (_context, id) => {
      const person = find((each) => subjectOf(each) === id);
      if (person === undefined) return undefined;
      const { email, name, emailVerified: email_verified = true } = person;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified, name }) };
    },
    // The house's own application: no consent is requested for it.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function logoutSource(context: { body?: unknown }, form: string): void {
  context.body = logoutPage(form);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
