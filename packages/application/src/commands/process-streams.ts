import type { ProcessState } from '@atelier/domain/processes/process-state.ts';
import { itemStream, shipmentStream, type ItemId, type ShipmentId } from '@atelier/domain/kernel.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import type { States } from './run-command.ts';

/** The streams a decision over items and packages reads, as far as they are known before it. */
export interface ProcessIds {
  readonly items: readonly ItemId[];
  readonly shipments: readonly ShipmentId[];
}

export function processStreams({ items, shipments }: ProcessIds): readonly string[] {
  return [...items.map(itemStream), ...shipments.map(shipmentStream)];
}

/** What was read of items and packages. A decision that needs more asks for it (`StreamsNotRead`). */
export function processStateOf(states: States): ProcessState {
  return { items: states.all(itemAggregate), shipments: states.all(shipmentAggregate) };
}
