import fc from 'fast-check';
import { initialClearingRun } from '../clearing/run.ts';
import type { StreamsDecision } from '../decider.ts';
import { DAY_MS, HOUR_MS } from '../kernel.ts';
import type { ItemCommand } from '../repair/item/commands.ts';
import { amountToReturn } from '../repair/fees/fees.ts';
import { initialItem, type Item } from '../repair/item/item.ts';
import { movesFrom } from '../repair/item/moves.ts';
import { STATUSES, Status, type StatusId } from '../shared/status.ts';
import { ORDER_TYPES } from '../repair/travel.ts';
import { initialShipment } from '../shipping/shipment.ts';
import type { OrderType } from '../shipping/events.ts';
import { clearItems, finishClearing, startClearing, undoClearing } from './clear-orders.ts';
import type { ProcessEvent } from './process-state.ts';
import { markFound, markMissing, settleLost } from './loss.ts';
import { bindItems, cancelShipment, unbindItems } from './packing.ts';
import { receiveItem, undoMove } from './receive.ts';
import { sendPackage, unsendPackage } from './send.ts';
import { storeReject } from './store-reject.ts';
import { at, depositItem, FACTORY, FACTORY_2, PARIS, TOKYO, WAREHOUSE, World } from './testing.ts';

/** One blind step of a random walk: which command, and numbers that choose its item, target, person and words. */
export interface Step {
  readonly op: Op;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Milliseconds that pass before it; may be negative: clocks are set back. */
  readonly wait: number;
}

type Result = StreamsDecision<ProcessEvent>;
type Doing = (world: World, step: Step) => Result | null;

const SITES = [PARIS, TOKYO, WAREHOUSE, FACTORY, FACTORY_2];
const REASONS = ['because', '', 'again'];

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
const itemIds = (world: World) => [...world.items.keys()];
const someItem = (world: World, n: number): Item | null => {
  const item = world.items.get(pick(itemIds(world), n) ?? 0) ?? initialItem;
  return item.kind === 'none' ? null : item;
};
const someShipment = (world: World, n: number) =>
  world.shipments.get(pick([...world.shipments.keys()], n) ?? 0);

/** Mostly an account where the jewel is or arrives, now and then any account. */
function person(item: Item | null, n: number) {
  if (n % 9 === 8) return at(pick(SITES, n) ?? PARIS, n % 2);
  const custody = item?.custody;
  if (custody?.kind === 'site') return at(custody.siteId);
  return at(custody?.kind === 'shipment' ? (custody.to ?? custody.from) : PARIS);
}

const moveTo = (world: World, item: Item, target: StatusId, { b, c }: Step) => {
  const outcome = pick(['unrepaired', 'counterfeit', 'replaced', 'repaired', undefined] as const, c);
  const replacement = c % 4 === 0 ? { sku: 'RING-9', serial: `N${c}` } : undefined;
  return world.move(item.id, target, person(item, b), {
    reason: pick(REASONS, b) ?? '',
    carrierProof: 'POD',
    ...(outcome === undefined ? {} : { outcome }),
    ...(replacement === undefined ? {} : { replacement }),
  });
};

const onItem =
  (command: (item: Item, step: Step) => ItemCommand): Doing =>
  (world, step) => {
    const item = someItem(world, step.a);
    return item === null ? null : world.on(item.id, command(item, step), person(item, step.b));
  };

const withItem =
  (decide: (world: World, item: Item, step: Step) => Result | null): Doing =>
  (world, step) => {
    const item = someItem(world, step.a);
    return item === null ? null : decide(world, item, step);
  };

/** A new package for an item where it lies, with whatever else fits in. */
const pack = withItem((world, item, { b, c }) => {
  if (item.custody.kind !== 'site') return null;
  const types: readonly OrderType[] = [1, 2, 3, 4];
  const orderType = types.find((type) => ORDER_TYPES[type].from.includes(item.status)) ?? pick(types, c) ?? 1;
  const origin = item.custody.siteId;
  const home = orderType === 2 || orderType === 4;
  const other =
    pick(
      SITES.filter((site) => site !== origin),
      c,
    ) ?? FACTORY;
  const destination = home
    ? orderType === 2 && c % 5 === 0
      ? null
      : item.storeId
    : orderType === 1
      ? FACTORY
      : other;
  const shipmentId = 1000 + world.shipments.size;
  const trackingNumber = `TRK-${shipmentId}`;
  const head = { shipmentId, trackingNumber, orderType, origin, destination, carrier: null };
  const opened = world.try(
    world.onPackage(shipmentId, { type: 'OpenShipment', ...head, trackingUsed: false }, at(origin)),
  );
  if (opened !== null) return null;
  const price = { amount: 100, currency: 'EUR' };
  for (const itemId of new Set([item.id, pick(itemIds(world), b) ?? item.id])) {
    const state = world.shipments.get(shipmentId) ?? initialShipment;
    world.try(bindItems(state, [{ itemId, price }], world.states, world.ctx(at(origin))));
  }
  return world.onPackage(shipmentId, { type: 'SignShipment', signature: 'sign' }, at(origin));
});

