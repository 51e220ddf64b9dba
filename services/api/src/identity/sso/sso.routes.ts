import { randomBytes } from 'node:crypto';
import { callbackQuery, loginResponse, ssoStartResponse } from '@atelier/contracts/identity/schema.ts';
import {
  SSO_ATTEMPT_MS,
  insertSsoAttempt,
  type SsoAttempt,
} from '@atelier/application/identity/single-sign-on.commands.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { clientNetwork } from '../../http/client-network.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { notFound } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { authorizationUrl } from './provider.ts';
import { signInByCode } from './sign-in-by-code.ts';

const LIMIT = { max: 120, windowMs: 60_000 };
const COOKIE = 'atelier_sso';
/** The only cookie there is, and only the way back sees it. */
const COOKIE_PATH = '/api/auth/callback';

/** Single sign-on (product/identity.md §3): out to the provider, and back with a code. */
export function ssoRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/sso',
    permission: 'public',
    scope: 'none',
    summary: 'Begin a single sign-on: the address of the provider’s page',
    response: ssoStartResponse,
    limit: LIMIT,
    handler: async ({ reply }) => {
      if (deps.config.oidc === undefined) throw notFound();
      const attempt = newAttempt();
      const url = await authorizationUrl(deps, attempt);
      await insertSsoAttempt(deps.db, attempt, deps.clock.now());
      giveCookie(reply, deps.config, attempt.browser);
      return ok({ authorization_url: url });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/auth/callback',
    permission: 'public',
    scope: 'none',
    summary: 'Come back from the provider with a code and sign in',
    query: callbackQuery,
    response: loginResponse,
    limit: LIMIT,
    handler: async ({ query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const browser = cookieOf(request);
      giveCookie(reply, deps.config, '');
      return ok(await signInByCode(deps, query, browser, clientNetwork(request.ip)));
    },
  });
}

function newAttempt(): SsoAttempt {
  const secret = (): string => randomBytes(32).toString('base64url');
  return { state: secret(), browser: secret(), verifier: secret(), nonce: secret() };
}

/** `Lax`: the way back begins on the provider's page. An empty value takes the cookie away. */
function giveCookie(reply: FastifyReply, config: Config, value: string): void {
  const parts = [
    `${COOKIE}=${value}`,
    `Path=${COOKIE_PATH}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value === '' ? 0 : SSO_ATTEMPT_MS / 1000}`,
    ...(config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

function cookieOf(request: FastifyRequest): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
}
