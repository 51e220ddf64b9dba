-- Items, one row each, written in the append's own transaction. A row is a pure function of its stream item-<id>: it can
-- be thrown away and folded again (product/reliability.md §5).

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
  position             bigint not null,
  transfer_reason      text,
  transfer_needed_at   timestamptz,
  reminder_number      integer not null default 0,
  reminder_at          timestamptz,
  to_call              boolean not null default false,
  call_escalated       boolean not null default false
) with (fillfactor = 80);
create index item_row_by_store on item_row (store_id, status, status_entered_at, id);
create index item_row_by_status on item_row (status, status_entered_at, id);
create index item_row_newest_of_store on item_row (store_id, id);
create index item_row_by_rma on item_row (rma_id);
create index item_row_by_number on item_row (number);
create index item_row_by_serial on item_row (serial, created_at) where serial is not null;
create index item_row_by_shipment on item_row (shipment_id) where shipment_id is not null;
create index item_row_by_day on item_row using brin (created_at timestamptz_minmax_multi_ops) with (pages_per_range = 32);
-- The warning of a second repair asks for an invoice line's open items (product/deposit.md §8).
create index item_row_by_invoice on item_row (invoice_number, sku) where invoice_number is not null;
-- Few items are under a hold or ask for anything to be waived: lists of them must not walk past all the others.
create index item_row_held on item_row (id) where holds <> '{}';
create index item_row_waiver on item_row (waiver, id) where waiver <> 0;
-- Few items are to be called about at a time; a scan never touches them.
create index item_row_to_call on item_row (store_id, status_entered_at, id) where to_call;
create index item_row_escalated on item_row (status_entered_at, id) where call_escalated;
-- What was taken and is not closed: the fortnight's items.
create index item_row_closing on item_row (taken_at, id) where status = 16;

comment on table item_row is
  'One jewel in repair as lists, boards and scans show it (product/rma.md §3); nothing of the customer''s contact. No index holds what a scan changes: a scan is a HOT update. No index holds the sites: it would cost every move, and what is open is few and found by status.';
comment on column item_row.rma_id is 'The deposit it belongs to.';
comment on column item_row.number is 'What people call it by: store code and id, as PAR-001000 (product/rma.md §1).';
comment on column item_row.customer_ref is 'Reference of the customer; stays when the person is erased.';
comment on column item_row.linked_from is 'The rejected item that this one continues (product/repair.md §6).';
comment on column item_row.linked_to is 'The item that continues this one.';
comment on column item_row.delivery is 'Where it goes back to: store or client.';
comment on column item_row.status is '1 to 21 (product/repair.md §1).';
comment on column item_row.rank is 'How far the status is on its way: what scans compare (product/repair.md §7).';
comment on column item_row.status_entered_at is 'Entry to the status; an undo restores the time it had.';
comment on column item_row.progress is 'Step 1 to 6 of the customer''s page (product/customer-page.md §2).';
comment on column item_row.taken_at is 'When it was handed over or cleared: entry to status 16.';
comment on column item_row.administrative is 'Status 16 by order clearing, without signature or payment (product/clearing.md §2).';
comment on column item_row.clearing_run_id is 'The clearing run that did so.';
comment on column item_row.handed_over_at is 'When the customer really got it.';
comment on column item_row.custody_kind is
  'Who holds it: site, shipment, customer, factory-kept (a replaced jewel), or settled, also when a linked item holds it now (product/custody.md §1).';
