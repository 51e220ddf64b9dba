import { paymentPaperQuery, receiptParams } from '@atelier/contracts/documents/schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findPaymentReceipt } from '@atelier/application/documents/payment-receipt.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import type { Printer } from './printer.ts';
import { sendPaper } from './send-paper.ts';

/** `GET /item/{id}/payment` (product/documents.md §9): the receipt of what a client paid at once, for all of their pieces. */
export function paymentReceiptRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  const { db, store, clock } = deps;
  defineRawRoute(app, {
    method: 'GET',
    url: '/item/:id/payment',
    shows: 'persons',
    permission: ['shop handover', 'take payment'],
    scope: 'site',
    summary: 'The receipt of a payment, as PDF: pieces, fees, and each part of it by its means',
    params: receiptParams,
    query: paymentPaperQuery,
    produces: 'application/pdf',
    handler: async ({ params: { id }, query: { payment, language: asked, format, page }, scope, reply }) => {
      const wanted = { itemId: id, payment, language: asked };
      const found = await inScope(db, scope, (trx) => findPaymentReceipt(trx, store, wanted));
      if (found === undefined) throw notFound();
      if (found === 'not_paid') throw notPaid();
      const receipt = { ...found.paper, printedAt: clock.now().toISOString() };
      const { language } = found;
      return sendPaper(printer, reply, { paper: { kind: 'payment', receipt }, language, format, page });
    },
  });
}

const notPaid = (): ApiError => new ApiError(400, 'not_paid', 'No such payment was recorded for this piece.');
