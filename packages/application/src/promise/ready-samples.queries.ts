import { DAY_MS, toMs, type Instant } from '@atelier/domain/kernel.ts';
import { LANDMARK_DAYS, describe } from '@atelier/domain/shared/ready-date/piece-moment.ts';
import { wallClockOf, type WallClock } from '@atelier/domain/promise/wall-clock.ts';
import { FINAL_STATUSES, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { factoryLoads } from './factory-loads.queries.ts';
import type { PieceSample } from '../shared/ready-model/fit-ready-model.ts';

/** As far back as a model looks, and how many pieces it learns from at most: the newest. */
const WINDOW_DAYS = 365;
const MOST_PIECES = 20_000;

const ended = sql.raw(FINAL_STATUSES.join(', '));
const undated = sql.raw([...FINAL_STATUSES, Status.ShopReceived].join(', '));
const landmarks = sql.raw(LANDMARK_DAYS.join(', '));

interface SampleRow {
  readonly item_id: number;
  readonly store_id: number;
  readonly country: string;
  readonly time_zone: string;
  readonly delivery: 'store' | 'client';
  readonly kind: string | null;
  readonly collection: string | null;
  readonly status: StatusId;
  readonly from_status: StatusId | null;
  readonly site: number | null;
  readonly factory: number | null;
  readonly reasons: readonly number[];
  readonly in_warranty: boolean;
  readonly is_unanswered: boolean;
  readonly entered_at: Date;
  readonly at: Date;
  readonly ready_at: Date | null;
}

/**
 * Every stay that pieces began in the year before, and its landmarks, with the day on which the piece became ready
 * (docs/product/promise.md §2). Pieces that never will be are left out. Inside `inScope`.
 */
export async function readySamples(trx: Kysely<Database>, now: Instant): Promise<readonly PieceSample[]> {
  const until = new Date(now);
  const since = new Date(toMs(now) - WINDOW_DAYS * DAY_MS);
  const rows = await readRows(trx, since, until);
  const loadOf = await factoryLoads(trx, since, until);
  const clocks = new Map<string, WallClock>();
  return rows.map((row) => {
    const wall = clocks.get(row.time_zone) ?? wallClockOf(row.time_zone);
    clocks.set(row.time_zone, wall);
    const described = describe({
      status: row.status,
      from: row.from_status,
      site: row.site,
      factory: row.factory,
      storeId: row.store_id,
      country: row.country,
      delivery: row.delivery,
      kind: row.kind ?? '',
      collection: row.collection ?? '',
      reasonIds: row.reasons,
      inWarranty: row.in_warranty,
      isUnanswered: row.is_unanswered,
      load: loadOf(row.site, row.at.getTime()),
      entered: wall(row.entered_at.getTime()),
      now: wall(row.at.getTime()),
    });
    const readyDay = row.ready_at === null ? null : Math.floor(wall(row.ready_at.getTime()));
    return { ...described, itemId: row.item_id, country: row.country, readyDay };
  });
}

async function readRows(trx: Kysely<Database>, since: Date, until: Date): Promise<readonly SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    with pieces as materialized (
      select f.item_id, f.store_id, f.ready_at, i.delivery
        from piece_facts f join item_row i on i.id = f.item_id
       where f.true_until is null and f.deposited_at between ${since} and ${until}
         and f.status <> ${Status.Cancelled} and not f.is_missing and f.settled is null
         and (f.ready_at is not null or f.status not in (${ended}))
       order by f.deposited_at desc, f.item_id desc limit ${MOST_PIECES})
    select p.item_id, p.store_id, p.ready_at, p.delivery, sites.country, sites.time_zone, products.kind, products.collection,
           s.status, s.from_status, s.entered_at, m.at,
           f.site, f.factory, f.reasons, f.in_warranty, coalesce(f.fee_fate = 'unanswered', false) as is_unanswered
      from pieces p
      join stage_stays s on s.item_id = p.item_id
      join sites on sites.id = p.store_id
      cross join unnest(array[${landmarks}]) l(days)
      cross join lateral (select s.entered_at + make_interval(hours => l.days * 24) as at) m
      join piece_facts f on f.item_id = s.item_id and f.true_from <= m.at and (f.true_until is null or f.true_until > m.at)
      left join products on products.sku = f.sku
     where s.entered_at = s.true_from and (s.true_until is null or s.true_until > s.true_from)
       and (s.is_first or s.from_status <> s.status) and (s.is_first or s.move is not null)
       and s.status not in (${undated}) and m.at <= ${until} and not f.is_missing
       and not exists (select from stage_stays n
                        where n.item_id = s.item_id and n.true_from > s.true_from and n.true_from <= m.at
                          and n.status <> s.status)
     order by m.at, p.item_id, l.days`.execute(trx);
  return rows;
}
