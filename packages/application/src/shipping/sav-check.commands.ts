import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { shipmentStream } from '@atelier/domain/kernel.ts';
import { decideSavCheck, type SavCounts, type SavTicks } from '@atelier/domain/shipping/sav-check.ts';
import { shipmentAggregate } from '../aggregates.ts';
import { findShipmentId } from './shipment-number.queries.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleShipment } from '../commands/visible-shipment.ts';

/** `POST /savcheck`: the counts of an inbound package; what is not inbound here is `not_found` (product/shipping.md §12). */
export async function saveSavCheck(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  counts: SavCounts,
  ticks?: SavTicks,
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return reject('not_found');
  const streamId = shipmentStream(shipmentId);
  return runCommand(services, caller, {
    streams: [streamId],
    versioned: streamId,
    decide: (states, context): AnsweredDecision => {
      const shipment = visibleShipment(states.of(shipmentAggregate, shipmentId), caller.scope);
      if (shipment === null) return reject('not_found');
      const decision = decideSavCheck(counts, shipment, context, ticks);
      if (!decision.ok) return decision;
      const answer = { items: shipment.lines.length };
      return { ...acceptStreams([{ streamId, events: decision.events }]), answer };
    },
  });
}
