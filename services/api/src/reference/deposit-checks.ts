import {
  certificateResponse,
  certificateQuery,
  invoiceQuery,
  productResponse,
  productQuery,
  verifiedInvoiceResponse,
} from '@atelier/contracts/reference/schema.ts';
import type { InvoiceRefusal } from '@atelier/domain/reference/contract.ts';
import { findCertificate, findProduct } from '@atelier/application/reference/catalogue.queries.ts';
import { verifyInvoice } from '@atelier/application/reference/invoices.queries.ts';
import type { Places } from '@atelier/application/reference/places.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { GUESS_LIMITS } from '../http/guess-limits.ts';
import { defineRoute } from '../http/route.ts';

/** For accounts that stand nowhere. */
const HOUSE_CURRENCY = 'EUR';

// Fixed words (product/reference.md §3).
const INVOICE_MESSAGES = {
  invoice_check_again: 'Check the invoice again',
  invoice_not_found: 'The invoice does not exist',
  invoice_without_shipping_fee: 'The invoice has no shipping fee info',
} satisfies Record<InvoiceRefusal, string>;

const WHO_DEPOSITS = ['view request new rma page', 'cancel or edit rma'] as const;

/** What the create form asks while it is being filled in. */
export function depositCheckRoutes(app: FastifyInstance, places: Places, { db }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/getwsproduct',
    permission: 'session',
    scope: 'none',
    summary: 'A product by SKU, priced in the own site’s currency',
    query: productQuery,
    response: productResponse,
    handler: async ({ query, principal }) => {
      const site = principal.siteId === undefined ? undefined : await places.findSite(principal.siteId);
      const currency = site?.currency ?? HOUSE_CURRENCY;
      const product = await findProduct(db, { sku: query.sku, size: query.size, currency });
      if (product === undefined) throw notFound();
      return ok(product);
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/get_one_product_cert',
    permission: [...WHO_DEPOSITS, 'incoming check', '(factory) receive from shop'],
    scope: 'none',
    summary: 'The certificate of a gold piece, whose sequence number the form checks',
    query: certificateQuery,
    response: certificateResponse,
    handler: async ({ query }) => {
      const certificate = await findCertificate(db, query.cert_no);
      if (certificate === undefined) throw notFound();
      return ok(certificate);
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/verify_invoice',
    permission: WHO_DEPOSITS,
    // A piece bought at another shop may be left here: the number in hand is enough, and the register names no person.
    scope: 'none',
    summary: 'What an invoice sold, when, and what sending it back costs; never to whom',
    query: invoiceQuery,
    response: verifiedInvoiceResponse,
    guessLimit: GUESS_LIMITS.invoices,
    handler: async ({ query }) => {
      const check = await verifyInvoice(db, query.invoice_no);
      if (!check.ok) throw badField('invoice_no', check.refusal, INVOICE_MESSAGES[check.refusal]);
      return ok(check.invoice);
    },
  });
}
