import { demoPeople } from '../../../demo/people.ts';
import { generateReference } from '../../../demo/reference/generate.ts';
import { itemEvents, loadsOf } from '../../../demo/history/lives.ts';
import { bulkHistories } from '../../../demo/history/testing-bulk.ts';
import { toMs } from '@atelier/domain/kernel.ts';
import {
  hasNoDate,
  momentOf,
  statesOf,
  type PieceOrigin,
  type PieceState,
  type PieceWorld,
} from '@atelier/domain/processes/ready-history.ts';
import { landmarksOf } from '@atelier/domain/processes/ready-samples.ts';
import {
  describe,
  type Described,
  type PieceMoment,
} from '@atelier/domain/shared/ready-date/piece-moment.ts';
import { wallClockOf, type WallClock } from '@atelier/domain/promise/wall-clock.ts';

/** A piece's whole history in the world of the demo, enlarged. */
export interface Life {
  readonly origin: PieceOrigin;
  readonly states: readonly PieceState[];
  /** Every moment at which a date is asked for, oldest first. */
  readonly moments: readonly Moment[];
  readonly fates: readonly Fate[];
}

export interface Moment {
  readonly life: Life;
  readonly at: number;
  readonly piece: PieceMoment;
  readonly described: Described;
}

/** From then on it is known to have become ready, or never to. */
export interface Fate {
  readonly at: number;
  readonly readyDay: number | null;
  readonly isOut: boolean;
}

export interface Past {
  readonly lives: readonly Life[];
  readonly sites: ReadonlyMap<number, string>;
}

export const fateAt = (fates: readonly Fate[], at: number): Fate | undefined =>
  fates.findLast((fate) => fate.at <= at);

/** A piece's origin with what happened to it. */
export interface Told {
  readonly origin: PieceOrigin;
  readonly states: readonly PieceState[];
}

type Reference = ReturnType<typeof generateReference>;

/** The demo's eighteen months with so many pieces: the same for the same seed. */
export function pastOf(seed: number, now: Date, items: number): Past {
  const reference = generateReference(now, seed);
  const lives = livesOf(toldBy(reference, seed, now, items), reference, now.getTime());
  return { lives, sites: new Map(reference.sites.map(({ id, code }) => [id, code])) };
}

/** What the generator's events say of each piece. */
export function toldBy(reference: Reference, seed: number, now: Date, items: number): readonly Told[] {
  const sites = new Map(reference.sites.map((site) => [site.id, site]));
  const clocks = new Map<string, WallClock>();
  const clockOf = (zone: string): WallClock => {
    const clock = clocks.get(zone) ?? wallClockOf(zone);
    clocks.set(zone, clock);
    return clock;
  };
  const told: Told[] = [];
  for (const { commands } of bulkHistories({ seed, now, people: demoPeople(seed), items, reference })) {
    for (const events of itemEvents(commands).values()) {
      const first = events[0]?.event;
      if (first?.type !== 'ItemDeposited') continue;
      const { itemId, storeId, delivery } = first.data;
      const site = sites.get(storeId);
      const wall = clockOf(site?.time_zone ?? 'UTC');
      const origin = { itemId, storeId, country: site?.country ?? '', delivery, wall };
      told.push({ origin, states: statesOf(events) });
    }
  }
  return told;
}

/** Every moment of every piece that has come by `until`. */
export function livesOf(told: readonly Told[], reference: Reference, until: number): readonly Life[] {
  const products = new Map(reference.products.map((product) => [product.sku, product]));
  const world: PieceWorld = {
    productOf: (sku) => {
      const product = products.get(sku);
      return { kind: product?.kind ?? '', collection: product?.collection ?? '' };
    },
    loadOf: loadsOf(
      told.map(({ states }) => states),
      until,
    ),
  };
  return told.map(({ origin, states }) => lifeOf(origin, states, world, until));
}

function lifeOf(origin: PieceOrigin, states: readonly PieceState[], world: PieceWorld, until: number): Life {
  const moments: Moment[] = [];
  const fates = states.map((state): Fate => {
    const { readyAt } = state.facts;
    const readyDay = readyAt === null ? null : Math.floor(origin.wall(toMs(readyAt)));
    return { at: state.at, readyDay, isOut: hasNoDate(state) };
  });
  const life: Life = { origin, states, moments, fates };
  for (const { state, at } of landmarksOf(states, until)) {
    const piece = momentOf(state, at, origin, world);
    moments.push({ life, at, piece, described: describe(piece) });
  }
  moments.sort((a, b) => a.at - b.at);
  return life;
}
