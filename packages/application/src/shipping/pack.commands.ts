import { DatabaseError } from 'pg';
import { bindItems, unbindItems } from '@atelier/domain/processes/packing.ts';
import {
  applyTo,
  mergeStreams,
  requireItems,
  toShipment,
  type ProcessState,
  type ProcessEvent,
} from '@atelier/domain/processes/process-state.ts';
import { reject, type StreamEvents, type StreamsDecision } from '@atelier/domain/decider.ts';
import {
  shipmentStream,
  type ItemId,
  type Money,
  type ShipmentId,
  type SiteId,
} from '@atelier/domain/kernel.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { decideShipment } from '@atelier/domain/shipping/decide.ts';
import type { OrderType } from '@atelier/domain/shipping/events.ts';
import { itemsOf, type Shipment } from '@atelier/domain/shipping/shipment.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import { processStateOf, processStreams } from '../commands/process-streams.ts';
import { findDeclaredPrices } from '../reference/listed-prices.queries.ts';
import { findShipmentId } from './shipment-number.queries.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
  type States,
} from '../commands/run-command.ts';
import { isInScope } from '../commands/visible-item.ts';
import { visibleShipment } from '../commands/visible-shipment.ts';

export interface Packing {
  readonly trackingNumber: string;
  readonly itemIds: readonly ItemId[];
  readonly orderType: OrderType;
  readonly origin: SiteId;
  /** null = to the client's door. */
  readonly destination: SiteId | null;
}

/**
 * `POST /rma/packagelist` with a tracking number (product/shipping.md §3): opens the draft when the number is new, and binds the
 * items to it. All or nothing; repeating it changes nothing.
 */
export function packItems(
  services: CommandServices,
  caller: Caller,
  packing: Packing,
): Promise<CommandOutcome> {
  const pack = () => packOnce(services, caller, packing);
  // Two people began it at the same moment and the database let one of them: the other's pieces join that package.
  return pack().catch((error: unknown) => (isNumberTaken(error) ? pack() : thrown(error)));
}

async function packOnce(
  services: CommandServices,
  caller: Caller,
  packing: Packing,
): Promise<CommandOutcome> {
  const known = await findShipmentId(services.db, packing.trackingNumber);
  const shipmentId = known ?? (await newId(services));
  const ids = { items: packing.itemIds, shipments: [shipmentId] };
  const prices = await declaredPrices(services, packing);
  return runCommand(services, caller, {
    streams: processStreams(ids),
    decide: (states, context) => {
      const unseen = unseenItem(states, packing.itemIds, caller);
      if (unseen !== undefined) return reject('not_found', { item_id: unseen });
      const decision = decidePacking(packing, shipmentId, prices, processStateOf(states), context);
      return decision.ok ? { ...decision, answer: { shipment_id: shipmentId } } : decision;
    },
  });
}

const UNIQUE_VIOLATION = '23505';

/** Another package was given this number a moment ago. */
export function isNumberTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}

function thrown(error: unknown): never {
  throw error;
}

async function newId(services: CommandServices): Promise<ShipmentId> {
  const [id = 0] = await services.store.nextIds(1);
  return id;
}

async function declaredPrices(
  services: CommandServices,
  packing: Packing,
): Promise<ReadonlyMap<ItemId, Money>> {
  const histories = await services.store.readStreams(packing.itemIds.map((id) => `item-${id}`));
  const skus = new Map<ItemId, string>();
  for (const { events } of histories.values()) {
    const item = itemAggregate.stateOf(events);
    if (item.kind === 'item') skus.set(item.id, item.product.sku);
  }
  const prices = await findDeclaredPrices(services.db, packing.origin, [...new Set(skus.values())]);
  const byItem = new Map<ItemId, Money>();
  for (const [id, sku] of skus) {
    const price = prices.get(sku);
    if (price !== undefined) byItem.set(id, price);
  }
  return byItem;
}

