-- What the search box finds: words under which an item, its deposit and its customer may be looked for, each
-- found by its beginning. Off the append's path, since words seldom change and rows do all the time.
-- Belongs to the projection `search`. Personal: words of an erased customer go with the next rebuild.
create table search_terms (
  kind text collate "C" not null check (kind in ('item', 'rma', 'contact')),
  id   bigint not null,
  term text collate "C" not null,
  version integer not null,
  primary key (kind, id, term)
);
comment on column search_terms.version is 'Of the stream, at the event that brought the word.';
comment on table search_terms is 'kind item: id of the item; rma and contact: id of the deposit. "<" begins a phone number, backwards.';
create index search_terms_by_term on search_terms (term, kind, id);

alter table search_terms enable row level security;
alter table search_terms force row level security;
create policy whole_table on search_terms to atelier_projector using (true) with check (true);
grant select, insert, update, delete, truncate on search_terms to atelier_projector;

-- Items in the caller's scope that match every group of beginnings ([["par-0001"], ["1000", "<1000"]]: all of the
-- groups, any within one), newest first, at most `cap`. The first group should be the most telling: of a beginning
-- that more than 20,000 words share, only the last ones in order are looked at (of numbers: the newest).
-- Runs as the owner, who reads every word; the scope is applied here and again by the policy of item_row.
-- Without hash and merge joins: whatever the planner believes of the arguments, few words lead to few rows.
create function search_items(groups jsonb, cap integer) returns setof bigint
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  scope integer[] := app_scope_keys();
  last  text := chr(1114111);
begin
  return query
  with hits as materialized (
    select found.kind, found.id
      from jsonb_array_elements_text(groups -> 0) wanted (beginning)
     cross join lateral (
       select t.kind, t.id from search_terms t
        where t.term >= wanted.beginning and t.term < wanted.beginning || last
        order by t.term desc limit 20000) found
  ), candidates as (
    select i.id, i.rma_id from hits h join item_row i on i.id = h.id
     where h.kind = 'item' and i.scope_keys && scope
    union
    select i.id, i.rma_id from hits h join item_row i on i.rma_id = h.id
     where h.kind <> 'item' and i.scope_keys && scope
  )
  select c.id from candidates c
   where not exists (
     select from jsonb_array_elements(groups - 0) others (beginnings)
      where not exists (
        select from jsonb_array_elements_text(others.beginnings) wanted (beginning)
         cross join lateral (values ('item', c.id), ('rma', c.rma_id), ('contact', c.rma_id)) whose (kind, id)
          join search_terms t on t.kind = whose.kind and t.id = whose.id
           and t.term >= wanted.beginning and t.term < wanted.beginning || last))
   order by c.id desc
   limit cap;
end $$;
revoke all on function search_items(jsonb, integer) from public;
grant execute on function search_items(jsonb, integer) to atelier_app;
