import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { customerRoutes } from './customer.read-routes.ts';
import { detailRoutes } from './detail.read-routes.ts';
import { fileRoutes } from './file.read-routes.ts';
import { itemListRoutes } from './item-list.read-routes.ts';
import { searchRoutes } from './search.read-routes.ts';

/** Lists, search, detail, history and the customer's page (product/calls.md §9). */
export function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  itemListRoutes(app, deps);
  detailRoutes(app, deps);
  fileRoutes(app, deps);
  customerRoutes(app, deps);
  searchRoutes(app, deps);
}
