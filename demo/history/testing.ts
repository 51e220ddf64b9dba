import { isClearingEvent, isItemEvent, isRmaEvent, isShipmentEvent } from '@atelier/domain/personal-data.ts';
import {
  evolveClearingRun,
  initialClearingRun,
  type ClearingRunState,
} from '@atelier/domain/clearing/run.ts';
import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem, type Item, type ItemState } from '@atelier/domain/repair/item/item.ts';
import { evolveRma, initialRma, type RmaState } from '@atelier/domain/deposit/rma.ts';
import {
  evolveShipment,
  initialShipment,
  type Shipment,
  type ShipmentState,
} from '@atelier/domain/shipping/shipment.ts';
import type { StoryCommand } from './story.ts';

/** A history read again from its events alone, as a rebuild would. */
export class Retold {
  readonly items = new Map<string, ItemState>();
  readonly shipments = new Map<string, ShipmentState>();
  readonly rmas = new Map<string, RmaState>();
  readonly runs = new Map<string, ClearingRunState>();

  constructor(commands: readonly StoryCommand[] = []) {
    for (const command of commands) this.tell(command);
  }

  tell({ streams }: StoryCommand): void {
    for (const { streamId, events } of streams) for (const event of events) this.#evolve(streamId, event);
  }

  get allItems(): readonly Item[] {
    return [...this.items.values()].filter((item) => item.kind === 'item');
  }

  get allShipments(): readonly Shipment[] {
    return [...this.shipments.values()].filter((shipment) => shipment.kind === 'shipment');
  }

  #evolve(id: string, event: StoryCommand['streams'][number]['events'][number]): void {
    if (isItemEvent(event)) this.items.set(id, evolveItem(this.items.get(id) ?? initialItem, event));
    else if (isShipmentEvent(event))
      this.shipments.set(id, evolveShipment(this.shipments.get(id) ?? initialShipment, event));
    else if (isRmaEvent(event)) this.rmas.set(id, evolveRma(this.rmas.get(id) ?? initialRma, event));
    else if (isClearingEvent(event))
      this.runs.set(id, evolveClearingRun(this.runs.get(id) ?? initialClearingRun, event));
  }
}

/** How many of a list there are by some property. */
export function countBy<T>(
  list: readonly T[],
  key: (value: T) => string | number,
): ReadonlyMap<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const value of list) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return counts;
}

/** Of several shipments, each once. */
export const travellers = (shipment: Shipment): readonly number[] =>
  shipment.stage !== 'sent'
    ? []
    : shipment.lines
        .filter((line) => line.state === 'packed' || line.state === 'missing')
        .map((line) => line.itemId);
