import type { DomainEvent } from '../decider.ts';
import type { PermissionName } from '../identity/permissions.ts';
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
export type WorkerDeactivated = DomainEvent<'WorkerDeactivated', { readonly at: Instant }>;
export type WorkerEvent = WorkerRegistered | WorkerDeactivated;

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
export type WorkerRoleEvent = WorkerRoleDefined;

export type WorkforceEventType = (WorkerEvent | WorkerRoleEvent)['type'];

export const workerStream = (id: WorkerId): string => `worker-${id}`;
export const workerRoleStream = (id: number): string => `worker-role-${id}`;
