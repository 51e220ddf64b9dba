import { daysIn, LONGEST_PERIOD_DAYS, spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import { isOtherPlace, type FigureAsked, type Place } from '@atelier/application/insight/figures.queries.ts';
import type { InsightQuery } from '@atelier/contracts/insight/schema.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { badField } from '../http/errors.ts';
import { momentIn } from '../shared/moment.ts';

/** What every call of a figure takes. */
type Periods = Pick<
  InsightQuery,
  'from' | 'to' | 'before_from' | 'before_to' | 'line' | 'as_of' | 'known_at'
>;
const OTHER_PLACES = ['before_shop_id', 'before_country', 'before_factory_id'] as const;
type PlaceQuery = Partial<
  Pick<InsightQuery, 'shop_id' | 'country' | 'factory_id' | 'line' | (typeof OTHER_PLACES)[number]>
>;

export interface Asked {
  readonly asked: FigureAsked;
  /** The same over the second period, or at the other place; null without one. */
  readonly before: FigureAsked | null;
}

/**
 * What a query for a figure asks.
 * @throws ApiError naming the field of a period that ends before it begins, is longer than two years, or is half given,
 * and of a comparison with a period and a place at once, or with two places
 */
export function figureAsked(query: Periods & PlaceQuery, clock: Clock): Asked {
  const moment = momentIn(query, clock);
  const period = checkedPeriod({ from: query.from, to: query.to }, 'to');
  const asked = { period, moment, now: clock.now(), place: placeIn(query) };
  const second = secondPeriod(query);
  const other = otherPlace(query, second !== null);
  if (other !== null) return { asked, before: { ...asked, place: other } };
  return { asked, before: second === null ? null : { ...asked, period: second } };
}

function placeIn({ shop_id, country, factory_id, line }: PlaceQuery): Place {
  return { shopId: shop_id, country: country?.toUpperCase(), factoryId: factory_id, line };
}

/** The other place replaces shop, country and factory; the collection stays, so that alike is compared with alike. */
function otherPlace(query: PlaceQuery, hasPeriod: boolean): Place | null {
  const [field, another] = OTHER_PLACES.filter((name) => query[name] !== undefined);
  if (field === undefined) return null;
  if (hasPeriod) throw twoComparisons(field);
  if (another !== undefined) throw badField(another, 'one_place', 'Compare with one place.');
  const { before_shop_id: shop_id, before_country: country, before_factory_id: factory_id, line } = query;
  return placeIn({ shop_id, country, factory_id, line });
}

export const twoComparisons = (field: string) =>
  badField(field, 'one_comparison', 'Compare with a second period or with another place, not both.');

function secondPeriod({ before_from: from, before_to: to }: Periods): Period | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined) throw badField('before_from', 'required', 'Give both days of the second period.');
  if (to === undefined) throw badField('before_to', 'required', 'Give both days of the second period.');
  return checkedPeriod({ from, to }, 'before_to');
}

function checkedPeriod(period: Period, field: string): Period {
  const days = daysIn(period);
  if (days < 1) throw badField(field, 'period_backwards', 'The period ends before it begins.');
  if (days > LONGEST_PERIOD_DAYS) throw badField(field, 'period_too_long', 'A period has two years at most.');
  return period;
}

/** What is counted at a moment, not over a period: the other place at the same moment, a second period at its end. */
export function standingBeside({ asked, before }: Asked): FigureAsked | null {
  return before === null || isOtherPlace(asked, before) ? before : atEndOf(before);
}

function atEndOf(before: FigureAsked): FigureAsked {
  const { until } = spanOf(before.period);
  const now = before.now.toISOString();
  const latest = before.moment?.asOf ?? now;
  return {
    ...before,
    moment: { asOf: until < latest ? until : latest, knownAt: before.moment?.knownAt ?? null },
  };
}
