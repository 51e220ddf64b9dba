import type { PermissionName } from '../../shared/permissions.ts';
import type { HoldKind } from '../../shared/item-facts.ts';

export type PlacedHold = Exclude<HoldKind, 'missing'>;

/** Who places and releases a hold by hand: the check and who decides fees, the counter and who decides fees. */
export const HOLD_PERMISSIONS: Readonly<Record<PlacedHold, readonly PermissionName[]>> = {
  approval: ['sav check', 'decide waived fee'],
  dispute: ['shop handover', 'decide waived fee'],
};

export const PLACED_HOLDS = ['approval', 'dispute'] as const satisfies readonly PlacedHold[];
