import { BENCH_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { drawn, KEYS } from './insight-lives.ts';

const benches = BENCH_STATUSES.join(', ');
const FROM = `from bench_steps s join bench_lives l on l.id = s.id`;
/** One row in twenty is known an hour after it was true. */
const known = (time: string) =>
  `${time} + case when s.id % 20 = 0 then interval '1 hour' else interval '5 milliseconds' end`;
const SPAN = `s.id, 40 * s.id + s.step, s.true_from, s.true_until, ${known('s.true_from')}, ${known('s.true_until')}, s.step = 0,
  s.true_from, ${known('s.true_from')}, 2 * s.step + 1, l.store`;
const SPAN_COLUMNS = `item_id, began_position, true_from, true_until, known_from, known_until, is_first, placed_true, placed_known,
  version, store_id`;
/** What the fold goes on with, as long as it is in production. */
const fold = (length: number) =>
  `case when s.true_until is null then jsonb_build_object('state', repeat('x', ${length})) end`;

export const STAYS = `
insert into stage_stays (${SPAN_COLUMNS}, scope_keys, status, site, sku, entered_at, move, from_status, from_site, from_entered_at,
  left_by, fold)
select ${SPAN}, ${KEYS}, s.status, s.site, l.sku, s.true_from, s.move, s.from_status, s.from_site,
       s.from_entered_at, case when s.true_until is not null then s.left_by end,
       ${fold(700)} ${FROM}`;

const READY = `(${Status.ShopReceived}, ${Status.TakenByClient})`;

export const FACTS = `
insert into piece_facts (${SPAN_COLUMNS}, status, site, scope_keys, factory, sku, serial_key, reasons, wrong_reason, in_warranty,
  deposited_at, ready_at, collected_at, fee_quoted, fee_currency, fee_fate, fee_paid, fee_free, quoted_at, waiver_asked_at,
  waiver_decided_at, is_missing, settled, settled_currency, told_latest, fold)
select ${SPAN}, s.status, s.site, ${KEYS}, case when s.step > 3 then l.factory end, l.sku, l.serial, l.reasons,
       case when s.step > 4 then ${drawn(40, 's.id')} < 0.15 end, l.in_warranty, l.deposited_at,
       case when s.status in ${READY} then case s.status when ${Status.ShopReceived} then s.true_from else s.from_entered_at end end,
       case when s.status = ${Status.TakenByClient} then s.true_from end,
       case when l.in_warranty then 0 else 4500 end, l.currency, case when not l.in_warranty then l.fate end,
       case when not l.in_warranty and s.status = ${Status.TakenByClient} then 4500 else 0 end,
       case when l.in_warranty and ${drawn(41, 's.id')} < 0.1 then 3000 else 0 end, case when not l.in_warranty then l.deposited_at end,
       case when s.step > 5 and l.fate = 'waived' then l.deposited_at + interval '7 days' end,
       case when s.step > 5 and l.fate = 'waived' then l.deposited_at + (6 + 9 * ${drawn(42, 's.id')}) * interval '1 day' + interval '1 day' end,
       s.true_until is null and ${drawn(43, 's.id')} < 0.0005, case when s.step > 8 and ${drawn(44, 's.id')} < 0.001 then 250000 end,
       case when s.step > 8 and ${drawn(44, 's.id')} < 0.001 then l.currency end,
       case when ${drawn(45, 's.id')} < 0.9 then (l.deposited_at + interval '26 days')::date end, ${fold(900)} ${FROM}`;

/** A piece is weighed when it leaves a bench; three of a thousand weighings find something missing. */
export const INTERVALS = `
insert into weight_intervals (${SPAN_COLUMNS}, scope_keys, sku, is_gold, weighing, in_mg, added_mg, out_mg, scrap_mg, loss_mg,
  difference_mg, tolerance_mg, unweighed_parts, verdict, opened_at, closed_at, site, place, status, spans, explanation, fold)
select s.id, 40 * s.id + s.step, s.true_until, s.next, ${known('s.true_until')}, ${known('s.next')}, false, s.true_until,
       ${known('s.true_until')}, 2 * s.step + 1, l.store, ${KEYS}, l.sku, ${drawn(50, 's.id')} < 0.8, s.weighing, weight, added,
       weight + added - scrap - 2 + off, scrap, 2, off, 5, 0, case when abs(off) > 5 then 'beyond' else 'within' end, s.true_from, s.true_until,
       s.site, 'bench', s.status, jsonb_build_array(jsonb_build_object('site', s.site, 'shipmentId', null, 'status', s.status, 'from',
       s.true_from, 'until', s.true_until)), null, case when s.next is null then jsonb_build_object('state', repeat('x', 900)) end
  from (select b.*, 4000 + (b.id % 9000)::integer as weight, (b.id % 7 * 10)::integer as added, (b.step % 3 * 12)::integer as scrap,
               case when ${drawn(51, '(b.id * 32 + b.step)')} < 0.003 then -80 else b.step % 3 - 1 end as off,
               lead(b.true_until) over (partition by b.id order by b.step) as next
          from bench_steps b where b.status in (${benches}) and b.true_until is not null) s
  join bench_lives l on l.id = s.id`;
