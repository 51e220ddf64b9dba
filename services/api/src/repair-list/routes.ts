import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { itemListRoutes } from './item-list.read-routes.ts';
import { searchRoutes } from './search.read-routes.ts';
import { viewRoutes } from './views/routes.ts';

/** Lists of pieces, search, saved views (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  itemListRoutes(app, deps);
  searchRoutes(app, deps);
  viewRoutes(app, deps);
}
