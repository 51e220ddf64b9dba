import type { Moment } from '@atelier/domain/audit/moment.ts';
import type { Figure, Unknown } from '@atelier/domain/insight/figures.ts';
import type { FeeFate } from '@atelier/domain/insight/fee-fates.ts';
import type { Path } from '@atelier/domain/insight/process.ts';
import {
  repeatPeriod,
  REPEAT_DAYS,
  spanOf,
  type Period,
  type Span,
} from '@atelier/domain/insight/periods.ts';
import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { sql, type RawBuilder } from 'kysely';
import { enteredIn, movedIn } from './moves.queries.ts';
import { isMove, stagesList } from './stays.queries.ts';

/** Which pieces a figure is about. */
export interface Place {
  readonly shopId?: number | undefined;
  readonly country?: string | undefined;
  readonly factoryId?: number | undefined;
  readonly line?: string | undefined;
}

/** Where, when, and as it stood at which moment (null = now). */
export interface FigureAsked {
  readonly place: Place;
  readonly period: Period;
  readonly moment: Moment | null;
  readonly now: Date;
}

/** Whether the second question is about another place, rather than about another period. */
export const isOtherPlace = (asked: FigureAsked, before: FigureAsked): boolean =>
  before.place !== asked.place;

/** What narrows a figure to one of its marks. */
export interface Mark {
  readonly fromDays?: number | undefined;
  readonly toDays?: number | undefined;
  readonly currency?: string | undefined;
  readonly fate?: FeeFate | undefined;
  readonly sku?: string | undefined;
  readonly unknown?: Unknown | undefined;
  readonly fromStatus?: number | undefined;
  readonly status?: number | undefined;
  readonly path?: Path | undefined;
}

type Condition = RawBuilder<boolean>;
const ENDLESS = 'infinity';

/** The pieces that a figure counts: rows `f` of `piece_facts`, one a piece. Every figure and the list behind it use this. */
export const figurePieces = (figure: Figure, asked: FigureAsked, mark: Mark = {}): Condition =>
  all([
    placedPieces(isFlow(figure) ? { ...asked, place: { ...asked.place, factoryId: undefined } } : asked),
    countedIn(figure, asked, mark),
    marked(asked, mark),
  ]);

/** The pieces of a place, as they stood at the moment. */
export const placedPieces = ({ moment, place }: FigureAsked): Condition =>
  all([inPlace({ moment, place }), inOwnShop('f')]);

/** The same where another condition keeps a shop to its own. */
export const inPlace = ({ moment, place }: Pick<FigureAsked, 'moment' | 'place'>): Condition =>
  all([standingAt(moment), placed(place)]);

/**
 * A shop sees a piece of another shop that came to it, and counts what was deposited there alone. As a range, because the indexes
 * begin with the shop: PostgreSQL goes from shop to shop in them.
 */
export function inOwnShop(row: string): Condition {
  const store = sql.ref(`${row}.store_id`);
  return sql`${store} >= (select greatest(- app_scope_key(), 0))
    and ${store} <= (select case when app_scope_key() < 0 then - app_scope_key() else 2147483647 end)`;
}

/** Figures of a site's flow: there `factoryId` is the site itself, not the bench that a piece entered last. */
const isFlow = (figure: Figure): boolean => figure === 'standing' || figure === 'sent_back';

const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;

/** The one row of each piece that was true and known at the moment. */
export function standingAt(moment: Moment | null, row = 'f'): Condition {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  if (moment === null) return sql`${column('true_until')} is null`;
  const [at, known] = [moment.asOf ?? ENDLESS, moment.knownAt ?? ENDLESS];
  return sql`${column('true_from')} <= ${at}::timestamptz and ${column('known_from')} <= ${known}::timestamptz
    and (${column('true_until')} is null or ${column('true_until')} > ${at}::timestamptz
         or ${column('known_until')} > ${known}::timestamptz)`;
}

/** Rows of pieces of a place; `factory` is a column of `piece_facts` alone. */
export function placed({ shopId, country, factoryId, line }: Place, row = 'f'): Condition {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const conditions: Condition[] = [sql`true`];
  if (shopId !== undefined) conditions.push(sql`${column('store_id')} = ${shopId}`);
  if (country !== undefined)
    conditions.push(sql`${column('store_id')} in (select id from sites where country = ${country})`);
  if (factoryId !== undefined) conditions.push(sql`${column('factory')} = ${factoryId}`);
  if (line !== undefined)
    conditions.push(sql`${column('sku')} in (select sku from products where collection = ${line})`);
  return all(conditions);
}

