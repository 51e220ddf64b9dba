import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { deliverRoutes } from './deliver.routes.ts';
import { outboundRoutes } from './outbound.routes.ts';
import { packRoutes } from './pack.routes.ts';
import { receiptRoutes } from './receipt.read-routes.ts';
import { receiveRoutes } from './receive.routes.ts';
import { savCheckRoutes } from './sav-check.routes.ts';
import { sendRoutes } from './send.routes.ts';
import { signRoutes } from './sign.routes.ts';
import { readRoutes } from './read-routes.ts';

/** Packages: binding, sending, receiving lists, prices and signatures (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  packRoutes(app, deps);
  sendRoutes(app, deps);
  outboundRoutes(app, deps);
  deliverRoutes(app, deps);
  signRoutes(app, deps);
  savCheckRoutes(app, deps);
  receiveRoutes(app, deps);
  receiptRoutes(app, deps);
  readRoutes(app, deps);
}
