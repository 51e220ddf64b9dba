import { Status } from '@atelier/domain/shared/status.ts';

const WAREHOUSE = 20;

/** Steps of a life: where it stands, how it got there, and how long it stays on average, in hours. */
type Step = readonly [
  status: number,
  place: 'shop' | 'warehouse' | 'factory' | 'way',
  move: string,
  hours: number,
];
const OUT: readonly Step[] = [
  [Status.Created, 'shop', '', 30],
  [Status.SentToWarehouse, 'way', 'forward', 40],
  [Status.ReceiveFromShop, 'warehouse', 'forward', 10],
  [Status.MCToCN, 'way', 'forward', 48],
  [Status.IncomingCheck, 'factory', 'forward', 14],
];
const HOME: readonly Step[] = [
  [Status.RepairDone, 'factory', 'forward', 8],
  [Status.LogisticsShipOut, 'way', 'forward', 60],
  [Status.ShopReceived, 'shop', 'forward', 96],
  [Status.TakenByClient, 'way', 'forward', 0],
];
const check: Step = [Status.SAVCheckResult, 'factory', 'forward', 20];
const at = (status: number, hours: number, move = 'forward'): Step => [status, 'factory', move, hours];
const WORK = [at(Status.RepairProcess, 26), at(Status.RepairPolish, 12), at(Status.RepairQC, 6)];
const END = [at(Status.PlatingProcess, 10), at(Status.FinalQCProcess, 5)];
const AGAIN = [at(Status.RepairProcess, 14, 'rework'), ...WORK.slice(1)];

/** The routes that pieces take, and of a hundred how many take each. */
const ROUTES: readonly (readonly [share: number, steps: readonly Step[]])[] = [
  [44, [...OUT, ...WORK, ...END, ...HOME]],
  [20, [...OUT, check, ...WORK, at(Status.AssemblySettingStone, 9), ...END, ...HOME]],
  [10, [...OUT, check, ...WORK, ...AGAIN, ...END, ...HOME]],
  [
    8,
    [...OUT, ...WORK, ...END, at(Status.RepairPolish, 8, 'rework'), at(Status.RepairQC, 6), ...END, ...HOME],
  ],
  [8, [...OUT, check, ...HOME]],
  [6, [...OUT, ...WORK, at(Status.RepairPolish, 1, 'undo'), at(Status.RepairQC, 6), ...END, ...HOME]],
  [4, [OUT[0] ?? check, [Status.Cancelled, 'way', 'cancel', 0]]],
];

const routeRows = ROUTES.flatMap(([share, steps], route) => {
  const before = ROUTES.slice(0, route).reduce((sum, [each]) => sum + each, 0);
  return steps.map(
    ([status, place, move, hours], step) =>
      `(${route}, ${before}, ${before + share}, ${step}, ${status}, '${place}', nullif('${move}', ''), ${hours})`,
  );
});

/** A number from 0 to 1 that belongs to a piece: the same in every run. */
export const drawn = (seed: number, id = 'id') =>
  `((hashint8extended(${id}, ${seed}) & 2147483647)::float8 / 2147483648)`;

export const WORLD: readonly string[] = [
  `create unlogged table bench_routes (route integer, least integer, most integer, step integer, status smallint, place text,
     move text, hours integer)`,
  `insert into bench_routes values ${routeRows.join(', ')}`,
];

const MORE_LATELY = 'power(1 - r, 0.8)';

/** $1 pieces before $2; one in twenty carries the serial number of the piece 4,000 deposits earlier. */
export const LIVES = `
create unlogged table bench_lives as
select id, store, currency, factory, route, deposited_at, sku, 'SN' || case when ${drawn(3)} < 0.05 then id - 4000 else id end as serial,
       case when ${drawn(4)} < 0.2 then array[reason, 1 + reason % 8] else array[reason] end as reasons, ${drawn(5)} < 0.45 as in_warranty,
       (array['approved', 'approved', 'approved', 'approved', 'approved', 'approved', 'approved', 'declined', 'waived', 'unanswered'])
         [1 + floor(10 * ${drawn(6)})::integer] as fate
  from (select made.id, shop.id as store, (array['EUR', 'GBP', 'USD', 'JPY', 'CNY', 'HKD'])[1 + shop.id % 6] as currency,
               case when ${drawn(7, 'made.id')} < case when shop.id in (5, 6, 7, 8, 9) then 0.97 else 0.35 end then 31 else 32 end as factory,
               (select min(route) from bench_routes where 100 * ${drawn(8, 'made.id')} < most) as route,
               $2::timestamptz - ${MORE_LATELY} * interval '548 days' as deposited_at,
               skus[1 + floor(cardinality(skus) * power(${drawn(9, 'made.id')}, 1.5))::integer] as sku,
               1 + floor(8 * power(${drawn(10, 'made.id')}, 1.3))::integer as reason
          from (select id, (id - 1000000) / $1::float8 as r, ids[1 + floor(cardinality(ids) * ${drawn(11)})::integer] as store_id
                  from generate_series(1000000, 999999 + $1::bigint) id,
                       (select array_agg(id order by id) as ids from sites where kind = 'shop') shops) made
          join sites shop on shop.id = made.store_id,
               (select array_agg(sku order by sku) as skus from products) known) lived`;