function countedIn(figure: Figure, asked: FigureAsked, mark: Mark): Condition {
  const { period, moment, place } = asked;
  const span = spanOf(period);
  const site = place.factoryId ?? null;
  switch (figure) {
    case 'ready':
      return all([during('ready_at', span), notCancelled]);
    case 'told':
      return all([during('ready_at', span), notCancelled, wasTold]);
    case 'kept':
      return all([during('ready_at', span), notCancelled, wasKept]);
    case 'collected':
      return all([during('collected_at', span), sql`f.ready_at is not null`, notCancelled]);
    case 'open':
      return openAt(moment);
    case 'fees':
      return all([during('quoted_at', span), sql`f.fee_fate is not null`]);
    case 'free':
      return all([during('deposited_at', span), sql`f.fee_free > 0`]);
    case 'warranty':
      return all([during('deposited_at', span), sql`f.in_warranty`, sql`f.fee_free > 0`]);
    case 'warranty_unpriced':
      return all([during('deposited_at', span), sql`f.in_warranty`, isUnpriced, notCancelled]);
    case 'repeats':
      return handedOver(period);
    case 'again':
      return all([handedOver(period), cameAgain(moment)]);
    case 'deposited':
      return during('deposited_at', span);
    case 'without_warranty':
      return all([during('deposited_at', span), sql`not f.in_warranty`]);
    case 'wrong_reason':
      return all([during('deposited_at', span), sql`f.wrong_reason`]);
    case 'answers':
      return during('waiver_decided_at', span);
    case 'texts':
      return sql`f.item_id in (select unnest(m.item_ids) from message_row m
        where m.kind = 'received' and m.planned_at >= ${span.from}::timestamptz and m.planned_at < ${span.until}::timestamptz)`;
    case 'missing':
      return all([openAt(moment), sql`f.is_missing`]);
    case 'lost':
      return all([during('deposited_at', span), sql`f.settled is not null`]);
    case 'standing':
      return sql`f.item_id in (select s.item_id from stage_stays s
        where s.site = ${site} and s.status in (${stagesList}) and ${standingAt(moment, 's')})`;
    case 'sent_back':
      return sql`f.item_id in (select s.item_id from stage_stays s
        where s.from_site = ${site} and s.move in ('rework', 'recall') and ${isMove(moment, 's')}
          and s.true_from >= ${span.from}::timestamptz and s.true_from < ${span.until}::timestamptz)`;
    case 'moved':
      return ofStays(span, movedIn(asked, mark));
    case 'entered':
      return ofStays(span, enteredIn(asked, mark));
    case 'stands':
      return sql`f.status = ${mark.status ?? null}`;
  }
}

/** Pieces with such a stay `s`, begun in the period: hence it ended after the period began, by which an index finds it. */
function ofStays({ from }: Span, condition: Condition): Condition {
  const items = (ended: Condition) =>
    sql`select s.item_id from stage_stays s where ${inOwnShop('s')} and ${ended} and ${condition}`;
  return sql`f.item_id in (with found as materialized (
      ${items(sql`s.true_until >= ${from}::timestamptz`)} union ${items(sql`s.true_until is null`)}) select item_id from found)`;
}

const during = (column: string, { from, until }: Span): Condition =>
  sql`${sql.ref(`f.${column}`)} >= ${from}::timestamptz and ${sql.ref(`f.${column}`)} < ${until}::timestamptz`;

// The numbers stand in the statement, because indexes name them.
const isOpen: Condition = sql`f.status not in (${sql.raw(FINAL_STATUSES.join(', '))})`;

/**
 * Of a past moment, the pieces that may have been open are found by their rows of now: what has not changed since it ended was
 * ended then. Among all the states that stood once, they would be one in hundreds.
 */
function openAt(moment: Moment | null): Condition {
  if (moment?.asOf == null || moment.knownAt !== null) return isOpen;
  const at = sql`${moment.asOf}::timestamptz`;
  return sql`${isOpen} and f.item_id in (
    select c.item_id from piece_facts c
     where c.true_until is null and c.deposited_at <= ${at} and ${inOwnShop('c')}
       and (c.true_from > ${at} or c.status not in (${sql.raw(FINAL_STATUSES.join(', '))})))`;
}

const notCancelled: Condition = sql`f.status <> ${sql.raw(String(Status.Cancelled))}`;

const isUnpriced: Condition = sql`f.fee_fate is null and f.fee_free = 0`;

/** A date was named at the deposit. */
export const wasTold: Condition = sql`f.told_latest is not null`;
/** And the piece was ready by its latest day, on the calendar of its shop. */
export const wasKept: Condition = sql`f.told_latest >= (f.ready_at at time zone (
  select shop.time_zone from sites shop where shop.id = f.store_id))::date`;

const handedOver = (period: Period): Condition =>
  all([during('collected_at', spanOf(repeatPeriod(period))), sql`f.serial_key is not null`]);

/** The same piece was deposited again within 180 days of its return, as far as known at the moment. */
export const cameAgain = (moment: Moment | null): Condition => sql`exists (
  select from piece_facts later
   where later.serial_key = f.serial_key and later.item_id <> f.item_id and ${standingAt(moment, 'later')}
     and later.deposited_at > f.collected_at
     and later.deposited_at < f.collected_at + make_interval(days => ${REPEAT_DAYS}))`;

function marked(asked: FigureAsked, { fromDays, toDays, currency, fate, sku, unknown }: Mark): Condition {
  const days = ageInDays(asked);
  const conditions: Condition[] = [sql`true`];
  if (fromDays !== undefined) conditions.push(sql`${days} >= ${fromDays}`);
  if (toDays !== undefined) conditions.push(sql`${days} < ${toDays}`);
  if (currency !== undefined) conditions.push(sql`f.fee_currency = ${currency}`);
  if (fate !== undefined) conditions.push(sql`f.fee_fate = ${fate}`);
  if (sku !== undefined) conditions.push(sql`f.sku = ${sku}`);
  if (unknown === 'factory') conditions.push(sql`f.factory is null`);
  if (unknown === 'line') conditions.push(sql`f.sku not in (select sku from products)`);
  return all(conditions);
}

/** Full days from the deposit of `f` to the moment. */
export function ageInDays({ moment, now }: Pick<FigureAsked, 'moment' | 'now'>): RawBuilder<number> {
  const at = moment?.asOf ?? now.toISOString();
  return sql`floor(extract(epoch from ${at}::timestamptz - f.deposited_at) / 86400)`;
}
