import { customerReceiptQuery, receiptParams, receiptQuery } from '@atelier/contracts/documents/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  findDepositReceipt,
  type ReceiptReader,
} from '@atelier/application/documents/deposit-receipt.queries.ts';
import { findAskedDeposit } from '@atelier/application/customer-site/customer-status.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { sendPaper } from './send-paper.ts';

/** Drawing one takes far longer than reading the page. */
const LIMIT = { max: 10, windowMs: 60_000 };

/** The receipt of a deposit (product/documents.md §7), for the shop and for a holder of the customer's link. */
export function receiptRoutes(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/rma/:id/receipt',
    shows: 'persons',
    permission: ['view request new rma page', 'shop handover'],
    scope: 'site',
    summary: 'The receipt of a deposit, as PDF: what was handed in, and the code of the customer’s page',
    params: receiptParams,
    query: receiptQuery,
    produces: 'application/pdf',
    handler: async ({ params: { id }, query: { format, page, language }, scope, reply }) =>
      sendPaper(printer, reply, {
        ...(await receiptOf(deps, scope, id, { language, isCustomer: false })),
        format,
        page,
      }),
  });
  defineRawRoute(app, {
    method: 'GET',
    url: '/customer/receipt',
    shows: 'persons',
    permission: 'public',
    scope: 'link',
    summary: 'The receipt of a deposit for whoever holds its link, as PDF',
    query: customerReceiptQuery,
    produces: 'application/pdf',
    limit: LIMIT,
    handler: async ({ query: { rma_id: reference, language }, scope, reply }) => {
      const asked = await inScope(deps.db, scope, (trx) => findAskedDeposit(trx, reference));
      if (asked?.byReference !== true) throw notFound();
      const paper = await receiptOf(deps, scope, asked.id, { language, isCustomer: true });
      reply.header('x-robots-tag', 'noindex');
      return sendPaper(printer, reply, { ...paper, format: 'pdf', page: 1 });
    },
  });
}

async function receiptOf(
  { db, store, blobs, clock, config }: ApiDeps,
  scope: DataScope,
  rmaId: number,
  reader: ReceiptReader,
) {
  const found = await inScope(db, scope, (trx) => findDepositReceipt(trx, { store, blobs }, rmaId, reader));
  if (found === undefined) throw notFound();
  const { language, paper, reference } = found;
  const receipt = {
    ...paper,
    printedAt: clock.now().toISOString(),
    pageUrl: `${config.publicUrl}/customerStatus?rma_id=${encodeURIComponent(reference)}`,
  };
  return { paper: { kind: 'receipt', receipt } as const, language };
}
