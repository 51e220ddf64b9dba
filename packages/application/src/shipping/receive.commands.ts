import { receiveAstray } from '@atelier/domain/processes/astray.ts';
import { adoptExtra } from '@atelier/domain/processes/extras.ts';
import { markAllFound, markAllMissing, settleLost } from '@atelier/domain/processes/loss.ts';
import type { ProcessState, ProcessEvent } from '@atelier/domain/processes/process-state.ts';
import { acceptStreams, reject, type StreamsDecision } from '@atelier/domain/decider.ts';
import { itemStream, shipmentStream, type ItemId, type Money } from '@atelier/domain/kernel.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { receivesHere } from '@atelier/domain/shipping/arrival.ts';
import type { ShipmentCommand } from '@atelier/domain/shipping/commands.ts';
import { decideShipment } from '@atelier/domain/shipping/decide.ts';
import type { Shipment } from '@atelier/domain/shipping/shipment.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import { processStateOf, processStreams, type ProcessIds } from '../commands/process-streams.ts';
import { findShipmentId } from './shipment-number.queries.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { visibleShipment } from '../commands/visible-shipment.ts';

type Decide = (
  shipment: Shipment,
  processState: ProcessState,
  context: CommandContext,
) => StreamsDecision<ProcessEvent>;

/** What only the receiving end does to a package. Who may not see it finds none; who sees it as its sender is refused. */
async function atArrival(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  idsFor: (shipmentId: number) => ProcessIds,
  decide: Decide,
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return reject('not_found');
  return runCommand(services, caller, {
    streams: processStreams(idsFor(shipmentId)),
    versioned: shipmentStream(shipmentId),
    decide: (states, context) => {
      const shipment = visibleShipment(states.of(shipmentAggregate, shipmentId), caller.scope);
      if (shipment === null) return reject('not_found');
      if (!receivesHere(shipment, context.actor)) return reject('wrong_destination');
      const decision = decide(shipment, processStateOf(states), context);
      return decision.ok ? { ...decision, answer: { shipment_id: shipmentId } } : decision;
    },
  });
}

const alone = (shipmentId: number): ProcessIds => ({ items: [], shipments: [shipmentId] });

/** A command on the package alone, from its receiving end. */
function onArrival(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  command: Exclude<ShipmentCommand, { type: 'OpenShipment' }>,
): Promise<CommandOutcome> {
  return atArrival(services, caller, trackingNumber, alone, (shipment, _journey, context) => {
    const decision = decideShipment(command, shipment, context);
    if (!decision.ok) return decision;
    return acceptStreams([{ streamId: shipmentStream(shipment.id), events: decision.events }]);
  });
}

export interface ArrivalReading {
  readonly sealNumber: string | null;
  /** Grams. */
  readonly grossWeightGrams: number | null;
}

/** `POST /package/arrival`: noted beside what was sent; what differs is shown, never refused (product/shipping.md §6). */
export function checkArrival(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  reading: ArrivalReading,
): Promise<CommandOutcome> {
  return onArrival(services, caller, trackingNumber, { type: 'CheckArrival', ...reading });
}

/** `POST /package/close`: once every piece is received or settled and no extra waits. */
export function closePackage(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
): Promise<CommandOutcome> {
  return onArrival(services, caller, trackingNumber, { type: 'CloseShipment' });
}

/** `POST /package/extra/return`: an extra that belongs to another site goes back. */
export function handBackExtra(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  code: string,
  reason: string,
): Promise<CommandOutcome> {
  return onArrival(services, caller, trackingNumber, { type: 'HandBackExtra', code, reason });
}

/**
 * `POST /package/extra`: a scanned code that is not on the list. Whether it is a jewel of ours is for the log to know,
 * also when the receiver may not see that jewel.
 */
