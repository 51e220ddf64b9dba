import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { inboundRoutes } from './inbound.routes.ts';
import { messageLogRoutes } from './message-log.routes.ts';
import { ownChoiceRoutes } from './own-choice.routes.ts';
import { wordingRoutes } from './wording.routes.ts';

/** Messages to customers (product/messages.md). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  inboundRoutes(app, deps);
  messageLogRoutes(app, deps);
  ownChoiceRoutes(app, deps);
  wordingRoutes(app, deps);
}
