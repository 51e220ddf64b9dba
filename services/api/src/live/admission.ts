import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { holdsAny, scopeOf, type Principal } from '@atelier/domain/identity/principal.ts';
import { SEES_REQUESTS } from '@atelier/domain/privacy/contract.ts';
import type { LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import type { Topic } from './topics.ts';

export type Admission = 'ok' | 'forbidden' | 'not_found';

const SHOP_VIEWS: readonly PermissionName[] = [
  'view home page',
  'view list all rma page',
  'view (shop) get all rma',
  'view prepare package page',
  'view receive package page',
];
const OPERATION_VIEWS: readonly PermissionName[] = [
  'operation dashboard',
  'view list all rma page for operation',
  'view batch update rma (logistic ship out)',
  ...BENCH_PERMISSIONS,
];
const CHANGE_VIEWS: readonly PermissionName[] = ['audit replay', 'view system config'];
const JOB_VIEWS: readonly PermissionName[] = ['order clear', 'view system config', 'engine system config'];

const NAV_VIEWS: readonly PermissionName[] = ['logistic ship out', 'audit replay'];

/** What a screen on a wall listens to. */
const WALL_TOPICS: ReadonlySet<Topic['kind']> = new Set(['store', 'site', 'stage', 'system', 'erasures']);

/** Whether a person may subscribe to a topic. What is outside their view does not exist for them. */
export async function maySubscribe(
  principal: Principal,
  topic: Topic,
  isVisible: LiveRowSource['isVisible'],
): Promise<Admission> {
  if (principal.wall === true && !WALL_TOPICS.has(topic.kind)) return 'forbidden';
  switch (topic.kind) {
    case 'jobs':
      return allowedIf(holdsAny(principal.permissions, JOB_VIEWS));
    case 'imports':
      return allowedIf(holdsAny(principal.permissions, 'view system config'));
    case 'changes':
      return allowedIf(holdsAny(principal.permissions, CHANGE_VIEWS));
    case 'log':
      return allowedIf(holdsAny(principal.permissions, 'audit replay'));
    case 'privacy':
      return allowedIf(holdsAny(principal.permissions, SEES_REQUESTS));
    case 'system':
    case 'erasures':
      return 'ok';
    case 'exports':
      if (principal.user.id !== topic.userId) return 'not_found';
      return allowedIf(holdsAny(principal.permissions, 'export'));
    case 'nav':
      return standsThere(principal, 'operation', topic.siteId, NAV_VIEWS);
    case 'webhooks':
      return managesWebhooksOf(principal, topic.siteId);
    case 'store':
      return standsThere(principal, 'shop', topic.siteId, SHOP_VIEWS);
    case 'site':
    case 'stage':
      return standsThere(principal, 'operation', topic.siteId, OPERATION_VIEWS);
    case 'item':
    case 'rma':
    case 'shipment': {
      if (!holdsAny(principal.permissions, [...SHOP_VIEWS, ...OPERATION_VIEWS])) return 'forbidden';
      return (await isVisible(scopeOf(principal), topic.kind, topic.id)) ? 'ok' : 'not_found';
    }
    default:
      return topic satisfies never;
  }
}

/** Administrators manage every endpoint, others those of their site; keys none. */
function managesWebhooksOf(principal: Principal, siteId: number): Admission {
  if ((principal.userType === 'admin' ? 0 : principal.siteId) !== siteId) return 'not_found';
  return allowedIf(holdsAny(principal.permissions, 'manage user'));
}

function standsThere(
  principal: Principal,
  userType: 'shop' | 'operation',
  siteId: number,
  views: readonly PermissionName[],
): Admission {
  if (principal.userType === 'admin')
    return allowedIf(holdsAny(principal.permissions, [...views, 'operation dashboard']));
  if (principal.userType !== userType || principal.siteId !== siteId) return 'not_found';
  return allowedIf(holdsAny(principal.permissions, views));
}

const allowedIf = (allowed: boolean): Admission => (allowed ? 'ok' : 'forbidden');
