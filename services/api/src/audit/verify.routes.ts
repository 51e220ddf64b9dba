import { sealingResponse } from '@atelier/contracts/system/sealing/schema.ts';
import { sealingStanding } from '@atelier/application/audit/sealing/sealing.queries.ts';
import { verificationsResponse, verifyResponse } from '@atelier/contracts/audit/verification/schema.ts';
import { askForVerification } from '@atelier/application/audit/verification/verification.commands.ts';
import { listVerifications } from '@atelier/application/audit/verification/verification.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { AUDIT } from './feed.routes.ts';

/** Chain, tree and checkpoints of the log, walked by a worker (product/audit.md §8). */
export function verifyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...AUDIT,
    method: 'POST',
    url: '/audit/verify',
    summary: 'Have the whole log verified: chain, tree, checkpoints, cosignatures; one at a time',
    response: verifyResponse,
    handler: async (input) => {
      const { position } = accepted(await askForVerification(commandServices(deps), callerOf(input)));
      const [newest] = await inScope(deps.db, input.scope, listVerifications);
      if (newest === undefined) throw notFound();
      return ok(newest, { position });
    },
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/verifications',
    summary: 'The newest verifications of the log: who asked, how far it is, what was found',
    response: verificationsResponse,
    handler: async ({ scope }) => ok(await inScope(deps.db, scope, listVerifications)),
  });
  defineRoute(app, {
    ...AUDIT,
    method: 'GET',
    url: '/audit/sealing',
    summary: 'How far the log is sealed, what waits, and what keeps it from being sealed',
    response: sealingResponse,
    handler: async ({ scope }) =>
      ok(await inScope(deps.db, scope, (trx) => sealingStanding(trx, deps.store, deps.clock.now()))),
  });
}
