import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { depositCheckRoutes } from './deposit-checks.ts';
import { referenceImportRoutes } from './import.routes.ts';
import { importProductRoutes } from './import-product.routes.ts';
import { placeRoutes, repairLookupRoutes } from './lookups.ts';
import { peopleRoutes } from './people.ts';
import { productImageRoute } from './product-image.ts';
import { referenceRowRoutes } from './rows.routes.ts';
import { saveReasonRoutes } from './save-reasons.ts';
import { systemReasonRoutes } from './system-reasons.ts';

/** Look-ups, searches and pictures (product/reference.md §3, §4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  placeRoutes(app, places, deps);
  repairLookupRoutes(app, places, deps);
  depositCheckRoutes(app, places, deps);
  peopleRoutes(app, deps);
  systemReasonRoutes(app, deps);
  saveReasonRoutes(app, deps);
  productImageRoute(app, deps);
  referenceImportRoutes(app, deps);
  referenceRowRoutes(app, deps);
  importProductRoutes(app, deps);
}
