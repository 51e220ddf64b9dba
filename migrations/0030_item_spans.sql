-- What every item counted as from when to when, on two axes: what was true, and what was known (product/audit.md §2). Read
-- model of the projection item_spans. The table status_spans knew one axis; processes of the release before still write it.

create table item_spans (
  item_id            bigint not null,
  began_position     bigint not null,
  true_from          timestamptz not null,
  true_until         timestamptz,
  known_from         timestamptz not null,
  known_until        timestamptz,
  is_first           boolean not null,
  store_id           integer not null,
  status             smallint not null,
  entered_at         timestamptz not null,
  custody_site       integer,
  custody_from       integer,
  custody_to         integer,
  scope_keys         integer[] not null,
  outcome            text,
  transfer_to        integer,
  transfer_needed_at timestamptz,
  to_call            boolean not null,
  call_escalated     boolean not null,
  sent_from          integer[] not null,
  reminded_at        timestamptz,
  reminder_escalated boolean not null,
  followed_up_at     timestamptz,
  placed_true        timestamptz not null,
  placed_known       timestamptz not null,
  version            integer not null,
  primary key (item_id, began_position)
) with (fillfactor = 80);
comment on table item_spans is
  'Every state of every item that lists and counters tell apart, with when it was true and when that was known: dashboards, boards and lists of any moment (product/audit.md §2).';
comment on column item_spans.began_position is 'Position of the event that began it.';
comment on column item_spans.true_until is 'When the next state began; null = now.';
comment on column item_spans.known_from is 'When the event that began it was recorded.';
comment on column item_spans.known_until is 'When the event that ended it was recorded; null = now.';
comment on column item_spans.is_first is 'It began with the deposit.';
comment on column item_spans.entered_at is 'Entry to the status as shown: an undo restores the time it had.';
comment on column item_spans.custody_site is 'The site that holds it; null on its way and after.';
comment on column item_spans.custody_from is 'Sender of the package it travels in; its receiver beside it.';
comment on column item_spans.scope_keys is 'Who saw it then, as numbers of app_scope_key().';
comment on column item_spans.to_call is 'A reminder was due and nobody had called since; escalated beside it.';
comment on column item_spans.sent_from is 'What the fold goes on with, as the columns after it: sites that ever sent it.';
comment on column item_spans.placed_true is 'Place of the newest event folded, on the axis of what is true: no later event lies before it.';
comment on column item_spans.placed_known is 'The same on the axis of what is known.';
comment on column item_spans.version is 'Of the stream, at the newest event folded into this row.';

-- What was open at a moment is few; what ended long ago is met only by lists, item by item.
create index item_spans_open on item_spans using gist (store_id, tstzrange(true_from, true_until))
  where status not in (16, 20, 21);
create index item_spans_held on item_spans using gist (custody_site, tstzrange(true_from, true_until))
  where custody_site is not null;
-- States whose end was known later than it was true. Where nothing comes late these ranges are milliseconds long, and
-- hardly any lies around a given moment.
create index item_spans_late on item_spans using gist (tstzrange(true_until, known_until), tstzrange(known_from, known_until))
  where true_until is not null;

-- Deposits by week.
create index item_spans_first on item_spans (store_id, true_from) include (known_from) where is_first;

alter table item_spans enable row level security;
alter table item_spans force row level security;
create policy seen_then on item_spans for select to atelier_app
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0
    or exists (select from item_row where item_row.id = item_spans.item_id)));
create policy whole_table on item_spans to atelier_projector using (true) with check (true);
grant select on item_spans to atelier_app;
grant select, insert, update, delete, truncate on item_spans to atelier_projector;

-- Runs as the owner: under a row policy a range cannot use its index, because a policy comes before every condition that
-- might leak. The policy's own condition is applied inside instead. Nothing is true before it is known, so what is asked
-- of a moment after `known` is asked of `known` itself.
-- Names its columns: a function over the table's own type would keep a rebuild from putting another in its place.
create function open_items_at(moment timestamptz, known timestamptz)
returns table (
  item_id bigint, store_id integer, status smallint, entered_at timestamptz, custody_site integer, custody_from integer,
  custody_to integer, outcome text, transfer_to integer, transfer_needed_at timestamptz, to_call boolean,
  call_escalated boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  at timestamptz := least(moment, known);
  scope integer := app_scope_key();
  keys integer[] := app_scope_keys();
  first_store integer := case when scope < 0 then - scope else 0 end;
  last_store integer := case when scope < 0 then - scope else 2147483647 end;
begin
  return query
  with open_then as (
    select s.* from item_spans s
     where s.status not in (16, 20, 21)
       and s.store_id between first_store and last_store
       and tstzrange(s.true_from, s.true_until) @> at
       and s.known_from <= known
    union all
    select s.* from item_spans s
     where s.status not in (16, 20, 21) and s.true_until is not null
       and tstzrange(s.true_until, s.known_until) @> tstzrange(at, known, '[]')
       and tstzrange(s.known_from, s.known_until) @> known
       and s.true_from <= at
       and s.store_id between first_store and last_store
  )
  select s.item_id, s.store_id, s.status, s.entered_at, s.custody_site, s.custody_from, s.custody_to, s.outcome,
         s.transfer_to, s.transfer_needed_at, s.to_call, s.call_escalated
    from open_then s
   where scope = 0 or (s.scope_keys && keys
     and exists (select from item_row i where i.id = s.item_id and i.scope_keys && keys));
end $$;
comment on function open_items_at(timestamptz, timestamptz) is
  'The open items of a moment as they were, of those that the caller could see then and may see now; a shop''s own alone. `known` = infinity: as known today.';

create function held_items_at(holder integer, moment timestamptz, known timestamptz, skipped integer, taken integer)
returns table (item_id bigint, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  at timestamptz := least(moment, known);
  keys integer[] := app_scope_keys();
begin
  return query
  with held as (
    select s.item_id, s.scope_keys from item_spans s
     where s.custody_site = holder and tstzrange(s.true_from, s.true_until) @> at and s.known_from <= known
    union all
    select s.item_id, s.scope_keys from item_spans s
     where s.custody_site = holder and s.true_until is not null
       and tstzrange(s.true_until, s.known_until) @> tstzrange(at, known, '[]')
       and tstzrange(s.known_from, s.known_until) @> known
       and s.true_from <= at
  )
  select h.item_id, count(*) over () from held h
   where h.scope_keys && keys and exists (select from item_row i where i.id = h.item_id and i.scope_keys && keys)
   order by h.item_id offset skipped limit taken;
end $$;
comment on function held_items_at(integer, timestamptz, timestamptz, integer, integer) is
  'What a site held at a moment as was known then, of items that the caller could see then and may see now, and how much that is in all.';
revoke all on function open_items_at(timestamptz, timestamptz), held_items_at(integer, timestamptz, timestamptz, integer, integer)
  from public;
grant execute on function open_items_at(timestamptz, timestamptz), held_items_at(integer, timestamptz, timestamptz, integer, integer)
  to atelier_app;

comment on table status_spans is
  'Written by processes of the release before alone, until it is dropped: item_spans took its place.';
drop function status_counts_at(timestamptz, timestamptz, timestamptz);
