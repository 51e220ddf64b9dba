import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Shipment, ShipmentState } from '@atelier/domain/shipping/shipment.ts';

/** A package is seen by its sender, and by its receiver once it is on its way (product/identity.md §6); null otherwise. */
export function visibleShipment(state: ShipmentState, scope: DataScope): Shipment | null {
  if (state.kind === 'none' || scope.kind === 'none') return null;
  if (scope.kind === 'all' || state.origin === scope.siteId) return state;
  return state.sentAt !== null && state.destination === scope.siteId ? state : null;
}
