-- Who may do what, from the first day on. The login of DATABASE_URL owns everything and only migrates;
-- sessions take one of the other roles at connect (`-c role=…`):
--   atelier_app        the API and the workers: reads, and appends through append_events() only
--   atelier_projector  projections: reads the log, writes read models of every site
--   atelier_writer     nobody's session: append_events() runs as it (security definer)

create function pg_temp.make_role(role_name text) returns void language plpgsql as $$
begin
  for attempt in 1..5 loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
      execute format('grant %I to current_user', role_name);
      return;
    exception
      -- Roles belong to the whole cluster: another database may be migrating at this moment.
      when duplicate_object or unique_violation or internal_error then perform pg_sleep(0.05 * attempt);
    end;
  end loop;
  raise exception 'the role % could not be made', role_name;
end $$;

select pg_temp.make_role(name) from unnest(array['atelier_app', 'atelier_projector', 'atelier_writer']) name;

revoke create on schema public from public;
grant usage on schema public to atelier_app, atelier_projector, atelier_writer;
