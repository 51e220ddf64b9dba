import { reject } from '@atelier/domain/decider.ts';
import type { ItemId, Money } from '@atelier/domain/kernel.ts';
import type { ItemCommand, NewPiece } from '@atelier/domain/repair/item/commands.ts';
import type { AgreedCall } from '@atelier/domain/repair/remarks/calls.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { FollowUpResult } from '@atelier/domain/shared/item-facts.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from '../commands/item-command.ts';
import { checkDelivery } from '../reference/delivery.queries.ts';
import { inScope } from '../platform/database.ts';
import { describePiece } from './new-piece.queries.ts';
import { bookInTurn, isSlotFull } from './pickup-slots.queries.ts';
import { shopClockOf, shopOf } from './shop-clock.queries.ts';

/** `POST /rma/waiver/request`: 0 or 10 → 1 with a remark (product/repair.md §13). */
export function requestWaiver(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  remark: string,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RequestWaiver', remark }));
}

/** `POST /rma/waiver/decide`: 11 makes the fee 0; 10 needs its reason, and the customer's new agreement. */
export function decideWaiver(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  decision: 10 | 11,
  reason: string,
): Promise<CommandOutcome> {
  const why = reason === '' ? null : reason;
  return runItemCommand(services, caller, itemId, () => ({ type: 'DecideWaiver', decision, reason: why }));
}

/** `POST /rma/fee/override`: another amount by hand; a higher one needs new acceptance (product/repair.md §12). */
export function overrideFee(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  fee: Money,
  reason: string,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'OverrideFee', fee, reason }));
}

/** `POST /rma/replace`: the new piece must be one the catalogue knows; the old one stays with the factory. */
export async function replaceItem(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  piece: Pick<NewPiece, 'sku' | 'serial'>,
  reason: string,
): Promise<CommandOutcome> {
  const replacement = await describePiece(services.db, piece);
  if (replacement === null) return reject('invalid_input', { field: 'sku' });
  const why = reason === '' ? null : reason;
  return runItemCommand(services, caller, itemId, () => ({ type: 'ReplaceItem', replacement, reason: why }));
}

/** `POST /add_after_sales`: the log of pickup follow-ups, while the jewel waits at its shop (product/repair.md §16). */
export function recordFollowUp(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  result: FollowUpResult,
  note: string,
  call?: AgreedCall,
): Promise<CommandOutcome> {
  const followUp = { type: 'RecordFollowUp', result, note: note === '' ? null : note } as const;
  const record = () =>
    runItemCommand(services, caller, itemId, async (item) => {
      if (call === undefined) return followUp;
      const { timeZone } = await shopClockOf(services.db, item);
      const fee = call.outcome === 'send' ? await deliveryFee(services, item) : null;
      const isFull = await isAgreedTimeFull(services, item, call);
      return { ...followUp, call: { ...call, fee, timeZone, isFull } };
    });
  const day = call?.pickup == null ? null : call.comesOn;
  return day === null ? record() : bookInTurn(services, day, record);
}

/** A shop that confirmed it may take one client more. */
async function isAgreedTimeFull(
  services: CommandServices,
  item: Item,
  { comesOn, pickup, overbook }: AgreedCall,
): Promise<boolean> {
  if (comesOn === null || pickup == null || overbook === true) return false;
  return isSlotFull(services, shopOf(item), { day: comesOn, from: pickup.from }, item.rmaId);
}

/** What a parcel to the deposit's address costs; null where none is offered. */
async function deliveryFee({ db, policy }: CommandServices, { id, rmaId }: Item): Promise<Money | null> {
  const deposit = await inScope(db, { kind: 'all' }, (trx) =>
    trx.selectFrom('rma_row').select('country').where('id', '=', rmaId).executeTakeFirst(),
  );
  const asked = { items: [id], country: deposit?.country ?? '', type: 'client' } as const;
  const check = await checkDelivery(db, { kind: 'all' }, asked, policy());
  return check?.allowed === true ? { amount: check.fee, currency: check.currency } : null;
}

type HoldCommand = Extract<ItemCommand, { type: 'PlaceHold' | 'ReleaseHold' }>;

/** `POST /rma/hold` and `/rma/hold/release`: approval and dispute by hand, with a reason (product/repair.md §4). */
export function changeHold(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  command: HoldCommand,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => command);
}
