import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import type { OrderType } from '@atelier/domain/shipping/events.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import type { Facts } from './facts.ts';
import { atWall, dayOnWall, laterAtWork, weekdayOf } from './hours.ts';

/** A way that packages take regularly: on these weekdays (0 = Sunday) at this hour of the sender's clock. */
export interface Lane {
  readonly orderType: OrderType;
  readonly from: SiteRow;
  /** null = to the client's door. */
  readonly to: SiteRow | null;
  readonly weekdays: readonly number[];
  readonly hour: number;
  /** Milliseconds on the road: at least, and usually at most. */
  readonly shortest: number;
  readonly longest: number;
  readonly carrier: string;
}

const WORKDAYS = [1, 2, 3, 4, 5];
const BUSY_SHOPS: readonly string[] = ['PAR', 'TYO', 'SHA', 'HKG', 'NYC'];
/** Shops whose pieces go straight to a factory nearby: over the Alps, or without crossing a border. */
const STRAIGHT: Readonly<Record<string, string>> = {
  PAR: 'FVZ',
  LYN: 'FVZ',
  LON: 'FVZ',
  MAD: 'FVZ',
  SHA: 'FSZ',
  BJS: 'FSZ',
};
const WAREHOUSE = 'WHS';

const CARRIERS: Readonly<Record<string, string>> = {
  FR: 'LPX',
  GB: 'LPX',
  ES: 'LPX',
  IT: 'LPX',
  JP: 'SKR',
  CN: 'HKJ',
  HK: 'HKJ',
  TW: 'HKJ',
  US: 'ATL',
  MX: 'ATL',
  AE: 'GLF',
};

/** The ways of the demo's packages, made once per pair of sites. */
export class Lanes {
  readonly #facts: Facts;
  readonly #known = new Map<string, Lane>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Shop to warehouse (product/shipping.md §2), or straight to the factory nearby. */
  out(shop: SiteRow, straight: boolean): Lane {
    const code = straight ? STRAIGHT[shop.code] : undefined;
    const days = BUSY_SHOPS.includes(shop.code) ? [1, 3, 5] : [2, 5];
    return this.#lane(1, shop, this.#facts.site(code ?? WAREHOUSE), days, 17);
  }

  /** The factory near a shop, if it has one. */
  nearby(shop: SiteRow): SiteRow | undefined {
    const code = STRAIGHT[shop.code];
    return code === undefined ? undefined : this.#facts.site(code);
  }

  get warehouse(): SiteRow {
    return this.#facts.site(WAREHOUSE);
  }

  transfer(from: SiteRow, factory: SiteRow): Lane {
    const days = factory.code === 'FSZ' ? [1, 2, 3, 4, 5, 6] : [2, 4];
    return this.#lane(3, from, factory, days, 15);
  }

  back(factory: SiteRow, shop: SiteRow): Lane {
    const days = BUSY_SHOPS.includes(shop.code) ? [1, 2, 3, 4, 5] : [2, 4, 5];
    return this.#lane(2, factory, shop, days, 16);
  }

  toClient(factory: SiteRow): Lane {
    return this.#lane(2, factory, null, WORKDAYS, 17);
  }

  between(shop: SiteRow, other: SiteRow): Lane {
    return this.#lane(4, shop, other, WORKDAYS, 18);
  }

  #lane(
    orderType: OrderType,
    from: SiteRow,
    to: SiteRow | null,
    weekdays: readonly number[],
    hour: number,
  ): Lane {
    const key = `${orderType} ${from.code} ${to?.code ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const near = to?.country === from.country || (from.code === WAREHOUSE && to?.code === 'FSZ');
    const carrier = near ? (CARRIERS[from.country] ?? 'BRV') : orderType === 2 ? 'SEC' : 'BRV';
    const road = near
      ? { shortest: 18 * HOUR_MS, longest: 40 * HOUR_MS }
      : { shortest: 40 * HOUR_MS, longest: 4.5 * DAY_MS };
    const lane = { orderType, from, to, weekdays, hour, carrier, ...road };
    this.#known.set(key, lane);
    return lane;
  }
}

function slotOn(lane: Lane, day: number): number {
  return atWall(day, lane.hour * HOUR_MS, lane.from.time_zone);
}

/** The lane's last departure up to a moment. */
export function departureBefore(lane: Lane, ms: number): number {
  let day = dayOnWall(ms, lane.from.time_zone);
  while (!lane.weekdays.includes(weekdayOf(day)) || slotOn(lane, day) > ms) day -= 1;
  return slotOn(lane, day);
}

/** The lane's next departure from a moment on. */
export function departureAfter(lane: Lane, ms: number): number {
  let day = dayOnWall(ms, lane.from.time_zone);
  while (!lane.weekdays.includes(weekdayOf(day)) || slotOn(lane, day) < ms) day += 1;
  return slotOn(lane, day);
}

/** When something sent then is opened at the other end. */
export function arrivalOf(lane: Lane, sentAt: number, random: Random): number {
  const road = lane.shortest + random.next() * (lane.longest - lane.shortest);
  return laterAtWork(sentAt + road, (lane.to ?? lane.from).time_zone);
}