function unseenItem(states: States, itemIds: readonly ItemId[], { scope }: Caller): ItemId | undefined {
  return itemIds.find((id) => {
    const item = states.of(itemAggregate, id);
    return item.kind === 'none' || !isInScope(item, scope);
  });
}

function decidePacking(
  packing: Packing,
  shipmentId: ShipmentId,
  prices: ReadonlyMap<ItemId, Money>,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const draft = opened(packing, shipmentId, processState, context);
  if (!draft.ok) return draft;
  const toBind = packing.itemIds.map((itemId) => ({ itemId, price: prices.get(itemId) ?? null }));
  const bound = bindItems(draft.shipment, toBind, draft.processState, context);
  return bound.ok ? { ok: true, streams: mergeStreams([...draft.streams, ...bound.streams]) } : bound;
}

/**
 * The draft of this number at this origin: a new one, or the existing one. A number of another sender counts
 * as used.
 */
function opened(
  packing: Packing,
  shipmentId: ShipmentId,
  processState: ProcessState,
  context: CommandContext,
) {
  const state = processState.shipments.get(shipmentId);
  if (state?.kind === 'shipment') {
    const ours = state.origin === packing.origin && state.orderType === packing.orderType;
    return ours
      ? ({ ok: true, shipment: state, processState, streams: [] } as const)
      : reject('tracking_used');
  }
  const { trackingNumber, orderType, origin, destination } = packing;
  const command = { shipmentId, trackingNumber, orderType, origin, destination, carrier: null } as const;
  const decision = decideShipment(
    { type: 'OpenShipment', ...command, trackingUsed: false },
    { kind: 'none' },
    context,
  );
  if (!decision.ok) return decision;
  const streams = [toShipment(shipmentId, decision.events)];
  const next = applyTo(processState, streams);
  const shipment = next.shipments.get(shipmentId);
  if (shipment?.kind !== 'shipment') return reject('not_found');
  return { ok: true, shipment, processState: next, streams } as const;
}

/** `POST /package/unbind`: takes items out of a package that has not been sent. */
export function unpackItems(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  itemIds: readonly ItemId[],
): Promise<CommandOutcome> {
  return onShipment(services, caller, trackingNumber, itemIds, (shipment, _journey, context) =>
    unbindItems(shipment, itemIds, context),
  );
}

type DecideShipment = (
  shipment: Shipment,
  processState: ProcessState,
  context: CommandContext,
) => StreamsDecision<ProcessEvent>;

/** Decides over a known package and some of its items. A package the caller may not see does not exist. */
export async function onShipment(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  itemIds: readonly ItemId[],
  decide: DecideShipment,
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return reject('not_found');
  return runCommand(services, caller, {
    streams: processStreams({ items: itemIds, shipments: [shipmentId] }),
    versioned: shipmentStream(shipmentId),
    decide: (states, context) => {
      const shipment = visibleShipment(states.of(shipmentAggregate, shipmentId), caller.scope);
      if (shipment === null) return reject('not_found');
      const decision = decide(shipment, processStateOf(states), context);
      if (!decision.ok) return decision;
      const { trackingNumber: number, signatures } = shipmentAfter(shipment, decision.streams);
      const answer = { shipment_id: shipmentId, tracking_no: number, signatures: signatures.length };
      return { ...decision, answer };
    },
  });
}

/** Decides over a known package and everything that lies in it. */
export function onWholeShipment(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  decide: DecideShipment,
): Promise<CommandOutcome> {
  return onShipment(services, caller, trackingNumber, [], (shipment, processState, context) => {
    requireItems(processState, itemsOf(shipment));
    return decide(shipment, processState, context);
  });
}

/** The package as a decision's events leave it. */
function shipmentAfter(shipment: Shipment, streams: readonly StreamEvents<ProcessEvent>[]): Shipment {
  const own = streams.find(({ streamId }) => streamId === shipmentStream(shipment.id));
  const after = shipmentAggregate.evolve(shipment, own?.events ?? []);
  return after.kind === 'none' ? shipment : after;
}
