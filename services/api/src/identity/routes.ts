import {
  captchaResponse,
  captchaQuery,
  loginResponse,
  loginBody,
  permissionListResponse,
  signInOptionsResponse,
  sessionResponse,
} from '@atelier/contracts/identity/schema.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { watchForAccounts } from '@atelier/application/identity/account-watch.queries.ts';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { explainMissing } from '../shared/explain-missing.ts';
import { issueCaptcha } from './captcha.ts';
import { currentSession } from './current-session.ts';
import { logoutRoutes } from './logout.routes.ts';
import { apiKeyRoutes } from './manage/api-keys.routes.ts';
import { roleRoutes } from './manage/roles.routes.ts';
import { userRoutes } from './manage/users.routes.ts';
import { ownPasswordRoute } from './own-password.route.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { signIn } from './sign-in.ts';
import { ssoRoutes } from './sso/sso.routes.ts';
import { wallRoute } from './wall.route.ts';
import { workerRoutes } from './worker.routes.ts';

const MINUTE_MS = 60_000;
const LOGINS = { max: 120, windowMs: MINUTE_MS };
const CAPTCHAS = { max: 300, windowMs: MINUTE_MS };

/** Signing in and out, and who I am (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  optionsRoute(app, deps);
  captchaRoute(app, deps);
  loginRoute(app, deps);
  ssoRoutes(app, deps);
  logoutRoutes(app, deps);
  sessionRoutes(app, deps);
  ownPasswordRoute(app, deps);
  secondFactorRoutes(app, deps);
  wallRoute(app, deps);
  workerRoutes(app, deps);
  userRoutes(app, deps);
  roleRoutes(app, deps);
  apiKeyRoutes(app, deps);
}

function optionsRoute(app: FastifyInstance, { config, db }: ApiDeps): void {
  const lacksAccounts = watchForAccounts(db);
  defineRoute(app, {
    method: 'GET',
    url: '/auth/options',
    permission: 'public',
    scope: 'none',
    summary:
      'What the sign-in page shows: the company’s licence notice, whether there is single sign-on, and whether no account exists yet',
    response: signInOptionsResponse,
    handler: async () =>
      ok({
        licence_notice: config.licenceNotice,
        sso: config.oidc !== undefined,
        no_account: await lacksAccounts(),
      }),
  });
}

function captchaRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/captcha/getOne',
    permission: 'public',
    scope: 'none',
    summary:
      'A captcha for the login form; `previous` names the one it replaces, `kind=pow` asks for a puzzle instead of a picture',
    query: captchaQuery,
    response: captchaResponse,
    limit: CAPTCHAS,
    handler: async ({ query }) => {
      const captcha = await issueCaptcha(deps, query);
      return ok(captcha, { beside: { ...captcha, refresh_ms: deps.policy().captchaRefreshMs } });
    },
  });
}

function loginRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/loginold',
    permission: 'public',
    scope: 'none',
    summary: 'Sign in with email, password and captcha',
    body: loginBody,
    explain: explainMissing({
      username: { code: 'email_required', message: 'Please enter the email' },
      password: { code: 'password_required', message: 'Please enter the password' },
      captcha: { code: 'captcha_required', message: 'Please enter the captcha' },
    }),
    response: loginResponse,
    limit: LOGINS,
    bodyLimit: 16_384,
    handler: async ({ body, request }) => ok(await signIn(deps, body, clientNetwork(request.ip))),
  });
}

function sessionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/auth/session',
    shows: 'caller',
    permission: 'session',
    forWalls: true,
    beforePasswordChange: true,
    beforeSecondFactor: true,
    scope: 'none',
    summary: 'The signed-in person: account, site and permissions',
    response: sessionResponse,
    handler: async ({ principal }) => {
      return ok(await currentSession(deps, principal.sessionId));
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/auth/permissionlist',
    permission: 'session',
    scope: 'none',
    summary: 'Every permission there is, by name',
    response: permissionListResponse,
    handler: async () => ok(PERMISSIONS.map((name, index) => ({ id: index + 1, name }))),
  });
}
