import { isSameActor, toInstant, toMs, type Actor, type Instant } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import type { Rejection } from '../../rejection.ts';
import type { MoveKind } from '../../shared/item-facts.ts';
import type { Item } from '../item/item.ts';
import type { LastMove } from '../item/parts.ts';
import { SEND_STATUSES, Status } from '../../shared/status.ts';

/**
 * Moves that their actor can take back. Not: what the system did, what created a linked item, what was
 * settled with approval. Sent packages are unsent as a whole instead.
 */
const UNDOABLE: readonly MoveKind[] = ['forward', 'lateral', 'rework', 'recall', 'override', 'cancel'];

export function undoableMove(item: Item): LastMove | null {
  const { lastMove } = item;
  if (lastMove === null || !UNDOABLE.includes(lastMove.move)) return null;
  const handedBack = item.status === Status.Cancelled && item.custody.kind === 'customer';
  return handedBack ? null : lastMove;
}

/** The moment from which an undo is no longer offered: 10 minutes after the move (product/repair.md §5), exclusive. */
export function undoUntil(move: LastMove, policy: Pick<Policy, 'undoMs'>): Instant {
  return toInstant(toMs(move.at) + policy.undoMs);
}

/** Why an item's last move cannot be taken back by this person now; null when it can. */
export function undoRefusal(
  item: Item,
  by: Actor,
  now: Instant,
  policy: Pick<Policy, 'undoMs'>,
): Rejection | null {
  const move = undoableMove(item);
  if (move === null) return { code: 'undo_nothing' };
  if (SEND_STATUSES.includes(move.to)) return { code: 'undo_whole_package' };
  if (!isSameActor(move.by, by)) return { code: 'undo_not_yours' };
  if (toMs(now) >= toMs(undoUntil(move, policy))) return { code: 'undo_expired' };
  return null;
}
