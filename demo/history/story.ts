import {
  evolveClearingRun,
  initialClearingRun,
  type ClearingRunState,
} from '@atelier/domain/clearing/run.ts';
import {
  mergeStreams,
  type ProcessState,
  type ProcessEvent,
} from '@atelier/domain/processes/process-state.ts';
import type { StreamEvents, StreamsDecision } from '@atelier/domain/decider.ts';
import { toInstant, type Instant, type ItemId, type ShipmentId } from '@atelier/domain/kernel.ts';
import { isClearingEvent, isItemEvent, isRmaEvent, isShipmentEvent } from '@atelier/domain/personal-data.ts';
import type { NavEvent } from '@atelier/domain/nav/events.ts';
import type { ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem, type Item, type ItemState } from '@atelier/domain/repair/item/item.ts';
import { evolveRma, initialRma, type RmaState } from '@atelier/domain/deposit/rma.ts';
import {
  evolveShipment,
  initialShipment,
  type Shipment,
  type ShipmentState,
} from '@atelier/domain/shipping/shipment.ts';
import type { Performer } from './staff.ts';

/** One accepted command of the story: what was appended when, and by whom. */
export interface StoryCommand {
  readonly at: Instant;
  readonly by: Performer;
  readonly streams: readonly StreamEvents<ProcessEvent | NavEvent | ReadyModelFitted>[];
}

interface Step {
  readonly at: number;
  readonly run: (story: Story) => void;
}

/**
 * A world of streams in memory with a clock that is played: steps are planned in any order, then run in order of
 * their time. Every event comes out of the domain's own decisions; a refusal ends the story with an error, because
 * it means that the plan was wrong.
 */
export class Story implements ProcessState {
  readonly items = new Map<ItemId, ItemState>();
  readonly shipments = new Map<ShipmentId, ShipmentState>();
  readonly rmas = new Map<number, RmaState>();
  readonly runs = new Map<number, ClearingRunState>();
  readonly commands: StoryCommand[] = [];
  readonly #steps: Step[] = [];
  #nextId: number;
  #now: Instant = toInstant(0);

  constructor(firstId: number) {
    this.#nextId = firstId;
  }

  /** Ids of RMAs, items, packages and remarks are drawn in the order in which they come to be. */
  nextId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  /** The id after the last one drawn. */
  get endId(): number {
    return this.#nextId;
  }

  get now(): Instant {
    return this.#now;
  }

  /** Steps of one moment run in the order in which they were planned. */
  plan(at: number, run: (story: Story) => void): void {
    this.#steps.push({ at: Math.round(at), run });
  }

  /** Runs what was planned up to a moment; what lies beyond has not happened yet and is forgotten. */
  play(until: number): this {
    const due = this.#steps.splice(0).filter((step) => step.at <= until);
    for (const step of due.sort((a, b) => a.at - b.at)) {
      this.#now = toInstant(step.at);
      step.run(this);
    }
    return this;
  }

  /** @throws when the domain refuses */
  perform(by: Performer, decide: (context: CommandContext) => StreamsDecision<ProcessEvent>): void {
    const decision = decide({ now: this.#now, actor: by.actor, policy: DEFAULT_POLICY });
    if (!decision.ok) {
      throw new Error(`${this.#now} ${by.device}: refused ${JSON.stringify(decision.rejection)}`);
    }
    const streams = mergeStreams(decision.streams);
    if (streams.length === 0) return;
    for (const stream of streams) this.#evolve(stream);
    this.commands.push({ at: this.#now, by, streams });
  }

  /** @throws when there is none */
  item(id: ItemId): Item {
    const item = this.items.get(id) ?? initialItem;
    if (item.kind === 'none') throw new Error(`the story has no item ${id}`);
    return item;
  }

  /** @throws when there is none */
  shipment(id: ShipmentId): Shipment {
    const shipment = this.shipments.get(id) ?? initialShipment;
    if (shipment.kind === 'none') throw new Error(`the story has no package ${id}`);
    return shipment;
  }

  #evolve({ streamId, events }: StreamEvents<ProcessEvent>): void {
    const id = Number(streamId.slice(streamId.lastIndexOf('-') + 1));
    for (const event of events) {
      if (isItemEvent(event)) this.items.set(id, evolveItem(this.items.get(id) ?? initialItem, event));
      else if (isShipmentEvent(event))
        this.shipments.set(id, evolveShipment(this.shipments.get(id) ?? initialShipment, event));
      else if (isRmaEvent(event)) this.rmas.set(id, evolveRma(this.rmas.get(id) ?? initialRma, event));
      else if (isClearingEvent(event))
        this.runs.set(id, evolveClearingRun(this.runs.get(id) ?? initialClearingRun, event));
    }
  }
}
