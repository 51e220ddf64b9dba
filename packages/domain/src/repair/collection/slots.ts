import { addDays, localDay } from '../../calendar.ts';
import { MINUTE_MS, type Day, type Instant } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import { readOpeningHours, type OpenSpan } from '../../shared/opening-hours.ts';

/** Today and the days after it that a client may choose from. */
export const BOOKING_DAYS = 14;

export interface Slot {
  /** `HH:MM` on the shop's clock. */
  readonly from: string;
  readonly to: string;
}

export interface OfferedDay {
  readonly day: Day;
  readonly slots: readonly Slot[];
}

export interface ShopClock {
  /** As the register writes it (`readOpeningHours`); '' = not known. */
  readonly hours: string;
  readonly timeZone: string;
}

export type SlotPolicy = Pick<Policy, 'pickupFromHour' | 'pickupUntilHour' | 'pickupSlotMs'>;

const SUNDAY = 7;
/** The rest of a span shorter than this joins the slot before it. */
const SHORTEST_MINUTES = 60;

/** The days with the times that are still ahead on the shop's clock; a day on which it is closed is left out. */
export function offeredDays(shop: ShopClock, now: Instant, policy: SlotPolicy): readonly OfferedDay[] {
  const today = localDay(now, shop.timeZone);
  const spans = spansOf(shop.hours, policy);
  const time = localTime(now, shop.timeZone);
  return Array.from({ length: BOOKING_DAYS }, (_, days) => addDays(today, days)).flatMap((day) => {
    const slots = slotsOn(day, spans, policy).filter(({ from }) => day > today || from > time);
    return slots.length === 0 ? [] : { day, slots };
  });
}

export const isOffered = (days: readonly OfferedDay[], day: Day, { from, to }: Slot): boolean =>
  days.some((each) => each.day === day && each.slots.some((slot) => slot.from === from && slot.to === to));

/** Clients by time (`slotKey`); a time that is missing has none. */
export type TakenSlots = ReadonlyMap<string, number>;

export const slotKey = (day: Day, from: string): string => `${day} ${from}`;

/** Without the times that `most` clients have booked; 0 = any number may come. A day without a time left stays out. */
export function withoutFull(
  days: readonly OfferedDay[],
  taken: TakenSlots,
  most: number,
): readonly OfferedDay[] {
  if (most === 0) return days;
  return days.flatMap(({ day, slots }) => {
    const free = slots.filter(({ from }) => (taken.get(slotKey(day, from)) ?? 0) < most);
    return free.length === 0 ? [] : { day, slots: free };
  });
}

/** The register's hours, else those of the configuration from Monday to Saturday. */
function spansOf(hours: string, { pickupFromHour, pickupUntilHour }: SlotPolicy): readonly OpenSpan[] {
  const known = readOpeningHours(hours);
  if (known.length > 0) return known;
  const [from, to] = [clock(pickupFromHour * 60), clock(pickupUntilHour * 60)];
  return [{ firstDay: 1, lastDay: SUNDAY - 1, from, to }];
}

function slotsOn(day: Day, spans: readonly OpenSpan[], policy: SlotPolicy): readonly Slot[] {
  const weekday = new Date(day).getUTCDay() || SUNDAY;
  const open = spans.filter((span) => isWithin(span, weekday));
  return open.flatMap((span) => cut(span, policy)).toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** `Sa-Mo` passes over the end of the week. */
const isWithin = ({ firstDay, lastDay }: OpenSpan, day: number): boolean =>
  firstDay <= lastDay ? firstDay <= day && day <= lastDay : day >= firstDay || day <= lastDay;

function cut({ from, to }: OpenSpan, { pickupSlotMs }: SlotPolicy): readonly Slot[] {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const length = pickupSlotMs / MINUTE_MS;
  const whole = Math.max(1, Math.floor((end - start) / length));
  const rest = end - start - whole * length;
  const count = rest >= SHORTEST_MINUTES ? whole + 1 : whole;
  if (end <= start) return [];
  return Array.from({ length: count }, (_, index) => ({
    from: clock(start + index * length),
    to: clock(index === count - 1 ? end : start + (index + 1) * length),
  }));
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** `HH:MM` that a clock on the wall of this zone shows. */
function localTime(now: Instant, timeZone: string): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(now));
}

/** A time that the client books, or that the shop books for them. */
export interface PickupTime extends Slot {
  readonly day: Day;
}

/** How many clients one shop takes at once: what the register says of it, else the setting; 0 = any number. */
export const pickupsPerSlotOf = (
  shop: { readonly pickups_per_slot: number | null },
  { pickupsPerSlot }: Pick<Policy, 'pickupsPerSlot'>,
): number => shop.pickups_per_slot ?? pickupsPerSlot;
