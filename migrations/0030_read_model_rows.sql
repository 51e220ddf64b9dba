-- Read-model rows keyed by a stream (item, deposit, shipment), written in the append's own transaction. Each row
-- is a pure function of its stream: it can be thrown away and folded again (see packages/store/src/projections).

-- Whose eyes a transaction has, as one number: 0 = everything, -n = the store n, n = the site n, null = nothing.
-- Rows carry the numbers that may see them. In policies write `(select app_scope_keys())`: asked once per statement.
create function app_scope_key() returns integer language sql stable parallel safe
return case current_setting('app.scope_kind', true)
  when 'all' then 0
  when 'store' then - nullif(current_setting('app.scope_site', true), '')::integer
  when 'site' then nullif(current_setting('app.scope_site', true), '')::integer
end;

-- The same for rows that carry several numbers. A shop also sees another shop's piece that came to it: it has to
-- receive it and send it on (product.md §3); its lists and counters leave such pieces out.
create function app_scope_keys() returns integer[] language sql stable parallel safe
return case when app_scope_key() < 0 then array[app_scope_key(), - app_scope_key()] else array[app_scope_key()] end;

create table item_row (
  id                   bigint primary key,
  rma_id               bigint not null,
  number               text collate "C" not null,
  store_id             integer not null,
  customer_ref         text not null,
  linked_from          bigint,
  linked_to            bigint,
  delivery             text not null,
  status               smallint not null,
  rank                 smallint not null,
  status_entered_at    timestamptz not null,
  created_at           timestamptz not null,
  progress             smallint not null,
  cancelled            boolean not null,
  taken_at             timestamptz,
  administrative       boolean not null,
  clearing_run_id      bigint,
  handed_over_at       timestamptz,
  custody_kind         text not null,
  custody_site         integer,
  custody_from         integer,
  custody_to           integer,
  visible_sites        integer[] not null,
  shipment_id          bigint,
  shipment_tracking    text,
  tracking_number      text,
  transfer_to          integer,
  sku                  text not null,
  size                 text,
  product_name         text not null,
  product_kind         text not null,
  is_gold              boolean not null,
  serial               text collate "C",
  certificate_no       text,
  image_count          integer not null,
  purchase_date        date,
  invoice_number       text,
  order_id             text,
  order_number         text,
  is_under_warranty    boolean not null,
  warranty_until       date,
  total_180            integer not null,
  fee_amount           bigint not null,
  fee_currency         text not null,
  fee_accepted         boolean not null,
  fee_settled          boolean not null,
  fee_paid             boolean not null,
  waiver               smallint not null,
  waiver_requests      integer not null,
  holds                text[] not null,
  outcome              text,
  reasons              integer[] not null,
  sub_reasons          integer[] not null,
  factory_reasons      integer[] not null,
  factory_sub_reasons  integer[] not null,
  original_factory     text,
  quality_causes       text[] not null,
  quality_cause        text,
  quality_issue        boolean,
  stone_count          integer,
  final_weight_mg      bigint,
  last_scan_target     smallint,
  last_scan_verdict    text,
  last_scan_at         timestamptz,
  last_scan_by         bigint,
  last_scan_worker     bigint,
  scanned_targets      smallint[] not null,
  scan_marks           jsonb not null,
  last_worker_id       bigint,
  undo_until           timestamptz,
  undo_by              bigint,
  undo_worker          bigint,
  undo_shipment_id     bigint,
  store_comments       integer not null,
  factory_comments     integer not null,
  follow_ups           integer not null,
  last_follow_up_at    timestamptz,
  scope_keys           integer[] not null generated always as (array[0, - store_id] || visible_sites) stored,
  version              integer not null,
  position             bigint not null
) with (fillfactor = 80);
comment on table item_row is 'One jewel as lists, boards and scans show it. No index holds what a scan changes: a scan is a HOT update. No index holds the sites: it would cost every move, and what is open is few and found by status.';
create index item_row_by_store on item_row (store_id, status, status_entered_at, id);
create index item_row_by_status on item_row (status, status_entered_at, id);
create index item_row_newest_of_store on item_row (store_id, id);
create index item_row_by_rma on item_row (rma_id);
create index item_row_by_number on item_row (number);
create index item_row_by_serial on item_row (serial, created_at) where serial is not null;
create index item_row_by_shipment on item_row (shipment_id) where shipment_id is not null;
create index item_row_by_day on item_row using brin (created_at timestamptz_minmax_multi_ops) with (pages_per_range = 32);

