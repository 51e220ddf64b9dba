import { IMAGE_ID_SHAPE } from '@atelier/domain/images/contract.ts';
import { imageParams, releasePictureBody } from '@atelier/contracts/images/schema.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findReleasedImageHash } from '@atelier/application/images/images.queries.ts';
import { releasePicture } from '@atelier/application/images/release-picture.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { itemResponse } from '../shared/item-response.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';
import { sendImage } from './send-image.ts';

/** `POST /rma/images/release`: the piece's shop shows its customer a picture, or no longer (product/images.md §4). */
export function releasePictureRoute(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/images/release',
    permission: ['take payment', 'view request new rma page'],
    scope: 'store',
    summary: "Show a picture of a piece on its client's page, or no longer",
    body: releasePictureBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, image_id: imageId, released: isReleased } = input.body;
      const outcome = await releasePicture(services, callerOf(input), id, { imageId, isReleased });
      return itemResponse(id, outcome);
    },
  });
}

/** A page of many pictures is opened and opened again. */
const LIMIT = { max: 300, windowMs: 60_000 };

/** `GET /customer/picture/{id}`: public for as long as staff show it; its id is as hard to guess as a link. Never kept. */
export function customerPictureRoute(app: FastifyInstance, { db, blobs }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/customer/picture/:id',
    shows: 'persons',
    permission: 'public',
    scope: 'link',
    summary: "A picture that staff released for the client's page",
    params: imageParams,
    produces: 'image/jpeg',
    limit: LIMIT,
    handler: async ({ params, scope, reply }) => {
      if (!IMAGE_ID_SHAPE.test(params.id)) throw notFound();
      const hash = await inScope(db, scope, (trx) => findReleasedImageHash(trx, params.id));
      const image = hash === undefined ? undefined : await blobs.get(hash);
      if (image === undefined || !image.mediaType.startsWith('image/')) throw notFound();
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      return sendImage(reply, image);
    },
  });
}
