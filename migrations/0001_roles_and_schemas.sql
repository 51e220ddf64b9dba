-- Who may do what. The login of DATABASE_URL owns everything and only migrates; sessions take one of the other roles
-- when they connect (`-c role=…`):
--   atelier_app        the API and the workers: reads, and appends through append_events() only
--   atelier_projector  projections: reads the log, writes the read models of every site
--   atelier_writer     nobody's session: append_events() runs with its rights (security definer)
--   atelier_jobs       works on the queues' tables in the schema "bullmq", which the queue library makes, and on no other
-- Functions with a body of their own say `set jit = off`: the product's queries are many and short, and compiling one to
-- machine code costs more than running it (decisions/0111).
-- Roles belong to the whole server, not to this database: they carry no comment of their own, since their owner may be
-- another installation's.

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
      -- Another database of the same server may be migrating at this moment.
      when duplicate_object or unique_violation or internal_error then perform pg_sleep(0.05 * attempt);
    end;
  end loop;
  raise exception 'the role % could not be made', role_name;
end $$;

select pg_temp.make_role(name)
  from unnest(array['atelier_app', 'atelier_projector', 'atelier_writer', 'atelier_jobs']) name;

revoke create on schema public from public;
grant usage on schema public to atelier_app, atelier_projector, atelier_writer;

create schema rebuild;
grant usage on schema rebuild to atelier_projector;
comment on schema rebuild is
  'Read models that are being built again beside the live ones: tables of the same names, empty unless a rebuild is under way.';

-- Integers in GiST indexes, next to ranges of time.
create extension if not exists btree_gist;

comment on table schema_migrations is
  'The migrations that were applied. A number below zero is one of the files that this baseline took the place of: kept as history, its file is no longer there.';
comment on column schema_migrations.checksum is 'SHA-256 of the file, in hexadecimal, its line ends taken as line feeds.';
