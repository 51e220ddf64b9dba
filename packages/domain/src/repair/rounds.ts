import { accept, reject, type Decision } from '../decider.ts';
import { custodyPasses, statusChanged } from './item/build.ts';
import type { CommandContext, UndoInput } from './item/commands.ts';
import type { ItemEvent } from './item/events.ts';
import { evolveItem } from './evolve.ts';
import type { Outcome } from '../shared/item-facts.ts';
import {
  blankRefusal,
  custodyRefusal,
  firstRefusal,
  heldRefusal,
  missingRefusal,
  refuse,
} from './holds/guards.ts';
import type { Item } from './item/item.ts';
import { outcomeEvents } from './scanning/outcomes.ts';
import { BENCH_STATUSES, CHECK_STATUSES, Status } from '../shared/status.ts';
import { undoableMove, undoRefusal } from './scanning/undo.ts';

/**
 * "Return unrepaired" (product/repair.md §6): after 3 a cancelled repair still goes home. From a bench it is first recalled to
 * the SAV check; then 13 with an outcome that is not a repair, and no fee.
 */
export function decideReturnUnrepaired(
  command: { readonly reason: string; readonly outcome?: Outcome },
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const onBench = BENCH_STATUSES.includes(item.status);
  if (!onBench && !CHECK_STATUSES.includes(item.status)) {
    return reject('illegal_transition', { from: item.status, to: Status.RepairDone });
  }
  const { reason, outcome = 'unrepaired' } = command;
  const refusal = firstRefusal(
    () => blankRefusal(reason, 'reason_required'),
    () => heldRefusal(item, Status.RepairDone),
    () => custodyRefusal(item, context.actor),
    () =>
      outcome === 'repaired' || outcome === 'replaced' ? refuse('invalid_input', { field: 'outcome' }) : null,
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const recalled = onBench
    ? [statusChanged(item, Status.SAVCheckResult, { move: 'recall', reason }, context)]
    : [];
  const checked = recalled.reduce<Item>(apply, item);
  return accept<ItemEvent>(
    ...recalled,
    ...outcomeEvents(checked, { outcome, reason }, context),
    statusChanged(checked, Status.RepairDone, { move: 'forward', reason }, context),
  );
}

function apply(item: Item, event: ItemEvent): Item {
  const next = evolveItem(item, event);
  return next.kind === 'none' ? item : next;
}

/**
 * Takes the last move back: within 10 minutes, by its actor, restoring the entry time and the holder it had
 * (product/repair.md §5). A named target must be the status it had before. An item bound to a package is unbound first. An undone
 * receipt also needs its package: `processes/`.
 */
export function decideUndo(given: UndoInput, item: Item, context: CommandContext): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => undoRefusal(item, context.actor, context.now, context.policy),
    () => otherTargetRefusal(given, item),
    () => missingRefusal(item),
    () =>
      item.legs.current === null
        ? null
        : refuse('item_bound_elsewhere', { shipment_id: item.legs.current.shipmentId }),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const move = undoableMove(item);
  if (move === null) return reject('undo_nothing');
  const { reason } = given;
  return accept<ItemEvent>(
    statusChanged(item, move.from, { move: 'undo', reason, enteredAt: move.previousEnteredAt }, context),
    ...custodyPasses(item, move.previousCustody, context.now),
  );
}

function otherTargetRefusal({ target }: UndoInput, item: Item) {
  const before = undoableMove(item)?.from;
  const isOther = target !== undefined && target !== before;
  return isOther ? refuse('undo_other_target', { from: item.status, to: before ?? null }) : null;
}
