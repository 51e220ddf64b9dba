import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { benchWorkRoutes } from './bench-work.routes.ts';
import { decisionRoutes } from './decision.routes.ts';
import { feeLinkRoutes } from './fee-link.routes.ts';
import { callListRoutes } from './call-list.routes.ts';
import { followUpRoutes } from './follow-up.routes.ts';
import { holdRoutes } from './hold.routes.ts';
import { itemRoutes } from './item.routes.ts';
import { loanRoutes } from './loan.routes.ts';
import { moveRoutes } from './move.routes.ts';
import { bookedPickupRoutes } from './pickup-booked.routes.ts';
import { pickupRoutes } from './pickup.routes.ts';
import { paymentRoutes } from './payment.routes.ts';
import { scanRoutes } from './scan.routes.ts';
import { readRoutes } from './read-routes.ts';

/** Moves, scans, remarks, fees and handover of an item (product/calls.md §9). */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  loanRoutes(app, deps);
  moveRoutes(app, deps);
  scanRoutes(app, deps);
  itemRoutes(app, deps);
  paymentRoutes(app, deps);
  pickupRoutes(app, deps);
  bookedPickupRoutes(app, deps);
  decisionRoutes(app, deps);
  feeLinkRoutes(app, deps);
  followUpRoutes(app, deps);
  callListRoutes(app, deps);
  holdRoutes(app, deps);
  benchWorkRoutes(app, deps);
  readRoutes(app, deps);
}
