import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { basketRoutes } from './basket.routes.ts';
import { listRoutes } from './list.routes.ts';
import { sendRoutes } from './send.routes.ts';

/** SAV transfer between factories (product/transfer.md §1). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  listRoutes(app, deps);
  basketRoutes(app, deps);
  sendRoutes(app, deps);
}