const onShipment =
  (decide: (world: World, shipmentId: number, actor: ReturnType<typeof at>, step: Step) => Result): Doing =>
  (world, step) => {
    const shipment = someShipment(world, step.a);
    if (shipment === undefined || shipment.kind === 'none') return null;
    const site = step.b % 7 === 6 ? (pick(SITES, step.c) ?? PARIS) : shipment.origin;
    return decide(world, shipment.id, at(site), step);
  };

/** The natural next step of an item's life, so that walks get somewhere. */
const advance = withItem((world, item, step) => {
  const { b, c } = step;
  if (item.status === Status.ShopReceived) return null;
  if (item.custody.kind === 'shipment') return OPS.receive(world, { ...step, b: 0 });
  if (item.legs.current !== null) {
    const shipment = world.shipments.get(item.legs.current.shipmentId) ?? initialShipment;
    return sendPackage(shipment, { trackingUsed: false }, world.states, world.ctx(person(item, 0)));
  }
  if (item.status === Status.Created || item.status === Status.RepairDone) return pack(world, step);
  const onward = movesFrom(item.status).filter(
    ({ target, kind }) => kind === 'forward' && target !== Status.MCToCN,
  );
  const target = pick(onward, c)?.target;
  return target === undefined ? null : moveTo(world, item, target, { ...step, b: b % 3 });
});

const clearRun: Doing = (world, { b }) => {
  const runId = 9000 + world.runs.size;
  const filter = {
    rmaIds: [],
    startDate: null,
    endDate: '2099-01-01',
    limit: 100,
    validPurchaseDateOnly: false,
  };
  world.run(startClearing(runId, filter, b % 2 === 0, initialClearingRun, world.ctx(at(PARIS))));
  const run = () => world.runs.get(runId) ?? initialClearingRun;
  const waiting = new Map(
    [...world.items].filter(([, item]) => item.kind === 'item' && item.status === Status.ShopReceived),
  );
  world.try(clearItems(run(), waiting, world.ctx(at(PARIS))));
  return finishClearing(run(), world.ctx(at(PARIS)));
};

const undoRun: Doing = (world, { a }) => {
  const run = world.runs.get(pick([...world.runs.keys()], a) ?? 0) ?? initialClearingRun;
  return undoClearing(run, 'mistake', world.items, world.ctx(at(PARIS)));
};

const sendBound: Doing = onShipment((world, id, actor) =>
  sendPackage(world.shipment(id), { trackingUsed: false }, world.states, world.ctx(actor)),
);

const settlement = {
  settlement: { amount: 1, currency: 'EUR' },
  reference: 'CLAIM',
  approvedBy: { userId: 1, workerId: null },
};

