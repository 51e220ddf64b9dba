-- Who held which piece from when to when, and what dashboards count. Read models of the projections custody and dashboard.

create table custody_spans (
  item_id          bigint not null,
  piece            smallint not null,
  entered_position bigint not null,
  entered_at       timestamptz not null,
  holder_kind      text collate "C" not null,
  holder_id        bigint,
  from_site        integer,
  to_site          integer,
  left_at          timestamptz,
  left_position    bigint,
  actor            text not null,
  worker           text,
  actor_site       integer,
  version          integer not null,
  primary key (item_id, piece, entered_position)
) with (fillfactor = 90);
-- What is held now is few; what was held once is all there ever was, and each such row is indexed just once, when it ends.
create index custody_spans_open on custody_spans (holder_kind, holder_id, entered_position)
  where left_at is null and holder_id is not null;
create index custody_spans_past on custody_spans using gist (holder_kind, holder_id, tstzrange(entered_at, left_at))
  where left_at is not null and holder_id is not null;
comment on table custody_spans is
  'Who held which piece from when to when: answers what a site held at a moment without reading the log (product/custody.md §2).';
comment on column custody_spans.piece is '0 = the jewel the item goes on with; 1, 2 … = pieces that were replaced.';
comment on column custody_spans.entered_position is 'Position of the event that began it.';
comment on column custody_spans.holder_id is 'Site, shipment or the item it was passed on to; null for a customer, or once settled.';
comment on column custody_spans.left_at is 'Null = held now.';
comment on column custody_spans.actor is 'Account number, or system or customer: names are looked up when read.';
comment on column custody_spans.version is 'Of the stream, at the newest event folded into this row.';
grant select on custody_spans to atelier_app;
grant select, insert, update, delete, truncate on custody_spans to atelier_projector;

