import { productImageParams } from '@atelier/domain/reference/contract.ts';
import { isSku } from '@atelier/domain/reference/product.ts';
import { listProductSummaries } from '@atelier/store/reference/catalogue.queries.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { defineRawRoute } from '../route.ts';
import { drawProduct } from './product-drawing.ts';

const KEEP = 'public, max-age=86400';

/** The CDN's address of a picture at 300 × 300, quality 76 (specification §3). */
const cdnAddress = (cdnUrl: string, sku: string): string =>
  `${cdnUrl.replace(/\/+$/u, '')}/${encodeURIComponent(sku)}.jpg?w=300&h=300&q=76`;

const sendDrawing = (reply: FastifyReply, drawing: string) =>
  reply
    .header('cache-control', KEEP)
    .header('content-security-policy', `default-src 'none'; sandbox`)
    // The customer page may stand on another origin than the API.
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('image/svg+xml')
    .send(drawing);

/**
 * `GET /product-image/:sku`: the CDN's picture when one is configured, else our drawing of its kind; an unknown
 * SKU draws as a ring, so that nobody learns the catalogue from here. Public, since the customer page shows it.
 */
export function productImageRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/product-image/:sku',
    permission: 'public',
    scope: 'none',
    summary: 'Picture of a product',
    params: productImageParams,
    produces: 'image/svg+xml',
    handler: async ({ params, reply }) => {
      if (!isSku(params.sku)) throw notFound();
      const { cdnUrl } = deps.config;
      if (cdnUrl !== undefined) {
        return reply.header('cache-control', KEEP).redirect(cdnAddress(cdnUrl, params.sku));
      }
      const [product] = await listProductSummaries(deps.db, [params.sku]);
      return sendDrawing(reply, drawProduct({ sku: params.sku, kind: product?.kind ?? 'ring' }));
    },
  });
}