/** Every step that has begun; the times of a piece are its own. */
export const STEPS = `
create unlogged table bench_steps as
select *, case when step > 0 then moment - hours_before * interval '1 hour' end as from_entered_at, moment as true_from,
       case when hours > 0 and ended <= $1::timestamptz then ended end as true_until
  from (select l.id, s.*, l.deposited_at + (s.past - s.hours) * interval '1 hour' as moment, l.deposited_at + s.past * interval '1 hour' as ended
          from bench_lives l cross join lateral (
            select step, status, move, site, hours, sum(hours) over life as past, lag(hours) over life as hours_before,
                   lag(status) over life as from_status, lag(site) over life as from_site, lead(move) over life as left_by,
                   count(*) filter (where site = l.factory) over life as weighing
              from (select step, status, move, hours * -ln(1 - ${drawn(20, '(l.id * 32 + step)')}) as hours,
                           case place when 'shop' then l.store when 'warehouse' then ${WAREHOUSE} when 'factory' then l.factory end as site
                      from bench_routes where route = l.route order by step) timed
            window life as (order by step rows unbounded preceding)) s) lived
 where moment <= $1::timestamptz`;

/** Who sees a piece at a step. */
export const KEYS = `case when s.status in (${Status.Created}, ${Status.Cancelled}) then array[0, - l.store, l.store]
  when s.step < 3 then array[0, - l.store, ${WAREHOUSE}] else array[0, - l.store, ${WAREHOUSE}, l.factory] end`;

export const ITEM_ROWS = `
insert into item_row (id, rma_id, number, store_id, customer_ref, delivery, status, rank, status_entered_at, created_at,
  progress, cancelled, administrative, custody_kind, custody_site, visible_sites, sku, product_name, product_kind, is_gold, serial,
  image_count, is_under_warranty, total_180, fee_amount, fee_currency, fee_accepted, fee_settled, fee_paid, waiver, waiver_requests,
  holds, reasons, sub_reasons, factory_reasons, factory_sub_reasons, quality_causes, scanned_targets, scan_marks,
  store_comments, factory_comments, follow_ups, version, position, stage_clock_from)
select l.id, l.id - l.id % 2, 'S' || l.store || '-' || l.id, l.store, 'c' || (l.id - l.id % 2), 'store', s.status, 5, s.true_from,
  l.deposited_at, 3, s.status = ${Status.Cancelled}, false, 'site', s.site, (${KEYS})[3:], l.sku, p.name, p.kind, true, l.serial, 2,
  l.in_warranty, 0, 4500, l.currency, true, true, false, 0, 0, '{}', l.reasons, '{}', '{}', '{}', '{}', '{}', '[]', 0, 0, 0, 31, l.id,
  case when s.site = l.factory then s.true_from end
  from bench_lives l join bench_steps s on s.id = l.id and s.true_until is null join products p on p.sku = l.sku
 order by l.id`;

export const RMA_ROWS = `
insert into rma_row (id, number, public_reference, store_id, customer_ref, firstname, lastname, fullname, phone_code,
  phone, fullphone, phone_digits, email, country, address, receiver_name, receiver_phone, delivery, platform,
  is_agent, language, item_ids, created_at, version, position)
select rma_id, 'R' || rma_id, 'ref-' || rma_id, min(store_id), 'c' || rma_id, 'First', 'Last', 'First Last', '+33', '6', '+33 6', '336',
  null, 'FR', '1 rue', 'x', '06', 'store', 'store', false, 'fr', array_agg(id), min(created_at), 1, min(position)
from item_row group by rma_id`;

/** Of a hundred deposits six have texts from their client: mostly one, mostly answered. */
export const MESSAGES = `
insert into message_row (id, kind, rma_id, item_ids, store_id, state, channel, language, attempts, planned_at, changed_at, version, position)
select 4 * l.id + n, case n when 3 then 'reply' else 'received' end, l.id - l.id % 2, array[l.id], l.store, 'sent', 'sms', 'fr', 1,
       l.deposited_at + (4 + n) * interval '20 hours', l.deposited_at + (4 + n) * interval '20 hours', 1, 4 * l.id + n
  from bench_lives l, generate_series(1, 3) n
 where ${drawn(30)} < 0.06 and (n = 1 or ${drawn(31)} < case n when 2 then 0.2 else 0.85 end)`;
