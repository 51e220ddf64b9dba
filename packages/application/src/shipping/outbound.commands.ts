import { cancelShipment } from '@atelier/domain/processes/packing.ts';
import { deliverToClient, type Delivery } from '@atelier/domain/processes/deliver.ts';
import { itemIn, requireItems, type ProcessState } from '@atelier/domain/processes/process-state.ts';
import { changeTracking } from '@atelier/domain/processes/renumber.ts';
import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { shipmentStream } from '@atelier/domain/kernel.ts';
import type { ShipmentCommand } from '@atelier/domain/shipping/commands.ts';
import { decideShipment } from '@atelier/domain/shipping/decide.ts';
import { itemsOf, type Shipment } from '@atelier/domain/shipping/shipment.ts';
import { shipmentAggregate } from '../aggregates.ts';
import { processStateOf } from '../commands/process-streams.ts';
import { findShipmentId } from './shipment-number.queries.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { isInScope } from '../commands/visible-item.ts';
import { isNumberTaken, onShipment, onWholeShipment } from './pack.commands.ts';
import { visibleShipment } from '../commands/visible-shipment.ts';

/** What touches the package alone: its way, price, seal, and that the carrier has it. */
export type OwnCommand = Extract<
  ShipmentCommand,
  { type: 'RouteShipment' | 'PriceItem' | 'SealShipment' | 'UnsealShipment' | 'RecordPickup' }
>;

export function onPackageAlone(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  command: OwnCommand,
): Promise<CommandOutcome> {
  return onShipment(services, caller, trackingNumber, [], (shipment, _journey, context) => {
    const decision = decideShipment(command, shipment, context);
    if (!decision.ok) return decision;
    return acceptStreams([{ streamId: shipmentStream(shipment.id), events: decision.events }]);
  });
}

/** A package that was never sent is given up: its pieces are free, its number stays used. */
export function cancelPackage(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  reason: string,
): Promise<CommandOutcome> {
  return onWholeShipment(services, caller, trackingNumber, (shipment, _journey, context) =>
    cancelShipment(shipment, reason, context),
  );
}

export interface Renumbering {
  /** The number it has, or had. */
  readonly trackingNumber: string;
  readonly newNumber: string;
  readonly reason: string | null;
}

/** The carrier relabelled it: the new number must never have been used (product/shipping.md §10). */
export async function renumberPackage(
  services: CommandServices,
  caller: Caller,
  { trackingNumber, newNumber, reason }: Renumbering,
): Promise<CommandOutcome> {
  const holder = await findShipmentId(services.db, newNumber);
  const outcome = onWholeShipment(services, caller, trackingNumber, (shipment, processState, context) => {
    const trackingUsed = holder !== null && holder !== shipment.id;
    return changeTracking(
      shipment,
      { trackingNumber: newNumber, trackingUsed, reason },
      processState,
      context,
    );
  });
  return outcome.catch((error: unknown) => {
    if (isNumberTaken(error)) return reject('tracking_used');
    throw error;
  });
}

/**
 * The carrier's proof that the client has it: 14 → 16 (product/shipping.md §13). Recorded by the sender of the
 * parcel, or by the store its pieces belong to.
 */
export async function deliverPackage(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  delivery: Delivery,
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return reject('not_found');
  return runCommand(services, caller, {
    streams: [shipmentStream(shipmentId)],
    versioned: shipmentStream(shipmentId),
    decide: (states, context) => {
      const shipment = states.of(shipmentAggregate, shipmentId);
      if (shipment.kind === 'none') return reject('not_found');
      const processState = processStateOf(states);
      requireItems(processState, itemsOf(shipment));
      if (!maySay(shipment, processState, caller.scope)) return reject('not_found');
      const decision = deliverToClient(shipment, delivery, processState, context);
      return decision.ok ? { ...decision, answer: { shipment_id: shipmentId } } : decision;
    },
  });
}

function maySay(shipment: Shipment, processState: ProcessState, scope: DataScope): boolean {
  if (visibleShipment(shipment, scope) !== null) return true;
  const items = itemsOf(shipment).map((id) => itemIn(processState, id));
  return items.length > 0 && items.every((item) => item.kind === 'item' && isInScope(item, scope));
}
