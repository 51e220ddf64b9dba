-- What dashboards count. All four tables belong to the projection `dashboard` and move together.

-- Where each item stands, as far as the projection has read: what it contributes to the counters right now.
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
comment on column item_census.week is 'Monday of the ISO week (UTC) of the deposit.';
comment on column item_census.since is 'When this very picture began, never before the previous one ended.';
create index item_census_by_status on item_census (status, entered_at);
create index item_census_by_store on item_census (store_id, status, entered_at);
create index item_census_by_site on item_census using gin (sites);

-- scope_key as in app_scope_key(): an item counts once for everything (0), once for its store (-n), once for each
-- site that sees it (n), and once for the site that holds it (1,000,000,000 + n): the columns of a stage board.
-- Final statuses keep one bin, at the epoch: nobody asks for their age.
create table status_counters (
  scope_key integer not null,
  status    smallint not null,
  hour      timestamptz not null,
  total     integer not null,
  primary key (scope_key, status, hour)
) with (fillfactor = 80);

create table create_counters (
  scope_key integer not null,
  week      date not null,
  total     integer not null,
  primary key (scope_key, week)
);

-- Every past picture of every item: the dashboard as of any moment. A picture is where an item stands and who
-- sees it; two pictures of one instant are one.
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
comment on column status_spans.entered_at is 'Entry to the status as shown: an undo restores the time it had.';
create extension if not exists btree_gist;
create index status_spans_at on status_spans using gist (store_id, tstzrange(began_at, ended_at))
  where status not in (16, 20, 21);

-- Open items per status at a moment, in the caller's scope, and how many of those at 1 or 15 had been there since
-- before the given times. Runs as the owner: under a row policy the range could not use its index, because a
-- policy comes before every condition that might leak. The scope is applied here instead, and only counts leave.
create function status_counts_at(moment timestamptz, shipped_before timestamptz, waiting_before timestamptz)
returns table (status smallint, total bigint, over_due bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
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
revoke all on function status_counts_at(timestamptz, timestamptz, timestamptz) from public;
grant execute on function status_counts_at(timestamptz, timestamptz, timestamptz) to atelier_app;

-- What a site sees, for one that sees little of a great deal: walking the items from the newest on would pass by
-- all the others. Runs as the owner for the index's sake, and answers the caller's own site only.
create function items_of_my_site() returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select item_id from item_census where sites @> array[app_scope_key()]
$$;
revoke all on function items_of_my_site() from public;
grant execute on function items_of_my_site() to atelier_app;

alter table item_census enable row level security;
alter table item_census force row level security;
alter table status_counters enable row level security;
alter table status_counters force row level security;
alter table create_counters enable row level security;
alter table create_counters force row level security;
alter table status_spans enable row level security;
alter table status_spans force row level security;

create policy in_scope on item_census for select to atelier_app
  using (case when (select app_scope_key()) = 0 then true
              when (select app_scope_key()) < 0 then store_id = - (select app_scope_key())
              else sites @> array[(select app_scope_key())] end);
create policy in_scope on status_counters for select to atelier_app
  using (scope_key = (select app_scope_key())
    or (scope_key > 1000000000
      and ((select app_scope_key()) = 0 or scope_key - 1000000000 = (select app_scope_key()))));
create policy in_scope on create_counters for select to atelier_app using (scope_key = (select app_scope_key()));

create policy whole_table on item_census to atelier_projector using (true) with check (true);
create policy whole_table on status_counters to atelier_projector using (true) with check (true);
create policy whole_table on create_counters to atelier_projector using (true) with check (true);
create policy whole_table on status_spans to atelier_projector using (true) with check (true);

grant select on item_census, status_counters, create_counters to atelier_app;
grant select, insert, update, delete, truncate
  on item_census, status_counters, create_counters, status_spans to atelier_projector;
