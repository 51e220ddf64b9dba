-- The log: the one truth. Everything else can be thrown away and built again from it.

create sequence event_position as bigint cache 1;
comment on sequence event_position is
  'CACHE 1: a cached block would hand out positions below the horizon after it was published.';

create sequence entity_id_seq as bigint start 1000;
comment on sequence entity_id_seq is 'Ids of items, RMAs, shipments: one sequence for all (product.md §1).';

create table streams (
  stream_id      text collate "C" primary key,
  version        integer not null,
  first_position bigint not null,
  last_position  bigint not null,
  last_hash      bytea not null
) with (fillfactor = 70);
comment on table streams is 'The one guard of the expected version. first_position prunes partitions of events.';
-- No check constraints on the log: PostgreSQL parses them anew for every append. The writers check.

create table events (
  position       bigint not null,
  recorded_at    timestamptz not null,
  version        integer not null,
  schema_version integer not null,
  event_id       uuid not null,
  stream_id      text collate "C" not null,
  type           text collate "C" not null,
  data           jsonb not null,
  metadata       jsonb not null,
  hash           bytea not null,
  primary key (position)
) partition by range (position);

create table events_default partition of events default;
create unique index events_default_stream on events_default (stream_id, version);
comment on table events_default is 'Catches what no partition made ahead takes; empty while upkeep runs.';

create table event_partitions (
  lower_position bigint primary key,
  upper_position bigint not null unique,
  table_name     text not null
);
create table event_partitioning (
  only_row boolean primary key default true check (only_row),
  width    bigint not null check (width > 0)
);
insert into event_partitioning (width) values (5000000);

-- Makes the partitions that the next `ahead` widths of positions need. Safe to call at any time, by anybody.
create function ensure_event_partitions(ahead integer default 2) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  width   bigint := (select p.width from event_partitioning p);
  wanted  bigint := (select last_value from event_position) + ahead * width;
  lower   bigint := coalesce((select max(upper_position) from event_partitions), 0);
  made    integer := 0;
begin
  if lower > wanted then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  lower := coalesce((select max(upper_position) from event_partitions), 0);
  while lower <= wanted loop
    perform make_event_partition(lower, lower + width);
    lower := lower + width;
    made := made + 1;
  end loop;
  return made;
end $$;

create function make_event_partition(lower_bound bigint, upper_bound bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  name text := 'events_' || to_char(lower_bound, 'FM000000000000');
begin
  execute format('create table %I (like events including defaults including constraints)', name);
  -- Whatever already fell through into the default partition moves along; empty as long as upkeep runs.
  if exists (select from events_default where position >= lower_bound and position < upper_bound) then
    lock table events_default in access exclusive mode;
    execute format(
      'with moved as (delete from events_default where position >= %s and position < %s returning *)
       insert into %I select * from moved', lower_bound, upper_bound, name);
  end if;
  execute format('create unique index on %I (stream_id, version)', name);
  execute format('alter table events attach partition %I for values from (%s) to (%s)',
    name, lower_bound, upper_bound);
  insert into event_partitions values (lower_bound, upper_bound, name);
end $$;

revoke all on function ensure_event_partitions(integer), make_event_partition(bigint, bigint) from public;
grant execute on function ensure_event_partitions(integer) to atelier_app, atelier_projector;
select ensure_event_partitions();

-- What makes a command happen once. Written by the append, read before a repeated command is decided.
create table handled_commands (
  person      text not null,
  key         text not null,
  fingerprint text not null,
  versions    jsonb not null,
  position    bigint not null,
  answer      jsonb,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (person, key)
);
comment on column handled_commands.answer is 'Ids for the answer, never its text.';
create index handled_commands_by_age on handled_commands using brin (recorded_at);

grant select on streams, events, event_partitions, handled_commands to atelier_app, atelier_projector, atelier_writer;
grant insert, update on streams to atelier_writer;
grant insert on events, handled_commands to atelier_writer;
grant usage, select on sequence event_position to atelier_writer;
grant usage on sequence entity_id_seq to atelier_app, atelier_projector;