export function setExtraApart(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  code: string,
): Promise<CommandOutcome> {
  const read = parseScannedCode(code);
  const items = read === null ? [] : [read.id];
  const idsFor = (shipmentId: number): ProcessIds => ({ items, shipments: [shipmentId] });
  return atArrival(services, caller, trackingNumber, idsFor, (shipment, processState, context) => {
    const state = read === null ? undefined : processState.items.get(read.id);
    const item = state?.kind === 'item' && [null, state.number].includes(read?.number ?? null) ? state : null;
    const extra = { code: item?.number ?? code, itemId: item?.id ?? null };
    const decision = decideShipment({ type: 'SetExtraApart', ...extra }, shipment, context);
    if (!decision.ok) return decision;
    return acceptStreams([{ streamId: shipmentStream(shipment.id), events: decision.events }]);
  });
}

/** `POST /package/extra/adopt`: the extra and the jewel it is, out of wherever the log has it, in one append. */
export function adopt(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  code: string,
  mayArriveAs: readonly StatusId[],
): Promise<CommandOutcome> {
  return atArrival(services, caller, trackingNumber, alone, (shipment, processState, context) =>
    adoptExtra(shipment, { code, mayArriveAs }, processState, context),
  );
}

/**
 * `POST /package/astray`: a piece out of a box that was delivered to the wrong door. Its person sees neither of the two
 * before: what proves them is that both numbers agree.
 */
export async function takeInAstray(
  services: CommandServices,
  caller: Caller,
  { trackingNumber, code }: { readonly trackingNumber: string; readonly code: string },
  mayArriveAs: readonly StatusId[],
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  const read = parseScannedCode(code);
  if (shipmentId === null || read === null) return reject('not_found');
  const ids: ProcessIds = { items: [read.id], shipments: [shipmentId] };
  return runCommand(services, caller, {
    streams: processStreams(ids),
    decide: (states, context) => {
      const item = states.of(itemAggregate, read.id);
      if (item.kind === 'none' || item.number !== read.number) return reject('not_found');
      const shipment = states.of(shipmentAggregate, shipmentId);
      const taken = receiveAstray(shipment, read.id, { mayArriveAs }, processStateOf(states), context);
      return taken.ok ? { ...taken, answer: { item_id: item.id } } : taken;
    },
  });
}

/** `POST /rma/missing`: what did not come out of its package, or is not where it should be; all of them or none. */
export function reportMissing(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
): Promise<CommandOutcome> {
  return onItems(services, caller, itemIds, (processState, context) =>
    markAllMissing(itemIds, processState, context),
  );
}

/** `POST /rma/found`: they go on from where they stood. */
export function reportFound(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
): Promise<CommandOutcome> {
  return onItems(services, caller, itemIds, (processState, context) =>
    markAllFound(itemIds, processState, context),
  );
}

/** `POST /rma/settle_lost`: declared lost and settled, approved by who calls (product/shipping.md §8). */
export function declareLost(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  settlement: Money,
  reference: string,
): Promise<CommandOutcome> {
  const { userId, workerId } = caller.actor;
  const given = { settlement, reference, approvedBy: { userId, workerId } };
  return onItems(services, caller, [itemId], (processState, context) =>
    settleLost(itemId, given, processState, context),
  );
}

/** Decides over some items and the packages they are in. An item the caller may not see does not exist. */
function onItems(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  decide: (processState: ProcessState, context: CommandContext) => StreamsDecision<ProcessEvent>,
): Promise<CommandOutcome> {
  const ids = [...new Set(itemIds)];
  const [only, ...others] = ids;
  return runCommand(services, caller, {
    streams: ids.map(itemStream),
    ...(only !== undefined && others.length === 0 && { versioned: itemStream(only) }),
    decide: (states, context) => {
      const unseen = itemIds.find((id) => visibleItem(states.of(itemAggregate, id), caller.scope) === null);
      if (unseen !== undefined) return reject('not_found', { item_id: unseen });
      return decide(processStateOf(states), context);
    },
  });
}
