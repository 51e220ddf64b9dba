-- What a browser that was closed has to forget when it comes back (decisions/0170).

create index erasures_by_end on erasures (coalesce(applied_at, 'infinity'::timestamptz));

-- One clock for the end of an erasure and for what a browser asks about: the database's.
create or replace function erasure_applied(persons text[], moment timestamptz) returns void
language sql security definer set search_path = public, pg_temp set jit = off
begin atomic
  update erasures set applied_at = clock_timestamp() where subject = any (persons) and applied_at is null;
end;
comment on function erasure_applied(text[], timestamptz) is
  'Notes that nothing readable is left of erased persons. `moment` is not used: nodes'' clocks differ.';

-- Its body is text, because rebuilds replace the tables that it reads.
create function erased_since(moment timestamptz, cap integer) returns table (kind text, id bigint)
language sql stable security definer set search_path = public, pg_temp set jit = off as $$
  with erased as (
    select e.subject from erasures e where coalesce(e.applied_at, 'infinity'::timestamptz) >= moment
  ), pieces as (
    select i.id, i.rma_id
      from erased e join rma_row r on r.customer_ref = e.subject join item_row i on i.rma_id = r.id
     where i.scope_keys && (select app_scope_keys())
  )
  select 'item', p.id from pieces p
  union all
  select distinct 'rma', p.rma_id from pieces p
  union all
  select 'customer', c.id from erased e join customers c on e.subject = 'customer-' || c.id
  limit cap;
$$;
comment on function erased_since(timestamptz, integer) is
  'Pieces, deposits and customers that the caller''s scope ever saw and whose person was erased since, or is being erased: numbers only, at most `cap`.';
grant create on schema public to atelier_projector;
alter function erased_since(timestamptz, integer) owner to atelier_projector;
revoke create on schema public from atelier_projector;
revoke all on function erased_since(timestamptz, integer) from public;
grant execute on function erased_since(timestamptz, integer) to atelier_app;
