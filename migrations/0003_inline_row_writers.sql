-- Inline rows: the read-model row keyed by a stream, written in the append's own transaction. A migration that makes such
-- a table ends with `select register_inline_table('items');`. The table needs a primary key and the columns
-- `version integer` and `position bigint`. For each table an upsert of many rows is generated, with its columns spelt out,
-- and one dispatcher over all of them: static SQL, so plans are kept, and no name from outside ever becomes SQL. The
-- migration runner calls refresh_inline_tables() after its work, so a later `alter table` needs nothing more.

create table inline_tables (table_name text collate "C" primary key);
comment on table inline_tables is 'Names of the tables whose rows are written inside the append: see register_inline_table().';

create function make_inline_upsert(name text) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  columns text; changes text; keys text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
         string_agg(format('%1$I = excluded.%1$I', attname), ', ' order by attnum)
    into columns, changes
    from pg_attribute
   where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  select string_agg(quote_ident(attname), ', ') into keys
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
   where indrelid = name::regclass and indisprimary;
  -- A row never goes back: what is there with the same or a newer version stays.
  execute format($upsert$
    create or replace function inline_upsert_%1$s(new_rows jsonb) returns void language plpgsql as $body$
    begin
      insert into public.%1$I as held (%2$s)
      select %2$s from jsonb_populate_recordset(null::public.%1$I, new_rows)
      on conflict (%3$s) do update set %4$s where held.version < excluded.version;
    end $body$ $upsert$, name, columns, keys, changes);
  execute format('revoke all on function inline_upsert_%s(jsonb) from public', name);
  execute format('grant execute on function inline_upsert_%s(jsonb) to atelier_writer, atelier_projector', name);
end $$;
comment on function make_inline_upsert(text) is
  'Writes the function inline_upsert_<table>(jsonb) anew from the table''s columns and primary key.';

create function refresh_inline_tables() returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  branches text := '';
  name     text;
begin
  for name in select table_name from inline_tables order by 1 loop
    perform make_inline_upsert(name);
    branches := branches || format('if target = %L then perform inline_upsert_%s(new_rows); return; end if; ',
      name, name);
  end loop;
  execute format($dispatcher$
    create or replace function write_inline_rows(target text, new_rows jsonb) returns void
    language plpgsql as $body$
    begin
      %s
      raise exception 'table %% is not registered for inline rows', target using errcode = 'AT422';
    end $body$ $dispatcher$, branches);
  revoke all on function write_inline_rows(text, jsonb) from public;
  grant execute on function write_inline_rows(text, jsonb) to atelier_writer, atelier_projector;
end $$;
comment on function refresh_inline_tables() is
  'Writes the upserts of all registered tables and the dispatcher write_inline_rows() anew. Called after every run of migrations.';

create function register_inline_table(name text) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
begin
  if name !~ '^[a-z][a-z0-9_]*$' then raise exception 'not a table name: %', name; end if;
  execute format('grant select, insert, update on %I to atelier_writer', name);
  insert into inline_tables values (name) on conflict do nothing;
  perform refresh_inline_tables();
end $$;
comment on function register_inline_table(text) is
  'Lets append_events() write rows of this table. The table needs a primary key and the columns version and position.';

revoke all on function refresh_inline_tables(), make_inline_upsert(text), register_inline_table(text) from public;
grant select on inline_tables to atelier_writer, atelier_projector;
