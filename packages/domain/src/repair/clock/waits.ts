import { PAUSE_REASONS, type HoldKind, type PauseReason } from '../../shared/item-facts.ts';
import { feeAskedOf } from '../fees/fee-waits.ts';
import { holdsOf } from '../holds/holds.ts';
import type { Item } from '../item/item.ts';

/**
 * The holds that wait for others. A tool is the bench's to find, a missing piece the site's, and a dispute stops only the
 * handover: none of these stops the clock.
 */
const HOLD_PAUSES: Readonly<Record<HoldKind, PauseReason | null>> = {
  approval: 'headquarters',
  client: 'client',
  stone: 'part',
  part: 'part',
  tool: null,
  missing: null,
  dispute: null,
};

/** For whom the piece waits; null where the stage itself has to act. */
export function pauseReasonOf(item: Item): PauseReason | null {
  const reasons = new Set(holdsOf(item).map((hold) => HOLD_PAUSES[hold]));
  if (feeAskedOf(item) === 'open') reasons.add('client');
  return PAUSE_REASONS.find((reason) => reasons.has(reason)) ?? null;
}
