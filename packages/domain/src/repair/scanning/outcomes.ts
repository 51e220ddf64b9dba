import { freeText, stamp } from '../item/build.ts';
import type { ChangeItemStatus, CommandContext, NewPiece } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Outcome } from '../../shared/item-facts.ts';
import { quoteIfChanged } from './findings.ts';
import type { Item } from '../item/item.ts';
import { Status } from '../../shared/status.ts';

/** Leaves the factory without having been repaired: may go to 13 straight from 3, 19 or 17 (product/repair.md §3). */
export function isNotRepaired(outcome: Outcome | null): boolean {
  return outcome === 'unrepaired' || outcome === 'replaced' || outcome === 'counterfeit';
}

/**
 * The outcome an item enters 13 with; null = the move is not open to it. After the final check "repaired" when none is
 * given (a replacement stays one); before the benches only what is not a repair.
 */
export function outcomeFor(item: Item, given: Outcome | undefined): Outcome | null {
  if (item.status === Status.FinalQCProcess)
    return given ?? (item.work.outcome === 'replaced' ? 'replaced' : 'repaired');
  const outcome = given ?? item.work.outcome;
  return isNotRepaired(outcome) ? outcome : null;
}

/** No fee is due for a piece that ends so. */
export const isFreeOutcome = (outcome: Outcome): boolean =>
  outcome === 'unrepaired' || outcome === 'counterfeit';

/** Outcome, replacement and the fee that falls away with an unrepaired or counterfeit piece. */
export function outcomeEvents(
  item: Item,
  command: Pick<ChangeItemStatus, 'outcome' | 'reason' | 'replacement'>,
  context: CommandContext,
): readonly ItemEvent[] {
  const outcome = outcomeFor(item, command.outcome);
  if (outcome === null) return [];
  const { reason = null, replacement } = command;
  const recorded: ItemEvent = {
    type: 'OutcomeRecorded',
    data: { outcome, ...freeText(item, { reason }), ...stamp(context) },
  };
  const swapped = replacement === undefined ? [] : replacementEvents(item, replacement, context);
  const fee = isFreeOutcome(outcome)
    ? quoteIfChanged(item, { ...item.fee.due, amount: 0 }, 'outcome', context)
    : [];
  return [...swapped, recorded, ...fee];
}

/** The new piece takes the item's place; the old one stays with the factory that holds it (product/repair.md §6). */
export function replacementEvents(
  item: Item,
  { size = item.product.size, ...piece }: NewPiece,
  context: CommandContext,
): readonly ItemEvent[] {
  if (item.custody.kind !== 'site') return [];
  const oldPiece = { sku: item.product.sku, serial: item.product.serial, keptBy: item.custody.siteId };
  return [{ type: 'ItemReplaced', data: { oldPiece, newPiece: { ...piece, size }, ...stamp(context) } }];
}
