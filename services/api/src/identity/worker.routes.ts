import { sessionResponse, workerLoginBody } from '@atelier/domain/identity/schema.ts';
import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/permissions.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { clearAttempts, countAttempt } from '@atelier/application/identity/login-attempts.commands.ts';
import type { Attempt, AttemptCount } from '@atelier/application/identity/login-attempts.commands.ts';
import { setSessionWorker } from '@atelier/application/identity/sessions.commands.ts';
import { recordWorkerChange } from '@atelier/application/identity/sign-ins.commands.ts';
import { findBadgeHolder } from '@atelier/application/workforce/workers.queries.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commandContext } from '../command-context.ts';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { ApiError, forbidden } from '../errors.ts';
import { defineRoute } from '../route.ts';
import { currentSession } from './current-session.ts';
import { verifyPassword } from '../shared/passwords.ts';
import { digestsOf, lockLeft, logFailure, suspended } from './sign-in.ts';

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
      const workerId = await badgeHolderId(deps, principal, body);
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
  await recordWorkerChange(deps.store, sessionId, change, commandContext(request).metadata);
  await setSessionWorker(deps.db, sessionId, workerId, deps.clock.now());
  deps.authenticator.forget(sessionId);
  return currentSession(deps, sessionId);
}

/** Only stations have workers, and only those of their own site; guessing badges locks like guessing passwords. */
async function badgeHolderId(
  deps: ApiDeps,
  principal: Principal,
  body: { readonly barcode: string; readonly pin?: string | undefined },
): Promise<number> {
  const { siteId, user, roles } = principal;
  if (siteId === undefined || !roles.includes(FACTORY_WORKER_ROLE)) throw forbidden();
  const attempt = digestsOf(deps, `station ${user.id}`, 'station');
  const count = await countAttempt(deps.db, attempt, deps.clock.now(), deps.policy());
  if (!count.admitted) throw suspended(lockLeft(deps, count));
  const worker = await findBadgeHolder(deps, { siteId, code: body.barcode });
  if (worker === undefined) return refuse(deps, attempt, count, { why: 'unknown_worker', userId: user.id });
  const opens = worker.pin_hash === null || (await verifyPassword(worker.pin_hash, body.pin ?? ''));
  if (!opens) return refuse(deps, attempt, count, { why: 'wrong_pin', userId: user.id });
  await clearAttempts(deps.db, attempt);
  return worker.id;
}

async function refuse(
  deps: ApiDeps,
  attempt: Attempt,
  count: AttemptCount,
  cause: { readonly why: 'unknown_worker' | 'wrong_pin'; readonly userId: number },
): Promise<never> {
  await logFailure(deps, attempt, count, cause);
  const lockedFor = lockLeft(deps, count);
  throw new ApiError(400, 'worker_unknown', 'This badge or PIN is not known here.', {
    data: {
      attempts_left: Math.max(0, deps.policy().loginFailures - count.failures),
      ...(lockedFor > 0 && { locked_for_s: lockedFor }),
    },
  });
}