comment on column item_row.custody_site is 'The holding site; null on its way and after.';
comment on column item_row.custody_from is 'Sender of the package it travels in.';
comment on column item_row.custody_to is 'Receiver of the package it travels in; null = the client.';
comment on column item_row.visible_sites is 'Sites whose operation users see it: at, inbound to or ever sent from there (product/identity.md §6). Ascending.';
comment on column item_row.shipment_id is 'The package it is bound to or travels in.';
comment on column item_row.shipment_tracking is 'Tracking number of that package.';
comment on column item_row.tracking_number is 'Of the newest leg it really travelled.';
comment on column item_row.transfer_to is 'The factory whose transfer basket it is in (product/transfer.md §1).';
comment on column item_row.transfer_reason is 'Why another factory has to do it.';
comment on column item_row.transfer_needed_at is 'Since when another factory has to do it.';
comment on column item_row.is_under_warranty is 'Decided once, at deposit (product/deposit.md §3).';
comment on column item_row.warranty_until is 'First day outside the warranty.';
comment on column item_row.total_180 is 'Repairs of the same jewel in the 180 days before, this one excluded (product/repair.md §10).';
comment on column item_row.fee_amount is 'Minor units of fee_currency (product/repair.md §12).';
comment on column item_row.fee_accepted is 'The customer accepted at least this amount.';
comment on column item_row.fee_settled is 'Nothing to be paid, waived, or accepted up to this amount (product/repair.md §12).';
comment on column item_row.waiver is '0 no, 1 review, 10 reject, 11 approve (product/repair.md §13).';
comment on column item_row.waiver_requests is 'How often a waiver was asked for; one more is allowed after a rejection.';
comment on column item_row.holds is 'approval, missing, dispute: what stops moves (product/repair.md §4).';
comment on column item_row.outcome is 'repaired, unrepaired, replaced or counterfeit; null = none yet (product/repair.md §17).';
comment on column item_row.reasons is 'Ids of rma_reasons that the shop claimed.';
comment on column item_row.sub_reasons is 'Ids of rma_sub_reasons that the shop claimed.';
comment on column item_row.factory_reasons is 'Ids of rma_reasons that the factory found.';
comment on column item_row.factory_sub_reasons is 'Ids of rma_sub_reasons that the factory found.';
comment on column item_row.quality_causes is 'All causes that hold (product/repair.md §10).';
comment on column item_row.quality_cause is 'The primary one of them.';
comment on column item_row.final_weight_mg is 'Milligrams, as the counter weighed it.';
comment on column item_row.last_scan_target is 'The status that the newest scan was against; verdict, time and who beside it (product/repair.md §8).';
comment on column item_row.scanned_targets is 'Targets of the scans that wait for their move.';
comment on column item_row.scan_marks is 'The same with their time and who: [{"target", "at", "by", "worker"}].';
comment on column item_row.last_worker_id is 'The worker who last moved it, where one was signed in.';
comment on column item_row.undo_until is 'Until when the last move may be taken back; null when nobody can (product/repair.md §5).';
comment on column item_row.undo_by is 'The account that may.';
comment on column item_row.undo_worker is 'The worker that may, where one was signed in.';
comment on column item_row.undo_shipment_id is 'The package a receipt came from: its stream takes part in the undo.';
comment on column item_row.store_comments is 'Number of remarks of type 1 (product/repair.md §16).';
comment on column item_row.factory_comments is 'Number of remarks of type 2.';
comment on column item_row.follow_ups is 'Number of follow-ups while it waits for the customer.';
comment on column item_row.scope_keys is 'Who sees it, as numbers of app_scope_key(); made by the database.';
comment on column item_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column item_row.position is 'Of that event.';
comment on column item_row.reminder_number is 'Of the newest reminder since it waits for the customer; 0 = none yet (product/reminders.md §1).';
comment on column item_row.reminder_at is 'When that reminder was noted.';
comment on column item_row.to_call is 'A reminder is due and nobody has called since.';
comment on column item_row.call_escalated is 'Operation sees it as well, from the fourth reminder on (product/reminders.md §2).';

grant select on item_row to atelier_app;
grant select, insert, update, delete, truncate on item_row to atelier_projector;

-- What a customer's page shows of an item. Belongs to the projection customer_progress.
create table customer_progress (
  item_id   bigint primary key,
  rma_id    bigint not null,
  progress  smallint not null check (progress between 1 and 6),
  cancelled boolean not null,
  since     timestamptz not null,
  history   jsonb not null,
  version   integer not null
) with (fillfactor = 80);
create index customer_progress_by_rma on customer_progress (rma_id);
comment on table customer_progress is 'The steps of the customer''s page with their times, by item (product/customer-page.md §2).';
comment on column customer_progress.progress is 'The current step, 1 to 6.';
comment on column customer_progress.since is 'When the current step began.';
comment on column customer_progress.history is '[{"at", "progress"}], newest first; the last one is the deposit.';
comment on column customer_progress.version is 'Of the stream, at the newest event folded into this row.';
grant select on customer_progress to atelier_app;
grant select, insert, update, delete, truncate on customer_progress to atelier_projector;
