-- Every stay of every piece in a status at a place, with the move that led there (docs/product/insight.md §4). Read model of the
-- projection stage_stays; upgraded installations fill it in the background.

create table stage_stays (
  item_id         bigint not null,
  began_position  bigint not null,
  true_from       timestamptz not null,
  true_until      timestamptz,
  known_from      timestamptz not null,
  known_until     timestamptz,
  is_first        boolean not null,
  placed_true     timestamptz not null,
  placed_known    timestamptz not null,
  version         integer not null,
  store_id        integer not null,
  scope_keys      integer[] not null,
  status          smallint not null,
  site            integer,
  sku             text not null,
  entered_at      timestamptz not null,
  move            text,
  from_status     smallint,
  from_site       integer,
  from_entered_at timestamptz,
  left_by         text,
  fold            jsonb,
  primary key (item_id, began_position)
) with (fillfactor = 80);
comment on table stage_stays is
  'Every stay of a piece in a status at a place, true and known from when to when, with the move that began it (product/insight.md §4).';
comment on column stage_stays.began_position is 'Position of the event that began the row.';
comment on column stage_stays.true_until is 'When the next stay began; null = now.';
comment on column stage_stays.known_from is 'When the event that began it was recorded.';
comment on column stage_stays.known_until is 'When the event that ended it was recorded; null = now.';
comment on column stage_stays.is_first is 'It began with the deposit.';
comment on column stage_stays.placed_true is 'Place of the newest event folded, on the axis of what is true: no later event lies before it.';
comment on column stage_stays.placed_known is 'The same on the axis of what is known.';
comment on column stage_stays.version is 'Of the stream, at the newest event folded into this row.';
comment on column stage_stays.scope_keys is 'Who saw it then, as numbers of app_scope_key().';
comment on column stage_stays.site is 'The site that holds it; null on its way and after.';
comment on column stage_stays.entered_at is 'Entry to the status as shown: an undo restores the time it had.';
comment on column stage_stays.move is 'Kind of the move that began it; null = it changed hands, or was deposited.';
comment on column stage_stays.from_status is 'Status before that move; null for a deposit.';
comment on column stage_stays.from_site is 'The site that held it before that move; null where none did.';
comment on column stage_stays.from_entered_at is 'When it had entered the status before; null for a deposit.';
comment on column stage_stays.left_by is 'Kind of the move that ended it, ''undo'' where the move that began it was taken back; null while it lasts.';
comment on column stage_stays.fold is 'What the fold goes on with; null once the row has ended.';

create index stage_stays_site on stage_stays (site, true_from) where site is not null;
create index stage_stays_left on stage_stays (from_site, true_from) where from_site is not null and move is not null;
create index stage_stays_lasting on stage_stays (site, true_until) where site is not null;

alter table stage_stays enable row level security;
alter table stage_stays force row level security;
create policy seen_then on stage_stays for select to atelier_app
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0
    or exists (select from item_row where item_row.id = stage_stays.item_id)));
create policy whole_table on stage_stays to atelier_projector using (true) with check (true);
grant select on stage_stays to atelier_app;
grant select, insert, update, delete, truncate on stage_stays to atelier_projector;
