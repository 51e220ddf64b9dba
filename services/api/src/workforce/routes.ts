import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { workerRoleRoutes } from './worker-roles.routes.ts';
import { workerRoutes } from './workers.routes.ts';

/** Factory workers and their roles (specification §7 "Workers", product.md §4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  workerRoutes(app, deps);
  workerRoleRoutes(app, deps);
}
