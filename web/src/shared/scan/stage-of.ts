import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { isStatusId, Status, statusOf, type StatusId } from '@atelier/domain/shared/status.ts';
import { waitingFrom } from '@atelier/domain/repair/scanning/waiting.ts';

/** Stages that work through a package: the pieces are those it carries (product/shipping.md §6). */
const BY_PACKAGE: ReadonlySet<StatusId> = new Set([Status.ReceiveFromShop, Status.ShopReceived]);
/** Kinds of package that arrive at a stage: from a shop at 3, back in a shop at 15, from another site at 19. */
const ARRIVING: Readonly<Record<number, readonly number[]>> = {
  [Status.ReceiveFromShop]: [1],
  [Status.ShopReceived]: [2, 4],
  [Status.IncomingCheck]: [3],
};
/** Targets of the quality investigation (product/repair.md §10). */
const INVESTIGATED: ReadonlySet<StatusId> = new Set([Status.ReceiveFromShop, Status.IncomingCheck]);
/** Entered by sending a package, over the counter, or never by hand: no scanning screen. */
const NOT_SCANNED: ReadonlySet<StatusId> = new Set([
  Status.Created,
  Status.SentToWarehouse,
  Status.LogisticsShipOut,
  Status.TakenByClient,
  Status.MCToCN,
  Status.Cancelled,
  Status.Closed,
]);

export interface Stage {
  readonly target: StatusId;
  readonly permission: PermissionName | null;
  /** From where a piece may come here. */
  readonly from: readonly StatusId[];
  /** Nothing can be scanned before a package is chosen. */
  readonly isByPackage: boolean;
  /** Order types of the packages that may be opened here; none at a bench. */
  readonly arriving: readonly number[];
  readonly isInvestigated: boolean;
}

/** The scanning screen of a status; null for an id that has none ("not found", product/screens.md §1). */
export function stageOf(target: number): Stage | null {
  if (!isStatusId(target) || NOT_SCANNED.has(target)) return null;
  return {
    target,
    permission: target === Status.ShopReceived ? 'view receive package page' : statusOf(target).permission,
    from: waitingFrom(target),
    isByPackage: BY_PACKAGE.has(target),
    arriving: ARRIVING[target] ?? [],
    isInvestigated: INVESTIGATED.has(target),
  };
}
