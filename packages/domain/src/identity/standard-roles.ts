import { FACTORY_WORKER_ROLE } from '../shared/factory-worker-role.ts';
import {
  ASKS,
  DECIDES,
  PERMISSIONS,
  STATION_PERMISSIONS,
  type PermissionName,
} from '../shared/permissions.ts';

/** A role every installation begins with; administrators may change its permissions later. */
export interface StandardRole {
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

const SHOP: readonly PermissionName[] = [
  'view home page',
  'view sidebar group rma',
  'view list all rma page',
  'view (shop) get all rma',
  'view request new rma page',
  'view prepare package page',
  'view receive package page',
  'client search',
  'shop handover',
  'cancel or edit rma',
  'take payment',
  'export',
];

const OPERATION: readonly PermissionName[] = [
  'operation dashboard',
  'view sidebar group rma operation',
  'view list all rma page for operation',
  'view batch update rma (logistic ship out)',
  'sav check',
  'sav transfer',
  'export',
  ...STATION_PERMISSIONS,
];

const AUDITOR: readonly PermissionName[] = [
  'operation dashboard',
  'view sidebar group rma operation',
  'view list all rma page for operation',
  'export',
  'audit replay',
];

/** Erasures and retention schedules are asked for by one kind of administrator and decided by the other. */
const ADMINISTRATOR = PERMISSIONS.filter((permission) => permission !== DECIDES);
const DECIDING_ADMINISTRATOR = PERMISSIONS.filter((permission) => permission !== ASKS);

/** What each role's holders may do on the first day. The station's own list only counts once a worker is signed in. */
export const STANDARD_ROLES = {
  shop: { name: '#INTRANET::FRONT_shop', permissions: SHOP },
  operation: { name: '#INTRANET::FRONT_operation', permissions: OPERATION },
  factoryWorker: {
    name: FACTORY_WORKER_ROLE,
    permissions: ['view sidebar group rma operation', ...STATION_PERMISSIONS],
  },
  admin: { name: '#INTRANET::FRONT_administrator', permissions: ADMINISTRATOR },
  auditor: { name: '#INTRANET::FRONT_auditor', permissions: AUDITOR },
  decider: { name: '#INTRANET::FRONT_deciding administrator', permissions: DECIDING_ADMINISTRATOR },
} as const satisfies Record<string, StandardRole>;
