import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { collectionRoutes } from './collection.routes.ts';
import { customerRoutes } from './customer.read-routes.ts';
import { feeAnswerRoutes } from './fee-answer.routes.ts';

/** What customers open without an account: their status and a fee to answer (product/customer-page.md). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  customerRoutes(app, deps);
  collectionRoutes(app, deps);
  feeAnswerRoutes(app, deps);
}
