-- The items of a past moment (product/audit.md §2). Both run as the owner: under a row policy a range cannot use its index, because a
-- policy comes before every condition that might leak. The policy's own condition is applied inside instead. Nothing is true
-- before it is known, so what is asked of a moment after `known` is asked of `known` itself.
-- They name their columns: a function over the table's own type would keep a rebuild from putting another in its place.

create or replace function open_items_at(moment timestamptz, known timestamptz)
returns table (
  item_id bigint, store_id integer, status smallint, entered_at timestamptz, custody_site integer, custody_from integer,
  custody_to integer, outcome text, transfer_to integer, transfer_needed_at timestamptz, to_call boolean,
  call_escalated boolean, collect_shop integer)
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
         s.transfer_to, s.transfer_needed_at, s.to_call, s.call_escalated, s.collect_shop
    from open_then s
   where scope = 0 or (s.scope_keys && keys
     and exists (select from item_row i where i.id = s.item_id and i.scope_keys && keys));
end $$;
comment on function open_items_at(timestamptz, timestamptz) is
  'The open items of a moment as they were, of those that the caller could see then and may see now; a shop''s own alone. `known` = infinity: as known today.';

create or replace function guest_items_at(moment timestamptz, known timestamptz)
returns table (
  item_id bigint, store_id integer, status smallint, entered_at timestamptz, custody_site integer, custody_from integer,
  custody_to integer, outcome text, transfer_to integer, transfer_needed_at timestamptz, to_call boolean,
  call_escalated boolean, collect_shop integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare
  at timestamptz := least(moment, known);
  shop integer := - app_scope_key();
  keys integer[] := app_scope_keys();
begin
  if shop <= 0 then
    return;
  end if;
  return query
  with waited_then as (
    select s.* from item_spans s
     where s.status = 15 and s.collect_shop = s.custody_site and s.collect_shop = shop
       and tstzrange(s.true_from, s.true_until) @> at
       and s.known_from <= known
    union all
    select s.* from item_spans s
     where s.status = 15 and s.collect_shop = s.custody_site and s.collect_shop = shop and s.true_until is not null
       and tstzrange(s.true_until, s.known_until) @> tstzrange(at, known, '[]')
       and tstzrange(s.known_from, s.known_until) @> known
       and s.true_from <= at
  )
  select s.item_id, s.store_id, s.status, s.entered_at, s.custody_site, s.custody_from, s.custody_to, s.outcome,
         s.transfer_to, s.transfer_needed_at, s.to_call, s.call_escalated, s.collect_shop
    from waited_then s
   where s.scope_keys && keys and exists (select from item_row i where i.id = s.item_id and i.scope_keys && keys);
end $$;
comment on function guest_items_at(timestamptz, timestamptz) is
  'The pieces of other shops that waited at the caller''s shop at a moment because their clients chose it, of those it may see now; empty for other callers.';

revoke all on function open_items_at(timestamptz, timestamptz), guest_items_at(timestamptz, timestamptz) from public;
grant execute on function open_items_at(timestamptz, timestamptz), guest_items_at(timestamptz, timestamptz) to atelier_app;