-- Runs as the owner: under a row policy the range could not use its index, because a policy comes before every condition
-- that might leak. The scope is applied inside instead.
create function custody_held(kind text, holder bigint, moment timestamptz, skipped integer, taken integer)
returns table (item_id bigint, piece smallint, entered_position bigint, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  scope integer[] := app_scope_keys();
begin
  return query
  with held as materialized (
    select s.item_id, s.piece, s.entered_position from custody_spans s
     where s.left_at is null and s.holder_kind = kind and s.holder_id = holder
       and (moment is null or s.entered_at <= moment)
    union all
    select s.item_id, s.piece, s.entered_position from custody_spans s
     where s.left_at is not null and s.holder_kind = kind and s.holder_id = holder
       and tstzrange(s.entered_at, s.left_at) @> moment
  ), seen as (
    select h.* from held h
     where scope = array[0] or exists (select from item_row i where i.id = h.item_id and i.scope_keys && scope)
  )
  select s.item_id, s.piece, s.entered_position, count(*) over () from seen s
   order by s.entered_position, s.item_id offset skipped limit taken;
end $$;
comment on function custody_held(text, bigint, timestamptz, integer, integer) is
  'What a holder has at a moment (now when null) that the caller may see today, longest held first, and how much that is in all.';
revoke all on function custody_held(text, bigint, timestamptz, integer, integer) from public;
grant execute on function custody_held(text, bigint, timestamptz, integer, integer) to atelier_app;

create table item_census (
  item_id    bigint primary key,
  store_id   integer not null,
  status     smallint not null,
  entered_at timestamptz not null,
  week       date not null,
  at_site    integer,
  sites      integer[] not null,
  sent_from  integer[] not null,
  since      timestamptz not null,
  since_position bigint not null,
  version    integer not null
) with (fillfactor = 80);
create index item_census_by_status on item_census (status, entered_at);
create index item_census_by_store on item_census (store_id, status, entered_at);
create index item_census_by_site on item_census using gin (sites);
comment on table item_census is
  'Where each item stands as far as the projection has read: what it contributes to the counters right now.';
comment on column item_census.entered_at is 'Entry to the status; an undo restores the time it had.';
comment on column item_census.week is 'Monday of the ISO week (UTC) of the deposit (product/dashboard.md §4).';
comment on column item_census.at_site is 'The site that holds it; null on its way and after.';
comment on column item_census.sites is 'Sites that see it.';
comment on column item_census.sent_from is 'Sites that ever sent it.';
comment on column item_census.since is 'When this very state began, never before the previous one ended.';
comment on column item_census.since_position is 'Position of the event that began it.';
comment on column item_census.version is 'Of the stream, at the newest event counted.';

create table status_counters (
  scope_key integer not null,
  status    smallint not null,
  hour      timestamptz not null,
  total     integer not null,
  primary key (scope_key, status, hour)
) with (fillfactor = 80);
comment on table status_counters is
  'Items by status and hour of entry, per scope (product/dashboard.md §1).';
comment on column status_counters.scope_key is
  'As in app_scope_key(): an item counts once for everything (0), once for its store (-n), once for each site that sees it (n), and once for the site that holds it (1,000,000,000 + n): the columns of a stage board.';
comment on column status_counters.hour is 'Begin of the hour of entry. Final statuses keep one row, at the epoch: nobody asks for their age.';

create table create_counters (
  scope_key integer not null,
  week      date not null,
  total     integer not null,
  primary key (scope_key, week)
);
comment on table create_counters is 'Items deposited by ISO week, per scope (product/dashboard.md §4).';
comment on column create_counters.scope_key is 'As in app_scope_key().';
comment on column create_counters.week is 'Monday of the ISO week, UTC.';

create table status_spans (
  item_id        bigint not null,
  began_at       timestamptz not null,
  ended_at       timestamptz,
  store_id       integer not null,
  status         smallint not null,
  at_site        integer,
  sites          integer[] not null,
  entered_at     timestamptz not null,
  began_position bigint not null,
  ended_position bigint,
  primary key (item_id, began_at)
) with (fillfactor = 90);
create index status_spans_at on status_spans using gist (store_id, tstzrange(began_at, ended_at))
  where status not in (16, 20, 21);
comment on table status_spans is
  'Every past state of every item, where it stood and who saw it: the dashboard as of any moment (product/audit.md §2). Two states of one instant are one.';
comment on column status_spans.ended_at is 'Null = now.';
comment on column status_spans.entered_at is 'Entry to the status as shown: an undo restores the time it had.';
comment on column status_spans.began_position is 'Position of the event that began it.';

-- Run as the owner, for the same reason as custody_held(); only counts and ids leave.
create function status_counts_at(moment timestamptz, shipped_before timestamptz, waiting_before timestamptz)
returns table (status smallint, total bigint, over_due bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  scope integer := app_scope_key();
begin
  return query
  select s.status, count(*),
         count(*) filter (where s.entered_at <= case s.status when 1 then shipped_before when 15 then waiting_before end)
    from status_spans s
   where s.status not in (16, 20, 21)
     and tstzrange(s.began_at, s.ended_at) @> moment
     and s.store_id between case when scope < 0 then - scope else 0 end and case when scope < 0 then - scope else 2147483647 end
     and (scope <= 0 or s.sites @> array[scope])
   group by s.status;
end $$;
comment on function status_counts_at(timestamptz, timestamptz, timestamptz) is
  'Open items per status at a moment, in the caller''s scope, and how many of those at 1 or 15 had been there since before the given times.';

-- For a site that sees little of a great deal: walking the items from the newest on would pass by most of them.
create function items_of_my_site() returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select item_id from item_census where sites @> array[app_scope_key()]
$$;
comment on function items_of_my_site() is 'Ids of the items that the caller''s site sees.';

revoke all on function status_counts_at(timestamptz, timestamptz, timestamptz), items_of_my_site() from public;
grant execute on function status_counts_at(timestamptz, timestamptz, timestamptz), items_of_my_site() to atelier_app;

grant select on item_census, status_counters, create_counters to atelier_app;
grant select, insert, update, delete, truncate
  on item_census, status_counters, create_counters, status_spans to atelier_projector;
