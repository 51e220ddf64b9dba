import { evolvePieceFacts, type PieceFacts } from './piece-facts.ts';
import { evolveStageStay, type StageStay } from '../insight/stage-stay.ts';
import { toMs } from '../kernel.ts';
import { pieceFee } from './piece-fee.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { Status, isFinal } from '../shared/status.ts';
import type { PieceMoment } from '../shared/ready-date/piece-moment.ts';
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

/** When an event of a piece happened. */
export const momentIn = ({ data }: ItemEvent): number => toMs('createdAt' in data ? data.createdAt : data.at);

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

/** Cancelled, missing, lost, or closed without having been ready. */
export const hasNoDate = ({ facts }: PieceState): boolean =>
  facts.status === Status.Cancelled ||
  facts.isMissing ||
  facts.settlement !== null ||
  (isFinal(facts.status) && facts.readyAt === null);