const OPS = {
  advance,
  onward: withItem((world, item, step) => {
    const offered = pick(movesFrom(item.status), step.c);
    return offered === undefined ? null : moveTo(world, item, offered.target, step);
  }),
  anywhere: withItem((world, item, step) => moveTo(world, item, pick(STATUSES, step.c)?.id ?? 1, step)),
  receive: withItem((world, item, { b, c }) => {
    const actor = b % 6 === 5 ? at(pick(SITES, c) ?? PARIS) : person(item, 0);
    return receiveItem(item.id, {}, world.states, world.ctx(actor));
  }),
  pack,
  send: sendBound,
  unsend: onShipment((world, id, actor) =>
    unsendPackage(world.shipment(id), 'x', world.states, world.ctx(actor)),
  ),
  pickup: onShipment((world, id, actor) => world.onPackage(id, { type: 'RecordPickup' }, actor)),
  cancelPackage: onShipment((world, id, actor) => cancelShipment(world.shipment(id), 'x', world.ctx(actor))),
  closePackage: onShipment((world, id, actor) => world.onPackage(id, { type: 'CloseShipment' }, actor)),
  unbind: onShipment((world, id, actor, { c }) =>
    unbindItems(world.shipment(id), [pick(itemIds(world), c) ?? 0], world.ctx(actor)),
  ),
  undo: withItem((world, item, { b }) => {
    const actor =
      b % 5 === 4 ? person(item, b) : { userId: null, siteId: null, ...item.lastMove?.by, workerId: null };
    return undoMove(item.id, world.states, world.ctx(actor));
  }),
  scan: onItem((item, { c }) => ({
    type: 'ScanItem',
    target: pick(STATUSES, c)?.id ?? 3,
    shipmentId: c % 2 === 0 ? (item.legs.current?.shipmentId ?? null) : null,
    trackingNumber: null,
  })),
  returnUnrepaired: onItem(() => ({ type: 'ReturnUnrepaired', reason: 'beyond repair' })),
  missing: withItem((world, item, { b }) => markMissing(item.id, world.states, world.ctx(person(item, b)))),
  found: withItem((world, item, { b }) => markFound(item.id, world.states, world.ctx(person(item, b)))),
  settle: withItem((world, item, { b }) =>
    settleLost(item.id, settlement, world.states, world.ctx(person(item, b))),
  ),
  hold: onItem((_, { c }) => ({
    type: 'PlaceHold',
    hold: c % 2 === 0 ? 'approval' : 'dispute',
    reason: 'x',
  })),
  release: onItem((_, { c }) => ({
    type: 'ReleaseHold',
    hold: c % 2 === 0 ? 'approval' : 'dispute',
    reason: 'x',
  })),
  waiver: onItem(() => ({ type: 'RequestWaiver', remark: 'please' })),
  decideWaiver: onItem((_, { c }) => ({
    type: 'DecideWaiver',
    decision: c % 2 === 0 ? 10 : 11,
    reason: 'x',
  })),
  fee: onItem((_, { c }) => ({
    type: 'OverrideFee',
    fee: { amount: c % 900, currency: 'EUR' },
    reason: 'x',
  })),
  acceptFee: onItem((item) => ({ type: 'AcceptFee', fee: item.fee.due })),
  pay: onItem((item) => ({ type: 'RecordPayment', paid: item.fee.due, means: 'card', reference: null })),
  correctPayment: onItem((item, { c }) => ({
    type: 'CorrectPayment',
    payment: 1,
    paid: { ...item.fee.due, amount: c },
    means: 'cash',
    reference: null,
    reason: 'x',
  })),
  refund: onItem((item) => ({
    type: 'RecordRefund',
    refunded: { ...item.fee.due, amount: amountToReturn(item) },
    means: 'cash',
    reference: null,
    reason: 'x',
  })),
  sign: onItem(() => ({ type: 'RecordSignature', kind: 'pickup', signature: 'sig' })),
  handOver: onItem(() => ({ type: 'HandOver', signature: 'sig' })),
  close: onItem(() => ({ type: 'CloseItem' })),
  storeReject: withItem((world, item, { b }) => {
    const newItemId = 500 + world.items.size;
    const given = { reason: 'loose', newItemId, newNumber: `PAR-${newItemId}`, total180: 1 };
    return storeReject(item, given, world.ctx(person(item, b)));
  }),
  clear: clearRun,
  undoClear: undoRun,
} as const satisfies Record<string, Doing>;

export type Op = keyof typeof OPS;

const OP_NAMES = Object.keys(OPS).filter((name): name is Op => name in OPS);
/** The walk goes on more often than it goes astray. */
const WEIGHTS: Partial<Record<Op, number>> = {
  advance: 60,
  onward: 6,
  pack: 2,
  send: 2,
  receive: 2,
  undo: 3,
  found: 4,
  release: 4,
  handOver: 2,
  sign: 2,
  storeReject: 2,
  undoClear: 2,
};

const op = fc.oneof(
  ...OP_NAMES.map((name) => ({ arbitrary: fc.constant(name), weight: WEIGHTS[name] ?? 1 })),
);
const wait = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 8 * 60_000 }), weight: 8 },
  { arbitrary: fc.constantFrom(-HOUR_MS, HOUR_MS, 3 * DAY_MS, 14 * DAY_MS), weight: 1 },
);
const number = fc.nat({ max: 999 });

export const steps = (maxLength: number) =>
  fc.array(fc.record<Step>({ op, a: number, b: number, c: number, wait }), {
    minLength: 10,
    maxLength,
    size: 'max',
  });

/** Three items at two stores, one of them out of warranty. */
export function startWalk(): World {
  return new World()
    .deposit(100, [depositItem(1), depositItem(2, { purchaseDate: '2020-01-01' })])
    .deposit(101, [depositItem(3)], { storeId: TOKYO });
}

/** Takes one step. Answers whether anything was decided and appended. */
export function take(world: World, step: Step): boolean {
  world.wait(step.wait);
  const decision = OPS[step.op](world, step);
  return decision !== null && world.try(decision) === null && decision.ok && decision.streams.length > 0;
}