create table rma_row (
  id              bigint primary key,
  number          text collate "C" not null,
  public_reference text collate "C" not null unique,
  store_id        integer not null,
  customer_ref    text not null,
  firstname       text not null,
  lastname        text not null,
  fullname        text not null,
  phone_code      text not null,
  phone           text not null,
  fullphone       text not null,
  phone_digits    text collate "C" not null,
  email           text,
  country         text not null,
  province        text,
  city            text,
  address         text not null,
  receiver_name   text not null,
  receiver_phone  text not null,
  delivery        text not null,
  platform        text not null,
  fulfilled_date  date,
  order_id        text,
  order_number    text,
  is_agent        boolean not null,
  language        text not null,
  item_ids        bigint[] not null,
  created_at      timestamptz not null,
  version         integer not null,
  position        bigint not null
);
comment on table rma_row is 'One deposit, and the only place of the read model with its contact, '''' once erased.';
create index rma_row_by_number on rma_row (number);
create index rma_row_by_customer on rma_row (customer_ref);

create table shipment_row (
  id                   bigint primary key,
  tracking_number      text collate "C" not null,
  order_type           smallint not null,
  state                text not null,
  origin               integer not null,
  destination          integer,
  to_client            boolean not null,
  carrier              text,
  seal_number          text,
  gross_weight         double precision,
  arrival_seal_number  text,
  arrival_gross_weight double precision,
  signed               boolean not null,
  picked_up            boolean not null,
  item_ids             bigint[] not null,
  item_count           integer not null,
  received_count       integer not null,
  missing_count        integer not null,
  extra_count          integer not null,
  currency             text,
  total                bigint,
  visible_sites        integer[] not null,
  created_at           timestamptz not null,
  sent_at              timestamptz,
  received_at          timestamptz,
  closed_at            timestamptz,
  version              integer not null,
  position             bigint not null
) with (fillfactor = 80);
-- One tracking number, one package: also for two people who type it at the same moment.
create unique index shipment_row_by_tracking on shipment_row (tracking_number);
create index shipment_row_outbound on shipment_row (origin, id);
create index shipment_row_inbound on shipment_row (destination, id) where destination is not null;

-- Shops see their own store's items; operation what is at, inbound to or sent from their site (product.md §4).
-- A deposit, with its contact, is seen by its own store and by the sites that see one of its items; a shipment by
-- its two ends.
alter table item_row enable row level security;
alter table item_row force row level security;
alter table rma_row enable row level security;
alter table rma_row force row level security;
alter table shipment_row enable row level security;
alter table shipment_row force row level security;

-- The case keeps the planner from taking the condition for a rare one (it would guess one row in a hundred): most
-- readers see most of what their other conditions leave.
create policy in_scope on item_row for select to atelier_app
  using (case when scope_keys && (select app_scope_keys()) then true else false end);
create policy in_scope on rma_row for select to atelier_app
  using (case
    when (select app_scope_key()) = 0 then true
    when (select app_scope_key()) < 0 then store_id = - (select app_scope_key())
    when (select app_scope_key()) > 0 then exists (select from item_row where item_row.rma_id = rma_row.id)
    else false end);
create policy in_scope on shipment_row for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              else visible_sites @> array[abs((select app_scope_key()))] end);

create policy whole_table on item_row to atelier_writer, atelier_projector using (true) with check (true);
create policy whole_table on rma_row to atelier_writer, atelier_projector using (true) with check (true);
create policy whole_table on shipment_row to atelier_writer, atelier_projector using (true) with check (true);

grant select on item_row, rma_row, shipment_row to atelier_app;
grant select, insert, update, delete, truncate on item_row, rma_row, shipment_row to atelier_projector;

select register_inline_table(name) from unnest(array['item_row', 'rma_row', 'shipment_row']) name;
