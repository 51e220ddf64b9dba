import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { detailRoutes } from './detail.read-routes.ts';
import { fileRoutes } from './file.read-routes.ts';

/** One repair: its deposit, its history and its file (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  detailRoutes(app, deps);
  fileRoutes(app, deps);
}
