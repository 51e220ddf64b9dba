import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { depositRoutes } from './deposit.routes.ts';
import { editRoutes } from './edit.routes.ts';

/** Deposits, their changes and where pieces are delivered (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  depositRoutes(app, deps);
  editRoutes(app, deps);
  deliveryRoutes(app, deps);
}
