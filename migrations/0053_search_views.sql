-- Search says by what it found something, and looks only where the asker may see: each word carries the field it
-- comes from. The words are made anew from the log (the projection `search` begins again), so for a moment after this
-- migration little is found. A node of the version before writes words without a field: only a shop finds those.
delete from projection_rebuilds where name = 'search';
delete from parked_events where projection = 'search';
update projection_checkpoints set position = 0, parked = 0, updated_at = now() where name = 'search';
truncate search_terms;
alter table search_terms add column field text collate "C" not null default '';
alter table search_terms drop constraint search_terms_pkey, add primary key (kind, id, term, field);
drop index search_terms_by_term;
create index search_terms_by_term on search_terms (term, kind, id, field);
comment on column search_terms.field is
  'number, sku, serial, certificate, invoice, order, tracking of the piece; name, email, phone of the customer.';

-- Items in the caller's scope that match every group of beginnings (see `search_items`), newest first, at most `cap`,
-- each with the fields in which the first group was found and the word found there. `wanted_fields`: where to look;
-- null = everywhere. `deepest`: of a beginning that more words share, only the last ones in order are looked at.
-- `search_items` stays for nodes of the version before.
create function find_items(groups jsonb, cap integer, wanted_fields text[] default null, deepest integer default 20000)
returns table (id bigint, fields text[], words text[])
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  scope integer[] := app_scope_keys();
  last  text := chr(1114111);
begin
  return query
  with hits as materialized (
    select found.kind, found.id, found.field, found.term
      from jsonb_array_elements_text(groups -> 0) wanted (beginning)
     cross join lateral (
       select t.kind, t.id, t.field, t.term from search_terms t
        where t.term >= wanted.beginning and t.term < wanted.beginning || last
          and (wanted_fields is null or t.field = any (wanted_fields))
        order by t.term desc limit deepest) found
  ), candidates as (
    select i.id, i.rma_id, h.field, h.term from hits h join item_row i on i.id = h.id
     where h.kind = 'item' and i.scope_keys && scope
    union
    select i.id, i.rma_id, h.field, h.term from hits h join item_row i on i.rma_id = h.id
     where h.kind <> 'item' and i.scope_keys && scope
  )
  select c.id, array_agg(c.field order by length(c.term), c.term), array_agg(c.term order by length(c.term), c.term)
    from candidates c
   where not exists (
     select from jsonb_array_elements(groups - 0) others (beginnings)
      where not exists (
        select from jsonb_array_elements_text(others.beginnings) wanted (beginning)
         cross join lateral (values ('item', c.id), ('rma', c.rma_id), ('contact', c.rma_id)) whose (kind, id)
          join search_terms t on t.kind = whose.kind and t.id = whose.id
           and t.term >= wanted.beginning and t.term < wanted.beginning || last
           and (wanted_fields is null or t.field = any (wanted_fields))))
   group by c.id
   order by c.id desc
   limit cap;
end $$;
revoke all on function find_items(jsonb, integer, text[], integer) from public;
grant execute on function find_items(jsonb, integer, text[], integer) to atelier_app;

-- Filters a person keeps under a name, theirs alone. What was typed into the search box is not kept: a customer's
-- name must not outlive the customer. No events: nobody asks later who saw which list.
create table saved_views (
  id         bigint generated always as identity primary key,
  user_id    bigint not null,
  list       text not null check (list in ('shop', 'operation')),
  name       text not null check (length(name) between 1 and 60),
  filters    jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 2000),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column saved_views.filters is 'Parameters of the list''s address, as the screen writes them.';
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create unique index saved_views_default on saved_views (user_id, list) where is_default;
grant select, insert, update, delete on saved_views to atelier_app;

-- Few items are under a hold or ask for anything to be waived: lists of them must not walk past all the others.
create index item_row_held on item_row (id) where holds <> '{}';
create index item_row_waiver on item_row (waiver, id) where waiver <> 0;
