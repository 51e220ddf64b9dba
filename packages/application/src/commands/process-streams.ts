import type { ProcessState } from '@atelier/domain/processes/process-state.ts';
import { itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import type { ItemId, ShipmentId } from '@atelier/domain/kernel.ts';
import type { Item } from '@atelier/domain/repair/item.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import type { CommandServices, States } from './run-command.ts';

/** The streams a decision over items and packages reads. */
export interface ProcessIds {
  readonly items: readonly ItemId[];
  readonly shipments: readonly ShipmentId[];
}

export function processStreams({ items, shipments }: ProcessIds): readonly string[] {
  return [...items.map(itemStream), ...shipments.map(shipmentStream)];
}

export function processStateOf(states: States, { items, shipments }: ProcessIds): ProcessState {
  return {
    items: new Map(items.map((id) => [id, states.of(itemAggregate, id)])),
    shipments: new Map(shipments.map((id) => [id, states.of(shipmentAggregate, id)])),
  };
}

/** An item as it is now, to learn which package a decision over it must read too; null when there is none. */
export async function peekItem(services: CommandServices, itemId: ItemId): Promise<Item | null> {
  const { events } = await services.store.readStream(itemStream(itemId));
  const state = itemAggregate.stateOf(events);
  return state.kind === 'item' ? state : null;
}
