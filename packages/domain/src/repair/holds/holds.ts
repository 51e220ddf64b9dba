import type { RejectionCode } from '../../rejection.ts';
import type { HoldKind } from '../../shared/item-facts.ts';
import type { Item } from '../item/item.ts';
import { BENCH_STATUSES, isTaken, Status, type StatusId } from '../../shared/status.ts';

/** The holds in force: those placed, and approval while a waiver is under review (product/repair.md §13). */
export function holdsOf(item: Item): readonly HoldKind[] {
  const placed = new Set(item.holds);
  if (item.waiver.code === 1) placed.add('approval');
  return [...placed];
}

/** Which moves a hold stops (product/repair.md §4): approval the
 * benches, what a bench waits for the benches and the end of the repair, missing everything, dispute the end. */
export function holdStops(hold: HoldKind, target: StatusId): boolean {
  switch (hold) {
    case 'approval':
      return BENCH_STATUSES.includes(target);
    case 'stone':
    case 'part':
    case 'client':
    case 'tool':
      return BENCH_STATUSES.includes(target) || target === Status.RepairDone;
    case 'missing':
      return true;
    case 'dispute':
      return isTaken(target);
  }
}

/** The first hold that stops entry to `target`, missing before the others; null when none does. */
export function holdThatStops(item: Item, target: StatusId): HoldKind | null {
  const stopping = holdsOf(item).filter((hold) => holdStops(hold, target));
  return stopping.find((hold) => hold === 'missing') ?? stopping[0] ?? null;
}

export const HOLD_REJECTION = {
  approval: 'held_approval',
  missing: 'held_missing',
  dispute: 'held_dispute',
  stone: 'held_waiting',
  part: 'held_waiting',
  client: 'held_waiting',
  tool: 'held_waiting',
} as const satisfies Record<HoldKind, RejectionCode>;
