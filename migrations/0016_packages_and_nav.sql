-- Packages, and the documents that NAV books for them: one row each, written in the append that moves its stream.

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
  position             bigint not null,
  former_tracking_numbers text[] collate "C"
) with (fillfactor = 80);
-- One tracking number, one package: also for two people who type it at the same moment.
create unique index shipment_row_by_tracking on shipment_row (tracking_number);
create index shipment_row_outbound on shipment_row (origin, id);
create index shipment_row_inbound on shipment_row (destination, id) where destination is not null;
-- Few packages ever get another number: who looks for an old one reads these rows alone.
create index shipment_row_renumbered on shipment_row (id) where cardinality(former_tracking_numbers) > 0;
-- What a lost queue forgot is looked for among the packages that factories sent lately.
create index shipment_row_from_factories on shipment_row (sent_at) where order_type = 2;
comment on table shipment_row is 'One package: the newest state of each stream shipment-<id> (product/shipping.md §1).';
comment on column shipment_row.order_type is '1 shop to factory, 2 factory to shop or client, 3 transfer, 4 shop to shop (product/shipping.md §2).';
comment on column shipment_row.destination is 'Null = the client''s door.';
comment on column shipment_row.gross_weight is 'Grams, at the sender.';
comment on column shipment_row.arrival_gross_weight is 'Grams, at the receiver; compared for people, never refused (product/shipping.md §6).';
comment on column shipment_row.signed is 'There is a signature (product/shipping.md §11).';
comment on column shipment_row.picked_up is 'The carrier has it: it cannot be unsent any more (product/shipping.md §14).';
comment on column shipment_row.extra_count is 'Pieces set apart that nobody has decided about (product/shipping.md §7).';
comment on column shipment_row.currency is 'Null while a price is unknown or the package is empty.';
comment on column shipment_row.total is 'Sum of the prices in minor units of the currency; null like it.';
comment on column shipment_row.visible_sites is 'The sender; the receiver too once it is on its way. Ascending.';
comment on column shipment_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column shipment_row.position is 'Of that event.';
comment on column shipment_row.former_tracking_numbers is
  'Numbers it had before the carrier gave it another: they stay its own and still find it (product/shipping.md §10). Null in rows of a release that knew none.';
grant select on shipment_row to atelier_app;
grant select, insert, update, delete, truncate on shipment_row to atelier_projector;

create table nav_document_row (
  id              bigint primary key,
  tracking_number text collate "C" not null,
  store_id        integer not null,
  item_ids        bigint[] not null,
  state           text not null,
  attempts        integer not null,
  nav_number      text,
  answer_code     text,
  answer_message  text,
  attention       text,
  reason          text,
  requested_at    timestamptz not null,
  requested_by    bigint,
  changed_at      timestamptz not null,
  due_at          timestamptz,
  version         integer not null,
  position        bigint not null
);
create index nav_document_row_due on nav_document_row (due_at) where due_at is not null;
create index nav_document_row_by_state on nav_document_row (state, changed_at desc, id desc);
create index nav_document_row_changed on nav_document_row (changed_at desc, id desc);
-- Numbers are codes in NAV: it knows capitals only.
create index nav_document_row_code on nav_document_row (upper(tracking_number));
comment on table nav_document_row is
  'One document for NAV: the newest state of each stream nav-<package id> (product/nav.md §1). No person''s data; lists read it beside its package, whose row-level security says who sees it.';
comment on column nav_document_row.id is 'The package''s.';
comment on column nav_document_row.state is 'See product/nav.md §2.';
comment on column nav_document_row.attempts is 'Sendings so far; after ten a person decides (product/nav.md §3).';
comment on column nav_document_row.nav_number is 'NAV''s number of the document.';
comment on column nav_document_row.answer_code is 'Code of NAV''s newest answer, its text beside it.';
comment on column nav_document_row.attention is 'Why a person should look; null = nothing to do.';
comment on column nav_document_row.reason is 'Why a person skipped it or asked again.';
comment on column nav_document_row.due_at is 'When the next attempt is due; null = none is.';
comment on column nav_document_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column nav_document_row.position is 'Of that event.';
grant select on nav_document_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on nav_document_row to atelier_projector;

create table nav_since (only_row boolean primary key default true check (only_row), at timestamptz not null);
insert into nav_since (at) values ('-infinity');
comment on table nav_since is
  'Packages that left before this moment were booked by hand and get no document. One row; -infinity in a database that always sent to NAV.';
grant select on nav_since to atelier_app, atelier_projector;

create table nav_circuits (
  node       text collate "C" primary key,
  state      text not null check (state in ('closed', 'open', 'half-open')),
  since      timestamptz not null,
  retry_at   timestamptz,
  updated_at timestamptz not null
);
comment on table nav_circuits is
  'What each worker process knows of the way to NAV, by node: no truth, hence no events. Rows go when the next node begins.';
comment on column nav_circuits.state is 'closed = NAV answers, open = it is left alone until retry_at, half-open = one attempt is under way.';
grant select, insert, update, delete on nav_circuits to atelier_app;
