import { IMAGE_ID_SHAPE } from '@atelier/domain/images/contract.ts';
import {
  imageParams,
  itemImagesResponse,
  itemImagesQuery,
  type ItemImageView,
} from '@atelier/contracts/images/schema.ts';
import {
  IMAGE_KINDS,
  kindsForWorkers,
  type ImageKind,
  type ItemImage,
} from '@atelier/domain/images/item-images.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  findImageHash,
  findItemImages,
  type ItemImages,
} from '@atelier/application/images/images.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { audienceOf, ITEM_VIEWERS } from '../http/viewers.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { imageUrl } from './image-url.ts';
import { sendImage } from './send-image.ts';

const kindsFor = (principal: Principal): readonly ImageKind[] =>
  audienceOf(principal) === 'worker' ? kindsForWorkers : IMAGE_KINDS;

/**
 * `GET /image/{id}`: the bytes, for its uploader and for accounts that see an item that names it; 404 for all
 * others.
 */
export function imageRoute(app: FastifyInstance, { db, blobs }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/image/:id',
    shows: 'persons',
    // Not every session: a station without a signed-in worker shows no pictures.
    permission: [...ITEM_VIEWERS, 'cancel or edit rma'],
    scope: 'site',
    summary: 'Bytes of a picture',
    params: imageParams,
    produces: 'image/jpeg',
    handler: async ({ params, principal, scope, reply }) => {
      if (!IMAGE_ID_SHAPE.test(params.id)) throw notFound();
      const reader = { userId: principal.user.id, kinds: kindsFor(principal) };
      const hash = await inScope(db, scope, (trx) => findImageHash(trx, params.id, reader));
      const image = hash === undefined ? undefined : await blobs.get(hash);
      if (image === undefined || !image.mediaType.startsWith('image/')) throw notFound();
      reply.header('cache-control', 'private, max-age=600').header('vary', 'authorization');
      return sendImage(reply, image);
    },
  });
}

/** `GET /rma/images`: every picture of an item with what it was taken for, in the order in which they came. */
export function itemImagesRoute(app: FastifyInstance, { db, store }: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/images',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary:
      'Pictures of an item: of its deposit, of the gold mark, of a counterfeit, of stages, of the warranty',
    query: itemImagesQuery,
    response: itemImagesResponse,
    handler: async ({ query, principal, scope }) => {
      const images = await inScope(db, scope, (trx) => findItemImages(trx, store, query.rma_item_id));
      if (images === undefined) throw notFound();
      const shown = images.images.filter(({ kind }) => kindsFor(principal).includes(kind));
      return ok(
        shown.map((image) => viewOf(image, images)),
        { total: shown.length },
      );
    },
  });
}

const viewOf = (
  { imageId, kind, status, at }: ItemImage,
  { releasable, released }: ItemImages,
): ItemImageView => ({
  image_id: imageId,
  url: imageUrl(imageId),
  kind,
  rma_status_id: status,
  taken_at: at,
  releasable: releasable.includes(imageId),
  released: released.includes(imageId),
});
