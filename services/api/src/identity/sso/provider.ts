import { readFile } from 'node:fs/promises';
import {
  ClientSecretPost,
  None,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  type Configuration,
} from 'openid-client';
import { normaliseEmail } from '@atelier/domain/identity/sign-in.ts';
import type { SsoAttempt, SsoPerson } from '@atelier/application/identity/single-sign-on.commands.ts';
import type { OidcConfig } from '../../config.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ApiError, notFound } from '../../http/errors.ts';

type SsoDeps = Pick<ApiDeps, 'config' | 'log'>;

const TIMEOUT_S = 10;
/** The provider's addresses and keys are asked for again after this long. */
const KNOWN_FOR_MS = 10 * 60_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Known {
  readonly provider: Promise<Configuration>;
  readonly until: number;
}
const known = new Map<string, Known>();

/** The provider's address book (OpenID Connect Discovery), asked for at the first need and kept for a while. */
function providerOf({ config, log }: SsoDeps): Promise<Configuration> {
  const { oidc } = config;
  if (oidc === undefined) throw notFound();
  const key = `${oidc.issuer} ${oidc.clientId}`;
  const held = known.get(key);
  if (held !== undefined && held.until > performance.now()) return held.provider;
  const provider = discover(oidc).catch((error: unknown) => {
    known.delete(key);
    log.warn({ err: error }, 'identity provider unreachable, asked again at the next sign-in');
    throw providerDown();
  });
  known.set(key, { provider, until: performance.now() + KNOWN_FOR_MS });
  return provider;
}

async function discover({ issuer, clientId, clientSecretFile }: OidcConfig): Promise<Configuration> {
  const server = new URL(issuer);
  const authentication =
    clientSecretFile === undefined ? None() : ClientSecretPost(await secretIn(clientSecretFile));
  // Plain http is for a provider on this very machine, in the demo and in tests.
  const execute = server.protocol === 'http:' && LOOPBACK.has(server.hostname) ? [allowInsecureRequests] : [];
  return discovery(server, clientId, undefined, authentication, { execute, timeout: TIMEOUT_S });
}

const secretIn = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim();

const redirectUri = ({ config }: SsoDeps): string => `${config.publicUrl}/login`;

/** Where the browser goes to prove who it is: authorization code with PKCE, state and nonce (OpenID Connect Core §3.1.2). */
export async function authorizationUrl(deps: SsoDeps, attempt: SsoAttempt): Promise<string> {
  const url = buildAuthorizationUrl(await providerOf(deps), {
    redirect_uri: redirectUri(deps),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: attempt.nonce,
  });
  return url.href;
}

export interface Callback {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/**
 * Exchanges a code for who it speaks of. The library checks issuer, audience, signature, times, state and nonce.
 * @throws ApiError 400 `sso_failed`, 503 `sso_unavailable`
 */
export async function personOf(
  deps: SsoDeps,
  { code, state, iss }: Callback,
  { verifier, nonce }: Pick<SsoAttempt, 'verifier' | 'nonce'>,
): Promise<SsoPerson> {
  const provider = await providerOf(deps);
  const back = new URL(redirectUri(deps));
  back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await authorizationCodeGrant(provider, back, { ...checks, idTokenExpected: true });
    const claims = tokens.claims();
    if (claims === undefined) throw ssoFailed();
    const more =
      claims['email'] === undefined ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
    return { issuer: claims.iss, subject: claims.sub, email: verifiedEmail(more) };
  } catch (error) {
    deps.log.warn(
      { reason: error instanceof Error ? error.name : 'unknown' },
      'single sign-on failed, person sent back to the sign-in page',
    );
    throw error instanceof ApiError ? error : ssoFailed();
  }
}

function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: verified } = claims;
  return typeof email === 'string' && verified === true ? normaliseEmail(email) : undefined;
}

/** Where the provider's own session is ended (RP-Initiated Logout 1.0); null when it offers none or is not there. */
export async function endSessionUrl(deps: SsoDeps): Promise<string | null> {
  const { oidc, publicUrl } = deps.config;
  if (oidc === undefined) return null;
  try {
    const provider = await providerOf(deps);
    if (provider.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(provider, { post_logout_redirect_uri: `${publicUrl}/login` }).href;
  } catch {
    return null;
  }
}

export const ssoFailed = (): ApiError =>
  new ApiError(400, 'sso_failed', 'Single sign-on did not succeed. Please sign in again.');

const providerDown = (): ApiError =>
  new ApiError(503, 'sso_unavailable', 'Single sign-on cannot be reached at the moment.');
