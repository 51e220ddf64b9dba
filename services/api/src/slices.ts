import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './http/deps.ts';
import { routes as audit } from './audit/routes.ts';
import { routes as clearing } from './clearing/routes.ts';
import { routes as custody } from './custody/routes.ts';
import { routes as dashboard } from './dashboard/routes.ts';
import { routes as exporting } from './exports/routes.ts';
import { routes as repair } from './repair/routes.ts';
import { routes as customerSite } from './customer-site/routes.ts';
import { routes as deposit } from './deposit/routes.ts';
import { routes as repairDetail } from './repair-detail/routes.ts';
import { routes as repairList } from './repair-list/routes.ts';
import { routes as shipping } from './shipping/routes.ts';
import { routes as insight } from './insight/routes.ts';
import { routes as imaging } from './images/routes.ts';
import { routes as identity } from './identity/routes.ts';
import { routes as jobs } from './system/jobs/routes.ts';
import { routes as live } from './live/routes.ts';
import { routes as papers } from './documents/routes.ts';
import { routes as messages } from './messages/routes.ts';
import { routes as nav } from './nav/routes.ts';
import { routes as privacy } from './privacy/routes.ts';
import { routes as promise } from './promise/routes.ts';
import { routes as reference } from './reference/routes.ts';
import { routes as transfer } from './transfer/routes.ts';
import { routes as system } from './system/routes.ts';
import { routes as webhooks } from './webhooks/routes.ts';
import { routes as workforce } from './workforce/routes.ts';

/** A slice of the API: declares its routes below `/api`. */
export interface ApiSlice {
  readonly name: string;
  readonly routes: (app: FastifyInstance, deps: ApiDeps) => void | Promise<void>;
}

/** Every slice the API serves. A new slice adds its import and its line here. */
export const SLICES: readonly ApiSlice[] = [
  { name: 'identity', routes: identity },
  { name: 'live', routes: live },
  { name: 'reference', routes: reference },
  { name: 'audit', routes: audit },
  { name: 'clearing', routes: clearing },
  { name: 'custody', routes: custody },
  { name: 'dashboard', routes: dashboard },
  { name: 'exporting', routes: exporting },
  { name: 'insight', routes: insight },
  { name: 'promise', routes: promise },
  { name: 'imaging', routes: imaging },
  { name: 'papers', routes: papers },
  { name: 'messages', routes: messages },
  { name: 'nav', routes: nav },
  { name: 'jobs', routes: jobs },
  { name: 'privacy', routes: privacy },
  { name: 'repair', routes: repair },
  { name: 'deposit', routes: deposit },
  { name: 'repair-list', routes: repairList },
  { name: 'repair-detail', routes: repairDetail },
  { name: 'customer-site', routes: customerSite },
  { name: 'shipping', routes: shipping },
  { name: 'transfer', routes: transfer },
  { name: 'system', routes: system },
  { name: 'webhooks', routes: webhooks },
  { name: 'workforce', routes: workforce },
];
