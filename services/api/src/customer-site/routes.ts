import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { collectionRoutes } from './collection.routes.ts';
import { customerRoutes } from './customer.read-routes.ts';
import { feeAnswerRoutes } from './fee-answer.routes.ts';
import { signAnswerRoutes } from './sign-answer.routes.ts';
import { signSessionRoutes } from './sign-session.routes.ts';

/** What customers open without an account: their status, a fee to answer and a list to sign (product/customer-page.md). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  customerRoutes(app, deps);
  collectionRoutes(app, deps);
  feeAnswerRoutes(app, deps);
  signSessionRoutes(app, deps);
  signAnswerRoutes(app, deps);
}
