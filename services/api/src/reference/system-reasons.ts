import {
  subReasonResponse,
  subReasonListQuery,
  subReasonQuery,
  subReasonsResponse,
  systemReasonsResponse,
} from '@atelier/contracts/reference/schema.ts';
import {
  findSubReason,
  listSubReasons,
  listSystemReasons,
} from '@atelier/application/reference/repair.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** Reasons and sub-reasons with the inactive ones. Open to all staff: old items still name them. */
export function systemReasonRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/system/reason/list',
    permission: 'session',
    scope: 'none',
    summary: 'Every reason, active or not',
    response: systemReasonsResponse,
    handler: async () => ok(await listSystemReasons(db)),
  });
  defineRoute(app, {
    method: 'GET',
    url: '/system/subreason/list',
    permission: 'session',
    scope: 'none',
    summary: 'Every sub-reason of a reason, active or not',
    query: subReasonListQuery,
    response: subReasonsResponse,
    handler: async ({ query }) => ok(await listSubReasons(db, query.rma_reason_id)),
  });
  defineRoute(app, {
    method: 'GET',
    url: '/system/subreason/get',
    permission: 'view (system) subreasons',
    scope: 'house',
    summary: 'One sub-reason, to edit',
    query: subReasonQuery,
    response: subReasonResponse,
    handler: async ({ query }) => {
      const subReason = await findSubReason(db, query.id);
      if (subReason === undefined) throw notFound();
      return ok(subReason, { version: subReason.version });
    },
  });
}
