-- Searching, as a function for the sake of its rights and its plan: it runs as the owner, who reads every word; the scope is
-- applied inside and again by the policy of item_row. A session keeps the plan, in which few words lead to few rows.

create or replace function find_items(groups jsonb, cap integer, wanted_fields text[] default null, deepest integer default 20000)
returns table (id bigint, fields text[], words text[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off
set jit = off as $$
declare
  scope integer[] := app_scope_keys();
  last  text := chr(1114111);
  -- With one group the newest items that match it are the answer; with several, others may match the rest.
  most  integer := case when jsonb_array_length(groups) = 1 then cap end;
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
  ), seen as materialized (
    (select 'item' as kind, i.id as found_as, i.id, i.rma_id from item_row i
      where i.id = any (array(select h.id from hits h where h.kind = 'item')) and i.scope_keys && scope
      order by i.id desc limit most)
    union all
    (select whose.kind, i.rma_id, i.id, i.rma_id from (values ('rma'), ('contact')) whose (kind)
      cross join lateral (
       select of_one.id, of_one.rma_id from item_row of_one
        where of_one.rma_id = any (array(select h.id from hits h where h.kind = whose.kind)) and of_one.scope_keys && scope
        order by of_one.id desc limit most) i)
  ), words as (
    select distinct s.id, s.rma_id, h.field, h.term from seen s join hits h on h.kind = s.kind and h.id = s.found_as
  ), candidates as (
    select w.id, w.rma_id, array_agg(w.field order by length(w.term), w.term) as fields,
           array_agg(w.term order by length(w.term), w.term) as terms
      from words w group by w.id, w.rma_id
  )
  select c.id, c.fields, c.terms
    from (select * from candidates every order by every.id desc) c
   where not exists (
     select from jsonb_array_elements(groups - 0) others (beginnings)
      where not exists (
        select from jsonb_array_elements_text(others.beginnings) wanted (beginning)
         cross join lateral (values ('item', c.id), ('rma', c.rma_id), ('contact', c.rma_id)) whose (kind, id)
          join search_terms t on t.kind = whose.kind and t.id = whose.id
           and t.term >= wanted.beginning and t.term < wanted.beginning || last
           and (wanted_fields is null or t.field = any (wanted_fields))))
   order by c.id desc
   limit cap;
end $$;
comment on function find_items(jsonb, integer, text[], integer) is
  'Items in the caller''s scope that match every group of beginnings ([["par-0001"], ["1000", "<1000"]]: all of the groups, any within one), newest first, at most `cap`, each with the fields in which the first group was found and the words found there. The first group should be the most telling. wanted_fields: where to look, everywhere when null. deepest: of a beginning that more words share, only the last ones in order are read.';
