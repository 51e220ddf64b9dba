-- What happened to the weight of every piece between two weighings (docs/product/insight.md §6, decisions/0253). Read model of
-- the projection weight_intervals; upgraded installations fill it in the background.

create table weight_intervals (
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
  sku             text not null,
  is_gold         boolean not null,
  weighing        integer,
  in_mg           integer,
  added_mg        integer,
  out_mg          integer,
  scrap_mg        integer,
  loss_mg         integer,
  difference_mg   integer,
  tolerance_mg    integer,
  unweighed_parts integer,
  verdict         text,
  opened_at       timestamptz,
  closed_at       timestamptz,
  site            integer,
  place           text,
  status          smallint,
  spans           jsonb,
  explanation     text,
  fold            jsonb,
  primary key (item_id, began_position),
  constraint weight_intervals_balance check (out_mg + scrap_mg + loss_mg = in_mg + added_mg + difference_mg),
  constraint weight_intervals_verdict check (verdict in ('within', 'beyond', 'unjudged')),
  constraint weight_intervals_place check (place in ('bench', 'benches', 'way'))
) with (fillfactor = 80);
comment on table weight_intervals is
  'Weight of a piece between two weighings: one row each time that an interval ended or was said again; the newest row of a weighing counts (product/insight.md §6).';
comment on column weight_intervals.began_position is 'Position of the event that began the row.';
comment on column weight_intervals.true_until is 'When the next interval ended or was said again; null = now.';
comment on column weight_intervals.known_from is 'When the event that began it was recorded.';
comment on column weight_intervals.known_until is 'When the event that ended it was recorded; null = now.';
comment on column weight_intervals.is_first is 'It began with the deposit.';
comment on column weight_intervals.placed_true is 'Place of the newest event folded, on the axis of what is true: no later event lies before it.';
comment on column weight_intervals.placed_known is 'The same on the axis of what is known.';
comment on column weight_intervals.version is 'Of the stream, at the newest event folded into this row.';
comment on column weight_intervals.scope_keys is 'Who saw the piece when it was weighed, as numbers of app_scope_key().';
comment on column weight_intervals.weighing is 'Number of the weighing that ended the interval; null = none yet, and so are all weights.';
comment on column weight_intervals.in_mg is 'Milligrams at the weighing before.';
comment on column weight_intervals.added_mg is 'Milligrams of parts and metal used meanwhile.';
comment on column weight_intervals.out_mg is 'Milligrams at the weighing that ended the interval.';
comment on column weight_intervals.scrap_mg is 'Milligrams recovered for the safe.';
comment on column weight_intervals.loss_mg is 'Milligrams lost as dust, as recorded.';
comment on column weight_intervals.difference_mg is 'out + scrap + loss − in − added; minus = missing.';
comment on column weight_intervals.tolerance_mg is 'What the configuration tolerated when it was weighed.';
comment on column weight_intervals.unweighed_parts is 'Lines of parts used meanwhile that have no weight: the interval cannot be judged.';
comment on column weight_intervals.opened_at is 'When the piece was weighed before.';
comment on column weight_intervals.closed_at is 'When it was weighed.';
comment on column weight_intervals.site is 'Where it was weighed; null where no site is known.';
comment on column weight_intervals.place is 'bench = inside one stay at a bench; benches = across benches of one site; way = across holders.';
comment on column weight_intervals.status is 'The bench, where place is bench.';
comment on column weight_intervals.spans is 'Custody spans in which the interval lies, oldest first.';
comment on column weight_intervals.explanation is 'Why the weights differ, as far as it was said.';
comment on column weight_intervals.fold is 'What the fold goes on with; null once the row has ended.';

create index weight_intervals_closed on weight_intervals (closed_at) where weighing is not null;
create index weight_intervals_site on weight_intervals (site, closed_at) where weighing is not null;

alter table weight_intervals enable row level security;
alter table weight_intervals force row level security;
create policy seen_then on weight_intervals for select to atelier_app
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0
    or exists (select from item_row where item_row.id = weight_intervals.item_id)));
create policy whole_table on weight_intervals to atelier_projector using (true) with check (true);
grant select on weight_intervals to atelier_app;
grant select, insert, update, delete, truncate on weight_intervals to atelier_projector;
