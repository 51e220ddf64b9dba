import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { imageRoute, itemImagesRoute } from './image.routes.ts';
import { customerPictureRoute, releasePictureRoute } from './release.routes.ts';
import { uploadRoute } from './upload.routes.ts';

/** Pictures: sending one, reading one, those of an item, and those its customer is shown (product/images.md). */
export async function routes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  await uploadRoute(app, deps);
  imageRoute(app, deps);
  itemImagesRoute(app, deps);
  releasePictureRoute(app, deps);
  customerPictureRoute(app, deps);
}
