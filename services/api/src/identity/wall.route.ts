import { wallResponse } from '@atelier/contracts/identity/schema.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import { findSessionById, findSessionByToken } from '@atelier/application/identity/sessions.queries.ts';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, forbidden, tokenExpired } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { digestsOf } from '../shared/attempt-digests.ts';
import { openSession } from './sign-in.ts';

const MINUTE_MS = 60_000;

/** `POST /auth/wall`: a session that may only look, for a screen that hangs on a wall for weeks (decisions/0232). */
export function wallRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/wall',
    by: 'persons',
    shows: 'caller',
    permission: ['view home page', 'operation dashboard'],
    scope: 'none',
    summary: 'A session for this screen on a wall: it reads the boards of the caller’s site, without clients',
    response: wallResponse,
    limit: { max: 60, windowMs: MINUTE_MS },
    handler: async ({ principal, request }) => {
      if (principal.siteId === undefined) throw wallNeedsSite();
      if (principal.worker !== undefined) throw forbidden();
      const begunAt = deps.clock.now();
      const account = await findAccountForSignIn(deps.db, principal.user.email);
      if (account === undefined) throw tokenExpired('rights_changed');
      const attempt = digestsOf(deps, principal.user.email, clientNetwork(request.ip));
      const session = await openSession(deps, account, { how: 'wall', ...attempt, begunAt });
      // Revoked meanwhile: the wall that this session opened ends with it.
      const opener = await findSessionById(deps.db, principal.sessionId);
      if (session === undefined || opener?.revokedAt !== null) {
        if (session !== undefined) await endWall(deps, session.token);
        throw tokenExpired('revoked');
      }
      return ok(session);
    },
  });
}

async function endWall({ db, clock }: ApiDeps, token: string): Promise<void> {
  const wall = await findSessionByToken(db, token);
  if (wall !== undefined) await revokeSessions(db, { id: wall.sessionId }, clock.now());
}

const wallNeedsSite = (): ApiError =>
  new ApiError(403, 'wall_needs_site', 'A wall shows one site: sign in with an account of that site.');
