import type { DomainEvent } from '../decider.ts';
import type { PermissionName } from '../shared/permissions.ts';
import type { Instant, SiteId, WorkerId } from '../kernel.ts';

/** Who a worker is; personal, hence encrypted under `workerRef`. The barcode is text: its zeros count. */
export interface WorkerProfile {
  readonly name: string;
  readonly barcode: string;
}

/** Where a worker works and as what. */
export interface WorkerPost {
  readonly department: string;
  readonly roleKey: string;
  readonly siteId: SiteId;
}

/** Events of one factory hand, stream `worker-<id>`. */
export type WorkerRegistered = DomainEvent<
  'WorkerRegistered',
  WorkerPost & {
    readonly workerId: WorkerId;
    readonly workerRef: string;
    /** The number on the badge, unique among active workers: `W0001`. */
    readonly workId: string;
    /** Null once the person is erased. */
    readonly profile: WorkerProfile | null;
    readonly at: Instant;
  }
>;
/** Everything an administrator filled in again, changed or not. */
export type WorkerChanged = DomainEvent<
  'WorkerChanged',
  WorkerPost & {
    readonly workerRef: string;
    readonly workId: string;
    /** Null once the person is erased. */
    readonly profile: WorkerProfile | null;
    readonly at: Instant;
  }
>;
export type WorkerDeactivated = DomainEvent<'WorkerDeactivated', { readonly at: Instant }>;
export type WorkerReactivated = DomainEvent<'WorkerReactivated', { readonly at: Instant }>;
/** That there is a PIN now, or none; never which. */
export type WorkerPinChanged = DomainEvent<
  'WorkerPinChanged',
  { readonly isSet: boolean; readonly at: Instant }
>;
/** The barcode was revealed, or a badge with it was printed (product/workforce.md §3). */
export type WorkerBadgeRevealed = DomainEvent<
  'WorkerBadgeRevealed',
  { readonly how: 'shown' | 'printed'; readonly at: Instant }
>;
export type WorkerEvent =
  | WorkerRegistered
  | WorkerChanged
  | WorkerDeactivated
  | WorkerReactivated
  | WorkerPinChanged
  | WorkerBadgeRevealed;

/** Events of one role of workers, stream `worker-role-<id>`. */
export type WorkerRoleDefined = DomainEvent<
  'WorkerRoleDefined',
  {
    readonly roleId: number;
    /** Unique and immutable. */
    readonly key: string;
    readonly name: string;
    readonly permissions: readonly PermissionName[];
    readonly at: Instant;
  }
>;
export type WorkerRoleChanged = DomainEvent<
  'WorkerRoleChanged',
  { readonly name: string; readonly permissions: readonly PermissionName[]; readonly at: Instant }
>;
/** No worker has it any more. Its key stays used. */
export type WorkerRoleDeleted = DomainEvent<'WorkerRoleDeleted', { readonly at: Instant }>;
export type WorkerRoleEvent = WorkerRoleDefined | WorkerRoleChanged | WorkerRoleDeleted;

export type WorkforceEventType = (WorkerEvent | WorkerRoleEvent)['type'];

export const workerStream = (id: WorkerId): string => `worker-${id}`;
export const workerRoleStream = (id: number): string => `worker-role-${id}`;
