import { findAskedDeposit } from '@atelier/application/customer-site/customer-status.queries.ts';
import { findHandoverPaper } from '@atelier/application/documents/handover-paper.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { customerCareQuery } from '@atelier/contracts/documents/schema.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { sendPaper } from './send-paper.ts';

/** Drawing one takes far longer than reading the page. */
const LIMIT = { max: 10, windowMs: 60_000 };

/** `GET /customer/care` (product/documents.md §6): how a piece is worn and kept, for a holder of the link, once it is back. */
export function careRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/customer/care',
    shows: 'no-person',
    permission: 'public',
    scope: 'link',
    summary: 'How a piece of this kind is worn, cleaned and kept, for whoever holds the link, as PDF',
    query: customerCareQuery,
    produces: 'application/pdf',
    limit: LIMIT,
    handler: async ({ query: { rma_id: reference, piece, language: asked }, scope, reply }) => {
      const { paper, language } = await leafletOf(deps, scope, { reference, piece, asked });
      reply.header('x-robots-tag', 'noindex');
      return sendPaper(printer, reply, {
        paper: { kind: 'care', care: paper },
        language,
        format: 'pdf',
        page: 1,
      });
    },
  });
}

interface Asked {
  readonly reference: string;
  readonly piece: number;
  readonly asked: ReferenceLanguage | undefined;
}

/** None for a counterfeit and for a piece that is not back or was cancelled. */
function leafletOf({ db, store }: ApiDeps, scope: DataScope, { reference, piece, asked }: Asked) {
  return inScope(db, scope, async (trx) => {
    const deposit = await findAskedDeposit(trx, reference);
    if (deposit?.byReference !== true) throw notFound();
    const pieces = await trx
      .selectFrom('item_row')
      .select('id')
      .where('rma_id', '=', deposit.id)
      .where('linked_to', 'is', null)
      .orderBy('id')
      .execute();
    const id = pieces[piece]?.id ?? 0;
    const found = await findHandoverPaper(trx, store, id, asked);
    if (found === undefined || found === 'not_ready') throw notFound();
    if (found.paper.result === 'cancelled' || found.paper.result === 'counterfeit') throw notFound();
    return found;
  });
}
