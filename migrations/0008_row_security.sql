-- Row-level security, for every table whose rows belong to a site. A request's transaction says who is looking
-- (packages/store/src/database.ts, inScope); a session that says nothing sees nothing.

-- 'none', 'store', 'site' or 'all'. In policies write `(select app_scope_kind())`: asked once per statement.
create function app_scope_kind() returns text language sql stable parallel safe
return coalesce(nullif(current_setting('app.scope_kind', true), ''), 'none');

-- The site of a 'store' or 'site' scope, else null.
create function app_scope_site() returns integer language sql stable parallel safe
return nullif(current_setting('app.scope_site', true), '')::integer;

-- Turns on forced row-level security: the app reads the rows for which `visible` holds (an SQL condition over the
-- table's columns; 'all' sees everything besides), projectors and the append read and write all of them. E.g.
--   select protect_table('items', 'store_id = (select app_scope_site())
--     or ((select app_scope_kind()) = ''site'' and (select app_scope_site()) in (holder_site_id, to_site_id))');
create function protect_table(name text, visible text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy seen_in_scope on %I for select to atelier_app
    using ((select app_scope_kind()) = ''all'' or ((select app_scope_kind()) <> ''none'' and (%s)))', name, visible);
  execute format('create policy written_by_projections on %I to atelier_projector, atelier_writer
    using (true) with check (true)', name);
  execute format('grant select on %I to atelier_app', name);
  execute format('grant select, insert, update, delete on %I to atelier_projector', name);
end $$;
revoke all on function protect_table(text, text) from public;
