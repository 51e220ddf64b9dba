import { evolveClearingRun, initialClearingRun, type ClearingRunState } from '../clearing/run.ts';
import { acceptStreams, type Decision, type StreamEvents, type StreamsDecision } from '../decider.ts';
import {
  itemStream,
  shipmentStream,
  toInstant,
  toMs,
  type ActorAtSite,
  type ItemId,
  type Money,
} from '../kernel.ts';
import { isClearingEvent, isItemEvent, isRmaEvent, isShipmentEvent } from '../personal-data.ts';
import { DEFAULT_POLICY, type Policy } from '../policy.ts';
import type { Rejection, RejectionCode } from '../rejection.ts';
import type { ChangeItemStatus, CommandContext, ItemCommand } from '../repair/item/commands.ts';
import { decideItem } from '../repair/decide.ts';
import { evolveItem } from '../repair/evolve.ts';
import { initialItem, type Item, type ItemState } from '../repair/item/item.ts';
import type { StatusId } from '../shared/status.ts';
import { initialRma, evolveRma, type RmaState } from '../deposit/rma.ts';
import { same, sameRejection } from '../testing.ts';
import type { ShipmentCommand } from '../shipping/commands.ts';
import { decideShipment } from '../shipping/decide.ts';
import type { OrderType } from '../shipping/events.ts';
import { evolveShipment, initialShipment, type Shipment, type ShipmentState } from '../shipping/shipment.ts';
import { decideDeposit } from './deposit.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import type { ProcessState, ProcessEvent } from './process-state.ts';
import { moveItem } from './move-items.ts';
import { bindItems } from './packing.ts';
import { sendPackage } from './send.ts';
import { at, depositOf, START } from './testing-deposits.ts';

export {
  at,
  depositItem,
  depositOf,
  FACTORY,
  FACTORY_2,
  PARIS,
  START,
  TOKYO,
  WAREHOUSE,
} from './testing-deposits.ts';

/** What a deposit has to bring along is asked for by the tests that are about it; all others deposit a bare piece. */
export const NO_DEMANDS = {
  demandExchangeSurvey: false,
  demandGoldChecks: false,
  demandImages: false,
} as const;

/** States by id, where one that was never written to has the initial one. */
class AllRead<State> extends Map<number, State> {
  readonly #initial: State;
  constructor(states: ReadonlyMap<number, State>, initial: State) {
    super(states);
    this.#initial = initial;
  }
  override has(): boolean {
    return true;
  }
  override get(id: number): State {
    return super.get(id) ?? this.#initial;
  }
}

/** A small world of streams in memory: what the store does, without a database. Decisions go in, states come out. */
export class World {
  readonly items = new Map<ItemId, ItemState>();
  readonly shipments = new Map<number, ShipmentState>();
  readonly rmas = new Map<number, RmaState>();
  readonly runs = new Map<number, ClearingRunState>();
  readonly logs = new Map<string, ProcessEvent[]>();
  readonly policy: Policy;
  now: number;

  constructor(policy: Partial<Policy> = {}, now: string = START) {
    this.policy = { ...DEFAULT_POLICY, ...NO_DEMANDS, ...policy };
    this.now = toMs(now);
  }

  /** Every stream was read: what is not there does not exist. */
  get states(): ProcessState {
    return {
      items: new AllRead(this.items, initialItem),
      shipments: new AllRead(this.shipments, initialShipment),
    };
  }

