import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { depositRoutes } from './deposit.routes.ts';
import { editRoutes } from './edit.routes.ts';
import { readRoutes } from './read-routes.ts';

/** Deposits, lists and the detail of an RMA (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  depositRoutes(app, deps);
  editRoutes(app, deps);
  deliveryRoutes(app, deps);
  readRoutes(app, deps);
}
