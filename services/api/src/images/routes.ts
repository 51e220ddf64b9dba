import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { imageRoute, itemImagesRoute } from './image.routes.ts';
import { uploadRoute } from './upload.routes.ts';

/** Pictures: sending one, reading one, and those of an item (product/images.md §1, §2). */
export async function routes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await uploadRoute(app, deps);
  imageRoute(app, deps);
  itemImagesRoute(app, deps);
}