  ctx(actor: ActorAtSite): CommandContext {
    return { now: toInstant(this.now), actor, policy: this.policy };
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  item(id: ItemId): Item {
    const item = this.items.get(id) ?? initialItem;
    if (item.kind === 'none') throw new Error(`no item ${id}`);
    return item;
  }

  shipment(id: number): Shipment {
    const shipment = this.shipments.get(id) ?? initialShipment;
    if (shipment.kind === 'none') throw new Error(`no shipment ${id}`);
    return shipment;
  }

  /** Appends what was decided. Answers the rejection, or null. */
  try(decision: StreamsDecision<ProcessEvent>): Rejection | null {
    if (!decision.ok) return decision.rejection;
    for (const stream of decision.streams) this.append(stream);
    return null;
  }

  /** The same for steps of a story that must succeed. */
  run(decision: StreamsDecision<ProcessEvent>): this {
    const rejection = this.try(decision);
    if (rejection !== null) throw new Error(`refused: ${JSON.stringify(rejection)}`);
    return this;
  }

  /** The same for a step written as an act. */
  after(act: Act): this {
    return this.run(act(this));
  }

  append({ streamId, events }: StreamEvents<ProcessEvent>): void {
    this.logs.set(streamId, [...(this.logs.get(streamId) ?? []), ...events]);
    const id = Number(streamId.slice(streamId.lastIndexOf('-') + 1));
    for (const event of events) this.evolve(id, event);
  }

  private evolve(id: number, event: ProcessEvent): void {
    if (isItemEvent(event)) this.items.set(id, evolveItem(this.items.get(id) ?? initialItem, event));
    if (isRmaEvent(event)) this.rmas.set(id, evolveRma(this.rmas.get(id) ?? initialRma, event));
    if (isShipmentEvent(event)) {
      this.shipments.set(id, evolveShipment(this.shipments.get(id) ?? initialShipment, event));
    }
    if (isClearingEvent(event)) {
      this.runs.set(id, evolveClearingRun(this.runs.get(id) ?? initialClearingRun, event));
    }
  }

  on(itemId: ItemId, command: ItemCommand, actor: ActorAtSite): StreamsDecision<ProcessEvent> {
    return asStreams(
      itemStream(itemId),
      decideItem(command, this.items.get(itemId) ?? initialItem, this.ctx(actor)),
    );
  }

  onPackage(id: number, command: ShipmentCommand, actor: ActorAtSite): StreamsDecision<ProcessEvent> {
    const state = this.shipments.get(id) ?? initialShipment;
    return asStreams(shipmentStream(id), decideShipment(command, state, this.ctx(actor)));
  }

  move(
    itemId: ItemId,
    target: StatusId,
    actor: ActorAtSite,
    more: Partial<ChangeItemStatus> = {},
  ): StreamsDecision<ProcessEvent> {
    return moveItem(itemId, { type: 'ChangeItemStatus', target, ...more }, this.states, this.ctx(actor));
  }

  deposit(rmaId: number, items: readonly DepositItem[], changes: Partial<Deposit> = {}): this {
    const deposit = depositOf(rmaId, items, changes);
    return this.run(decideDeposit(deposit, initialRma, this.ctx(at(deposit.storeId))));
  }

  /** A signed draft with these items in it. */
  pack(
    id: number,
    orderType: OrderType,
    origin: number,
    destination: number | null,
    itemIds: readonly ItemId[],
    price: Money | null = { amount: 100_00, currency: 'EUR' },
  ): this {
    const actor = at(origin);
    const trackingNumber = `TRK-${id}`;
    const head = { shipmentId: id, trackingNumber, orderType, origin, destination, carrier: null };
    this.run(this.onPackage(id, { type: 'OpenShipment', ...head, trackingUsed: false }, actor));
    const toBind = itemIds.map((itemId) => ({ itemId, price }));
    this.run(bindItems(this.shipment(id), toBind, this.states, this.ctx(actor)));
    return this.run(this.onPackage(id, { type: 'SignShipment', signature: `sign-${id}` }, actor));
  }

  send(id: number): this {
    const shipment = this.shipment(id);
    const order = { trackingUsed: false };
    return this.run(sendPackage(shipment, order, this.states, this.ctx(at(shipment.origin))));
  }
}

function asStreams(streamId: string, decision: Decision<ProcessEvent>): StreamsDecision<ProcessEvent> {
  return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
}

/** An act in a world, decided but not yet appended. */
export type Act = (world: World) => StreamsDecision<ProcessEvent>;

export const on =
  (...command: Parameters<World['on']>): Act =>
  (world) =>
    world.on(...command);
export const onPackage =
  (...command: Parameters<World['onPackage']>): Act =>
  (world) =>
    world.onPackage(...command);
export const move =
  (...to: Parameters<World['move']>): Act =>
  (world) =>
    world.move(...to);

/** `given(a world).when(act).then…`: what `specify` says of one aggregate, for decisions over several. */
export function given(world: World) {
  return {
    when: (act: Act) => {
      const decision = act(world);
      return {
        /** It is decided, and something happens: the world after it. */
        thenDone: (): World => {
          if (decision.ok && decision.streams.length === 0) throw new Error('accepted, but nothing happens');
          return world.run(decision);
        },
        /** It is accepted, and nothing happens: it was so already. */
        thenNothing: (): World => {
          same(decision, { ok: true, streams: [] });
          return world;
        },
        /** It is rejected for this reason, and nothing happens. */
        thenRejected: (code: RejectionCode | Rejection, details?: Rejection['details']): World => {
          sameRejection(decision, code, details);
          return world;
        },
      };
    },
  };
}
