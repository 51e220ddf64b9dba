import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { Client } from 'pg';

/**
 * Read models as they stand after so many deposits, made in the database itself: a million jewels one by one through
 * the domain would take hours and read no differently. Six in a hundred are open; the rest was handed over.
 */
export async function fillReadModels(adminUrl: string, items: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
  for (const [statement, values] of statements(items)) {
    await client.query(statement, [...values]);
    process.stderr.write('+');
  }
  const filled = [
    'item_row',
    'rma_row',
    'item_census',
    'status_counters',
    'create_counters',
    'search_terms',
    'item_spans',
  ];
  for (const table of filled) await client.query(`vacuum (analyze) ${table}`);
  await client.end();
  process.stderr.write('\n');
}

const FIRST = 1_000;

function statements(items: number): readonly (readonly [string, readonly number[]])[] {
  return [
    [ITEM_ROWS, [FIRST, FIRST + items - 1, items]],
    [RMA_ROWS, []],
    [COUNTED_ITEMS, []],
    [STATUS_COUNTERS, []],
    [CREATE_COUNTERS, []],
    [ITEM_TERMS, []],
    [CONTACT_TERMS, []],
    [SPANS, []],
    [
      `insert into projection_checkpoints (name, position) values ('dashboard', 1), ('item_spans', 1) on conflict do nothing`,
      [],
    ],
  ];
}

const AT_THE_SHOP = [Status.Created, Status.SentToWarehouse, Status.ShopReceived, ...FINAL_STATUSES];

const ITEM_ROWS = `
insert into item_row (id, rma_id, number, store_id, customer_ref, delivery, status, rank, status_entered_at, created_at,
  progress, cancelled, administrative, custody_kind, custody_site, visible_sites, sku, size, product_name,
  product_kind, is_gold, serial, image_count, purchase_date, invoice_number, order_number, is_under_warranty,
  warranty_until, total_180, fee_amount, fee_currency, fee_accepted, fee_settled, fee_paid, waiver, waiver_requests,
  holds, reasons, sub_reasons, factory_reasons, factory_sub_reasons, quality_causes, scanned_targets, scan_marks,
  store_comments, factory_comments, follow_ups, version, position)
select id, id - id % 4, 'S' || store || '-' || id, store, 'c' || (id - id % 4), 'store', status, 5,
  case when final then created + interval '20 days' else now() - (hash % 240) * interval '1 hour' end, created, 3,
  status = ${Status.Cancelled}, false, 'site', case when status in (${AT_THE_SHOP.join(', ')}) then store else factory end,
  case when status in (${Status.Created}, ${Status.Cancelled}) then array[store] when status = ${Status.SentToWarehouse} then array[store, 20]
       else array[store, 20, factory] end,
  'RG-LUN-01', '52', 'Lune ring', 'ring', true, 'SN' || id, 2, '2025-01-01', 'INV-' || id, 'O-' || id, id % 3 = 0,
  '2027-01-01', 0, 4500, 'EUR', true, true, false, 0, 0, '{}', array[1], '{}', '{}', '{}', '{}', '{}', '[]', 0, 0, 0,
  12, id
from (
  select id, final, store, hash, case when hash % 3 = 0 then 30 else 31 end as factory,
         case when final then (array[16, 16, 16, 16, 21, 21, 20])[1 + hash % 7]
              else (array[1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 17, 19])[1 + hash % 19] end as status,
         now() - ($2::bigint - id) * interval '47 seconds' as created
    from (select id, hashint8(id) & 2147483647 as hash, id <= $2::bigint - $3::bigint * 6 / 100 as final,
                 1 + (hashint8(id + 7) & 2147483647) % 12 as store
            from generate_series($1::bigint, $2::bigint) id) drawn) made`;

const RMA_ROWS = `
insert into rma_row (id, number, public_reference, store_id, customer_ref, firstname, lastname, fullname, phone_code,
  phone, fullphone, phone_digits, email, country, address, receiver_name, receiver_phone, delivery, platform,
  is_agent, language, item_ids, created_at, version, position)
select rma_id, 'R' || rma_id, 'ref-' || rma_id, min(store_id), 'c' || rma_id, 'First' || rma_id % 5000,
  'Last' || rma_id % 20000, 'First' || rma_id % 5000 || ' Last' || rma_id % 20000, '+33',
  (600000000 + rma_id)::text, '+33 ' || (600000000 + rma_id), '33' || (600000000 + rma_id), 'p' || rma_id || '@x.test',
  'FR', '1 rue', 'x', '06', 'store', 'store', false, 'fr', array_agg(id), min(created_at), 1, min(position)
from item_row group by rma_id`;

const COUNTED_ITEMS = `
insert into item_census (item_id, store_id, status, entered_at, week, at_site, sites, sent_from, since, since_position, version)
select id, store_id, status, status_entered_at, date_trunc('week', created_at)::date, custody_site, visible_sites, '{}',
  status_entered_at, position, version from item_row`;

const STATUS_COUNTERS = `
insert into status_counters
select key, status, case when status in (${FINAL_STATUSES.join(', ')}) then 'epoch' else date_trunc('hour', entered_at) end, count(*)
from item_census, unnest(array[0, - store_id, 1000000000 + at_site] || sites) key group by 1, 2, 3`;

const CREATE_COUNTERS = `
insert into create_counters select key, week, count(*)
from item_census, unnest(array[0, - store_id] || sites) key group by 1, 2`;

const ITEM_TERMS = `
insert into search_terms (kind, id, term, field, version) select 'item', i.id, word.term, word.field, 1
from item_row i, lateral (values (lower(i.number), 'number'), (i.id::text, 'number'), (lower(i.serial), 'serial'),
  (lower(i.invoice_number), 'invoice'), (lower(i.order_number), 'order'), (lower(i.sku), 'sku'),
  ('gia ' || i.id, 'certificate'), ('trk-' || i.id, 'tracking')) word (term, field)
where word.term is not null on conflict do nothing`;

const CONTACT_TERMS = `
insert into search_terms (kind, id, term, field, version) select 'contact', r.id, word.term, word.field, 1
from rma_row r, lateral (values (lower(r.fullname), 'name'), (lower(r.lastname || ' ' || r.firstname), 'name'),
  (lower(r.firstname), 'name'), (lower(r.lastname), 'name'), (r.email, 'email'),
  ('<' || reverse(r.phone_digits), 'phone')) word (term, field)
where word.term is not null on conflict do nothing`;

/** Every twentieth event was known an hour after it was true. */
const SPANS = `
insert into item_spans (item_id, began_position, true_from, true_until, known_from, known_until, is_first, store_id, status, entered_at,
  custody_site, scope_keys, to_call, call_escalated, sent_from, reminder_escalated, placed_true, placed_known, version)
select id, id * 8 + s, began, case when s < 5 then ended end, began + late, case when s < 5 then ended + late end, s = 0, store_id,
  (array[1, 2, 4, 14, 15, 16])[s + 1], began, (array[store_id, null, 30 + id % 2, null, store_id, null])[s + 1],
  array[0, - store_id] || visible_sites, false, false, '{}', false, began, began, s + 1
from (select id, s, store_id, visible_sites, created_at + s * interval '3 days' as began,
             created_at + (s + 1) * interval '3 days' as ended,
             case when id % 20 = 0 then interval '1 hour' else interval '5 ms' end as late
        from item_row, generate_series(0, 5) s) spans`;
