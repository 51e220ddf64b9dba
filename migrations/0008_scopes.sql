-- Whose rows a transaction may see. A request's transaction says who is asking, in the settings app.scope_kind ('all',
-- 'store' or 'site') and app.scope_site; a session that says nothing sees nothing (product/identity.md §6). In policies
-- write `(select app_scope_…())`: asked once per statement and not once per row.

create function app_scope_kind() returns text language sql stable parallel safe
return coalesce(nullif(current_setting('app.scope_kind', true), ''), 'none');
comment on function app_scope_kind() is '''all'', ''store'', ''site'', or ''none'' when the session has not said.';

create function app_scope_site() returns integer language sql stable parallel safe
return nullif(current_setting('app.scope_site', true), '')::integer;
comment on function app_scope_site() is 'The site of a ''store'' or ''site'' scope, else null.';

create function app_scope_key() returns integer language sql stable parallel safe
return case current_setting('app.scope_kind', true)
  when 'all' then 0
  when 'store' then - nullif(current_setting('app.scope_site', true), '')::integer
  when 'site' then nullif(current_setting('app.scope_site', true), '')::integer
end;
comment on function app_scope_key() is
  'The scope as one number: 0 = everything, -n = the store n, n = the site n, null = nothing.';

create function app_scope_keys() returns integer[] language sql stable parallel safe
return case when app_scope_key() < 0 then array[app_scope_key(), - app_scope_key()] else array[app_scope_key()] end;
comment on function app_scope_keys() is
  'The scope for rows that carry several numbers. A shop also sees another shop''s piece that came to it, to receive it and send it on; its lists and counters leave such pieces out (product/identity.md §6).';

create function protect_table(name text, visible text) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
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
comment on function protect_table(text, text) is
  'Turns on forced row-level security: the app reads the rows for which `visible` holds, an SQL condition over the table''s columns, and all of them in the scope ''all''; projectors and the append read and write every row.';
revoke all on function protect_table(text, text) from public;
