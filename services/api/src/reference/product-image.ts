import { productImageParams } from '@atelier/contracts/reference/schema.ts';
import { isSku } from '@atelier/domain/shared/product.ts';
import { listProductSummaries } from '@atelier/application/reference/catalogue.queries.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import { drawProduct } from './product-drawing.ts';
import { createProductImages } from './product-image-source.ts';

const KEEP = 'public, max-age=86400';
/** A drawing that stands in for a picture: the next look may find it. */
const KEEP_SHORTLY = 'public, max-age=60';

const sendPicture = (reply: FastifyReply, type: string, body: string | Buffer, keep: string) =>
  reply
    .header('cache-control', keep)
    .header('content-security-policy', `default-src 'none'; sandbox`)
    // The customer page may stand on another origin than the API.
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(type)
    .send(body);

/**
 * `GET /product-image/:sku`: the CDN's picture through our own cache when one is configured, else our drawing of
 * its kind; an unknown SKU draws as a ring and makes no request, so that no caller learns the catalogue or
 * reaches the CDN from here. Public, since the customer page shows it.
 */
export function productImageRoute(app: FastifyInstance, { db, clock, config: { cdnUrl } }: ApiDeps): void {
  const images =
    cdnUrl === undefined ? undefined : createProductImages({ cdnUrl, now: () => clock.now().getTime() });
  defineRawRoute(app, {
    method: 'GET',
    url: '/product-image/:sku',
    shows: 'no-person',
    permission: 'public',
    scope: 'none',
    summary: 'Picture of a product',
    params: productImageParams,
    produces: 'image/svg+xml',
    handler: async ({ params: { sku }, reply }) => {
      if (!isSku(sku)) throw notFound();
      const [product] = await listProductSummaries(db, [sku]);
      const isWanted = product !== undefined && images !== undefined;
      const picture = isWanted ? await images.find(sku) : null;
      if (picture !== null) return sendPicture(reply, 'image/jpeg', picture, KEEP);
      const drawing = drawProduct({ sku, kind: product?.kind ?? 'ring' });
      return sendPicture(reply, 'image/svg+xml', drawing, isWanted ? KEEP_SHORTLY : KEEP);
    },
  });
}
