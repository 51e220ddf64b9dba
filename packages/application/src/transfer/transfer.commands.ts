import { sendTransfer, type TransferOrder } from '@atelier/domain/processes/transfer.ts';
import { acceptStreams, reject, type StreamEvents } from '@atelier/domain/decider.ts';
import {
  itemStream,
  type BlobRef,
  type ItemId,
  type Money,
  type ShipmentId,
  type SiteId,
} from '@atelier/domain/kernel.ts';
import type { ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { decideItem } from '@atelier/domain/repair/decide.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { DatabaseError } from 'pg';
import { itemAggregate } from '../aggregates.ts';
import { processStateOf, processStreams } from '../commands/process-streams.ts';
import { findDeclaredPrices } from '../reference/listed-prices.queries.ts';
import { findShipmentId } from '../shipping/shipment-number.queries.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { readItems } from './basket.queries.ts';

/** `POST /sav/need_to_transfer`: all of them or none; null takes the need back. */
export function needTransfer(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  reason: string | null,
): Promise<CommandOutcome> {
  const command: ItemCommand =
    reason === null ? { type: 'WithdrawTransferNeed' } : { type: 'NeedTransfer', reason };
  return onItems(services, caller, itemIds, command);
}

/** `POST /sav/tranfer_factory`: into the basket for this factory, all of them or none. */
export function assignFactory(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  toSiteId: SiteId,
): Promise<CommandOutcome> {
  return onItems(services, caller, itemIds, { type: 'FlagForTransfer', toSiteId });
}

/** `GET /sav/transfer_clear`: out of the basket, unsent. */
export function takeOutOfBasket(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
): Promise<CommandOutcome> {
  return onItems(services, caller, itemIds, { type: 'UnflagTransfer' });
}

/** The same command on several items in one append; what is out of sight is `not_found`. Answers `{changed}`. */
function onItems(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  command: ItemCommand,
): Promise<CommandOutcome> {
  const ids = [...new Set(itemIds)];
  return runCommand(services, caller, {
    streams: ids.map(itemStream),
    decide: (states, context): AnsweredDecision => {
      const streams: StreamEvents<ItemEvent>[] = [];
      for (const id of ids) {
        const item = visibleItem(states.of(itemAggregate, id), caller.scope);
        if (item === null) return reject('not_found', { item_id: id });
        const decision = decideItem(command, item, context);
        if (!decision.ok) return refusedBy(id, decision.rejection);
        if (decision.events.length > 0) streams.push({ streamId: itemStream(id), events: decision.events });
      }
      return { ...acceptStreams(streams), answer: { changed: streams.length } };
    },
  });
}

type Refused = Extract<AnsweredDecision, { ok: false }>;

/** Which of several pieces is refused. */
function refusedBy(itemId: ItemId, rejection: Refused['rejection']): Refused {
  return { ok: false, rejection: { ...rejection, details: { ...rejection.details, item_id: itemId } } };
}

export interface TransferSending {
  readonly trackingNumber: string;
  readonly factory: SiteId;
  readonly itemIds: readonly ItemId[];
  readonly fromBasket: boolean;
  /** A blob's hash; null = signed before. */
  readonly signature: BlobRef | null;
  readonly outside: TransferOrder['outside'];
}

const UNIQUE_VIOLATION = '23505';

/**
 * `POST /send_package` and `/sav/update_tracking_number`: the whole transfer in one append, idempotent by tracking
 * number. When a package of this number appears meanwhile (two people, or one who pressed twice), it is decided again.
 */
export async function sendTransferPackage(
  services: CommandServices,
  caller: Caller,
  sending: TransferSending,
): Promise<CommandOutcome> {
  const known = await findShipmentId(services.db, sending.trackingNumber);
  const first = await attempt(services, caller, sending, known ?? (await newId(services)));
  if (first?.ok === true || known !== null) return first ?? reject('tracking_used');
  const appeared = await findShipmentId(services.db, sending.trackingNumber);
  const again = appeared === null ? first : await attempt(services, caller, sending, appeared);
  return again ?? reject('tracking_used');
}

/** Null when another call opened a package of this number at the same moment. */
async function attempt(
  services: CommandServices,
  caller: Caller,
  sending: TransferSending,
  shipmentId: ShipmentId,
): Promise<CommandOutcome | null> {
  const origin = caller.actor.siteId;
  if (origin === null) return reject('custody_elsewhere');
  const ids = { items: [...new Set(sending.itemIds)], shipments: [shipmentId] };
  const prices = await declaredPrices(services, origin, ids.items);
  const outcome = runCommand(services, caller, {
    streams: processStreams(ids),
    decide: (states, context) => {
      const unseen = ids.items.find((id) => visibleItem(states.of(itemAggregate, id), caller.scope) === null);
      if (unseen !== undefined) return reject('not_found', { item_id: unseen });
      const items = ids.items.map((itemId) => ({ itemId, price: prices.get(itemId) ?? null }));
      const decision = sendTransfer(
        { ...sending, origin, shipmentId, items },
        processStateOf(states),
        context,
      );
      return decision.ok
        ? { ...decision, answer: { shipment_id: shipmentId, item_ids: ids.items } }
        : decision;
    },
  });
  return outcome.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  });
}

async function newId(services: CommandServices): Promise<ShipmentId> {
  const [id = 0] = await services.store.nextIds(1);
  return id;
}

/** What each piece is declared with, in the origin's currency. */
async function declaredPrices(
  services: CommandServices,
  origin: SiteId,
  itemIds: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, Money>> {
  const items = await readItems(services.store, itemIds);
  const skus = [...new Set([...items.values()].map(({ product }) => product.sku))];
  const prices = await findDeclaredPrices(services.db, origin, skus);
  const byItem = new Map<ItemId, Money>();
  for (const [id, { product }] of items) {
    const price = prices.get(product.sku);
    if (price !== undefined) byItem.set(id, price);
  }
  return byItem;
}
