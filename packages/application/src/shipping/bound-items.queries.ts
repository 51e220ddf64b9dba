import { shipmentStream } from '@atelier/domain/kernel.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import { shipmentAggregate } from '../aggregates.ts';
import { findShipmentId } from './shipment-number.queries.ts';
import type { CommandServices } from '../commands/run-command.ts';

/** What lies in a package now, whoever asks. A change in between is noticed by the versions of its stream and decided again. */
export async function boundItems(
  services: CommandServices,
  trackingNumber: string,
): Promise<readonly ItemId[]> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return [];
  const { events } = await services.store.readStream(shipmentStream(shipmentId));
  const state = shipmentAggregate.stateOf(events);
  return state.kind === 'shipment' ? state.lines.map((line) => line.itemId) : [];
}
