-- What the figures of /insight know of every piece, from when to when, on two axes (docs/product/insight.md §2). Read model of
-- the projection piece_facts; upgraded installations fill it in the background.

create table piece_facts (
  item_id           bigint not null,
  began_position    bigint not null,
  true_from         timestamptz not null,
  true_until        timestamptz,
  known_from        timestamptz not null,
  known_until       timestamptz,
  is_first          boolean not null,
  placed_true       timestamptz not null,
  placed_known      timestamptz not null,
  version           integer not null,
  store_id          integer not null,
  status            smallint not null,
  site              integer,
  scope_keys        integer[] not null,
  factory           integer,
  sku               text not null,
  serial_key        text,
  reasons           integer[] not null,
  wrong_reason      boolean,
  in_warranty       boolean not null,
  deposited_at      timestamptz not null,
  ready_at          timestamptz,
  collected_at      timestamptz,
  fee_quoted        bigint not null,
  fee_currency      text not null,
  fee_fate          text,
  fee_paid          bigint not null,
  fee_free          bigint not null,
  quoted_at         timestamptz,
  waiver_asked_at   timestamptz,
  waiver_decided_at timestamptz,
  is_missing        boolean not null,
  settled           bigint,
  settled_currency  text,
  fold              jsonb,
  primary key (item_id, began_position)
) with (fillfactor = 80);
comment on table piece_facts is
  'Every state of every piece that a figure distinguishes, with when it was true and when that was known (product/insight.md §2).';
comment on column piece_facts.began_position is 'Position of the event that began the row.';
comment on column piece_facts.true_until is 'When the next state began; null = now.';
comment on column piece_facts.known_from is 'When the event that began it was recorded.';
comment on column piece_facts.known_until is 'When the event that ended it was recorded; null = now.';
comment on column piece_facts.is_first is 'It began with the deposit.';
comment on column piece_facts.placed_true is 'Place of the newest event folded, on the axis of what is true: no later event lies before it.';
comment on column piece_facts.placed_known is 'The same on the axis of what is known.';
comment on column piece_facts.version is 'Of the stream, at the newest event folded into this row.';
comment on column piece_facts.site is 'The site that holds it; null on its way and after.';
comment on column piece_facts.scope_keys is 'Who saw it then, as numbers of app_scope_key().';
comment on column piece_facts.factory is 'The site whose bench it entered last; null before.';
comment on column piece_facts.serial_key is 'The serial number as codes are compared; null without one.';
comment on column piece_facts.reasons is 'Reasons that the counter named.';
comment on column piece_facts.wrong_reason is 'The factory found a reason that the counter had not named; null until it said what it found.';
comment on column piece_facts.ready_at is 'When it last came back to a shop, or its owner received it from the factory; null until then.';
comment on column piece_facts.collected_at is 'When its owner took it; null until then. An order clear alone does not set it.';
comment on column piece_facts.fee_quoted is 'Minor units of fee_currency that were named to the customer; the waived amount under a waiver.';
comment on column piece_facts.fee_fate is '''approved'', ''declined'', ''waived'' or ''unanswered''; null = free, or cancelled.';
comment on column piece_facts.fee_paid is 'Minor units of fee_currency paid and not refunded.';
comment on column piece_facts.fee_free is 'Minor units of fee_currency agreed at the counter and not charged.';
comment on column piece_facts.quoted_at is 'When the amount that stands was named; null = no amount.';
comment on column piece_facts.waiver_asked_at is 'When the newest request for a waiver was made; null = none.';
comment on column piece_facts.waiver_decided_at is 'When that request was decided; null = not yet.';
comment on column piece_facts.settled is 'Minor units of settled_currency paid to the owner for a lost piece; null = not lost.';
comment on column piece_facts.settled_currency is 'Currency of settled; null with it.';
comment on column piece_facts.fold is 'What the fold goes on with; null once the row has ended.';

create index piece_facts_deposited on piece_facts (deposited_at, store_id);
create index piece_facts_ready on piece_facts (ready_at, store_id) where ready_at is not null;
create index piece_facts_collected on piece_facts (collected_at, store_id) where collected_at is not null;
create index piece_facts_quoted on piece_facts (quoted_at, store_id) where fee_fate is not null;
create index piece_facts_serial on piece_facts (serial_key, deposited_at) where serial_key is not null;
create index piece_facts_open on piece_facts using gist (store_id, tstzrange(true_from, true_until))
  where status not in (16, 20, 21);

alter table piece_facts enable row level security;
alter table piece_facts force row level security;
create policy seen_then on piece_facts for select to atelier_app
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0
    or exists (select from item_row where item_row.id = piece_facts.item_id)));
create policy whole_table on piece_facts to atelier_projector using (true) with check (true);
grant select on piece_facts to atelier_app;
grant select, insert, update, delete, truncate on piece_facts to atelier_projector;
