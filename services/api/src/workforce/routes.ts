import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { workerRoleRoutes } from './worker-roles.routes.ts';
import { workerRoutes } from './workers.routes.ts';

/** Factory workers and their roles (product/workforce.md §2, §4). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  workerRoutes(app, deps);
  workerRoleRoutes(app, deps);
}
