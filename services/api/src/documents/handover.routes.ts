import { handoverParams, handoverQuery } from '@atelier/contracts/documents/schema.ts';
import { inScope, queryable } from '@atelier/application/platform/database.ts';
import { findHandoverPaper } from '@atelier/application/documents/handover-paper.queries.ts';
import { logKeys } from '@atelier/transparency-log/proof/tree-tables.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { sendPaper } from './send-paper.ts';

/** `GET /item/{id}/handover` (product/documents.md §6): the paper that goes home with a piece, with the way to its proof. */
export function handoverPaperRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  const { db, store, clock, config } = deps;
  defineRawRoute(app, {
    method: 'GET',
    url: '/item/:id/handover',
    shows: 'persons',
    permission: 'shop handover',
    scope: 'site',
    summary: 'The paper that goes home with a piece, as PDF: what was done, when, and the way to the proof',
    params: handoverParams,
    query: handoverQuery,
    produces: 'application/pdf',
    handler: async ({ params: { id }, query, scope, reply }) => {
      const found = await inScope(db, scope, (trx) => findHandoverPaper(trx, store, id, query.language));
      if (found === undefined) throw notFound();
      if (found === 'not_ready') throw notReady();
      const handover = {
        ...found.paper,
        printedAt: clock.now().toISOString(),
        proofUrl: `${config.publicUrl}/proof/${found.proofToken}`,
        logKey: (await logKeys(queryable(db))).at(-1) ?? null,
      };
      const { language } = found;
      const { format, page } = query;
      return sendPaper(printer, reply, { paper: { kind: 'handover', handover }, language, format, page });
    },
  });
}

const notReady = (): ApiError =>
  new ApiError(400, 'not_ready', 'This piece is not back in the shop yet: the paper goes home with it.');
