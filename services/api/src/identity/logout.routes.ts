import { logoutResponse } from '@atelier/contracts/identity/schema.ts';
import { findSessionById } from '@atelier/application/identity/sessions.queries.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import { recordSignOut } from '@atelier/application/identity/sign-ins.commands.ts';
import type { FastifyInstance } from 'fastify';
import { requestContext } from '../http/request-context.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { endSessionUrl } from './sso/provider.ts';

/** GET is fixed, POST is its twin (product/calls.md §6). Our session ends first, whatever the provider does. */
export function logoutRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const method of ['GET', 'POST'] as const) {
    defineRoute(app, {
      method,
      url: '/auth/logout',
      by: 'persons',
      forWalls: true,
      beforePasswordChange: true,
      beforeSecondFactor: true,
      permission: 'session',
      scope: 'none',
      summary: 'End this session; after single sign-on the response says where to end the provider’s session',
      response: logoutResponse,
      handler: async ({ principal: { sessionId, user }, request }) => {
        const session = await findSessionById(deps.db, sessionId);
        await recordSignOut(deps.store, sessionId, user.id, requestContext(request).metadata);
        await revokeSessions(deps.db, { id: sessionId }, deps.clock.now());
        deps.authenticator.forget(sessionId);
        const end = session?.kind === 'sso' ? await endSessionUrl(deps) : null;
        return ok({ end_session_url: end }, { message: 'logout success' });
      },
    });
  }
}
