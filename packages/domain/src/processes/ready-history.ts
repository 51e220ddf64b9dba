import { evolvePieceFacts, type PieceFacts } from './piece-facts.ts';
import { evolveStageStay, type StageStay } from '../insight/stage-stay.ts';
import { DAY_MS, toMs } from '../kernel.ts';
import { pieceFee } from './piece-fee.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { Status, isFinal } from '../shared/status.ts';
import { LANDMARK_DAYS, describe, type PieceMoment, type ReadySample } from '../promise/piece-moment.ts';
import type { WallClock } from '../promise/wall-clock.ts';

/** A piece after one of its events. */
export interface PieceState {
  readonly at: number;
  readonly facts: PieceFacts;
  readonly stay: StageStay;
}

/** What a piece has from its deposit and the register, as its dates need it. */
export interface PieceOrigin {
  readonly itemId: number;
  readonly storeId: number;
  readonly country: string;
  readonly delivery: 'store' | 'client';
  readonly wall: WallClock;
}

export interface Product {
  readonly kind: string;
  readonly collection: string;
}

/** What lies beside a piece: products by SKU, and how many pieces a factory holds. */
export interface PieceWorld {
  readonly productOf: (sku: string) => Product;
  readonly loadOf: (site: number | null, ms: number) => number;
}

/** The states of a piece that a date depends on, oldest first; states of the same instant are one. */
export function statesOf(
  events: readonly { readonly at: number; readonly event: ItemEvent }[],
): PieceState[] {
  const states: PieceState[] = [];
  let facts: PieceFacts | undefined;
  let stay: StageStay | undefined;
  for (const { at, event } of events) {
    const [nextFacts, nextStay] = [evolvePieceFacts(facts, event), evolveStageStay(stay, event)];
    if (nextFacts === undefined || nextStay === undefined) continue;
    if (nextFacts === facts && nextStay === stay) continue;
    [facts, stay] = [nextFacts, nextStay];
    if (states.at(-1)?.at === at) states.pop();
    states.push({ at, facts, stay });
  }
  return states;
}

/** What the model reads of a state, seen at a later moment. */
export function momentOf(
  { facts, stay }: PieceState,
  ms: number,
  origin: PieceOrigin,
  world: PieceWorld,
): PieceMoment {
  const entered = toMs(stay.enteredAt);
  return {
    status: facts.status,
    from: stay.from,
    site: facts.site,
    factory: facts.factory,
    storeId: origin.storeId,
    country: origin.country,
    delivery: origin.delivery,
    ...world.productOf(facts.sku),
    reasonIds: facts.reasonIds,
    inWarranty: facts.inWarranty,
    isUnanswered: pieceFee(facts.status, facts.money).fate === 'unanswered',
    load: world.loadOf(facts.site, ms),
    entered: origin.wall(entered),
    now: origin.wall(ms),
  };
}

/** A stay's beginning and its landmarks, as far as it has come by `until`. */
export function landmarksOf(
  states: readonly PieceState[],
  until: number,
): readonly { state: PieceState; at: number }[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1];
    const entered = toMs(state.stay.enteredAt);
    const isEntry = before === undefined || before.facts.status !== state.facts.status;
    if (!isEntry || entered !== state.at || !isOpen(state)) return [];
    const left = states.slice(index).find(({ facts }) => facts.status !== state.facts.status);
    const end = Math.min(until + 1, left?.at ?? Infinity);
    return LANDMARK_DAYS.map((days) => entered + days * DAY_MS)
      .filter((at) => at < end)
      .map((at) => ({ at, state: stateAt(states, at) ?? state }));
  });
}

const isOpen = ({ facts }: PieceState): boolean =>
  !isFinal(facts.status) && facts.status !== Status.ShopReceived && !facts.isMissing;

export const stateAt = (states: readonly PieceState[], at: number): PieceState | undefined =>
  states.findLast((state) => state.at <= at);

/**
 * Past moments of one piece as they were known at `until`: none of a piece that was cancelled, lost or refused by then,
 * because it never becomes ready.
 */
export function samplesOf(
  all: readonly PieceState[],
  origin: PieceOrigin,
  world: PieceWorld,
  until: number,
): readonly ReadySample[] {
  const states = all.filter(({ at }) => at <= until);
  const last = states.at(-1);
  if (last === undefined || hasNoDate(last)) return [];
  const { readyAt } = last.facts;
  const readyDay = readyAt === null ? null : Math.floor(origin.wall(toMs(readyAt)));
  return landmarksOf(states, until).map(({ state, at }) => ({
    ...describe(momentOf(state, at, origin, world)),
    readyDay,
  }));
}

/** Cancelled, missing, lost, or closed without having been ready. */
export const hasNoDate = ({ facts }: PieceState): boolean =>
  facts.status === Status.Cancelled ||
  facts.isMissing ||
  facts.settlement !== null ||
  (isFinal(facts.status) && facts.readyAt === null);
