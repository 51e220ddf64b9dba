import { sessionResponse, workerLoginBody } from '@atelier/contracts/identity/schema.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { setSessionWorker } from '@atelier/application/identity/sessions.commands.ts';
import { recordWorkerChange } from '@atelier/application/identity/sign-ins.commands.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestContext } from '../http/request-context.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { currentSession } from './current-session.ts';
import { workerAtDoor } from './worker-door.ts';

/** A worker on top of a station's account (product/workforce.md §1): sign in or switch, and sign out. */
export function workerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/rma_worker',
    shows: 'caller',
    by: 'persons',
    permission: 'session',
    scope: 'none',
    summary: 'Sign a factory worker in on this station, in place of the previous one',
    body: workerLoginBody,
    response: sessionResponse,
    handler: async ({ body, principal, request }) => {
      const workerId = await workerAtDoor(deps, principal, body);
      return ok(await handOver(deps, request, principal, workerId));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/auth/rma_worker/logout',
    shows: 'caller',
    by: 'persons',
    permission: 'session',
    scope: 'none',
    summary: 'Sign the worker out; the station stays signed in',
    response: sessionResponse,
    handler: async ({ principal, request }) => ok(await handOver(deps, request, principal, null)),
  });
}

async function handOver(
  deps: ApiDeps,
  request: FastifyRequest,
  { sessionId, worker }: Principal,
  workerId: number | null,
) {
  const change = { from: worker?.id ?? null, to: workerId };
  await recordWorkerChange(deps.store, sessionId, change, requestContext(request).metadata);
  await setSessionWorker(deps.db, sessionId, workerId, deps.clock.now());
  deps.authenticator.forget(sessionId);
  return currentSession(deps, sessionId);
}
