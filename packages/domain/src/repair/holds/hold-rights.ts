import { BENCH_PERMISSIONS } from '../../shared/bench-permissions.ts';
import type { PermissionName } from '../../shared/permissions.ts';
import type { HoldKind } from '../../shared/item-facts.ts';

export type PlacedHold = Exclude<HoldKind, 'missing'>;

/** Who places and releases a hold by hand: the check and who decides fees, the counter and who
 * decides fees, every bench what it waits for. */
export const HOLD_PERMISSIONS: Readonly<Record<PlacedHold, readonly PermissionName[]>> = {
  approval: ['sav check', 'decide waived fee'],
  dispute: ['shop handover', 'decide waived fee'],
  stone: BENCH_PERMISSIONS,
  part: BENCH_PERMISSIONS,
  client: BENCH_PERMISSIONS,
  tool: BENCH_PERMISSIONS,
};

export const PLACED_HOLDS = [
  'stone',
  'part',
  'client',
  'tool',
  'approval',
  'dispute',
] as const satisfies readonly PlacedHold[];

/** What a bench waits for: a stone, a part, an answer of the client, a tool. */
export const WAITING_HOLDS = ['stone', 'part', 'client', 'tool'] as const satisfies readonly PlacedHold[];
