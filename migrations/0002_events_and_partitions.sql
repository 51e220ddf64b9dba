-- The log: the one truth. Everything else can be thrown away and built again from it.
-- Its tables carry no check constraints: PostgreSQL parses them anew for every append. append_events() checks.

create sequence event_position as bigint cache 1;
comment on sequence event_position is
  'Positions of events. CACHE 1: a cached block would hand out positions below the horizon after it was published.';

create sequence entity_id_seq as bigint start 1000;
comment on sequence entity_id_seq is 'Ids of items, RMAs and shipments: one sequence for all (product/rma.md §1).';

create table streams (
  stream_id      text collate "C" primary key,
  version        integer not null,
  first_position bigint not null,
  last_position  bigint not null,
  last_hash      bytea not null
) with (fillfactor = 70);
comment on table streams is
  'One row per stream: the guard of its expected version (product/reliability.md §3). Written by append_events() alone.';
comment on column streams.stream_id is 'Kind and id, as in item-1000.';
comment on column streams.version is 'Of the newest event; versions begin at 1 and have no gap.';
comment on column streams.first_position is 'Of the stream''s first event: with last_position it names the partitions that a read must look into.';
comment on column streams.last_hash is 'Hash of the newest event, which the next one continues.';

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
comment on table events is
  'Every event, for good, in partitions by position. Never updated and never deleted.';
comment on column events.position is 'Place in the log. Grows along a stream; numbers may be left out, and events commit out of order (see log_horizon).';
comment on column events.recorded_at is 'The server''s time of the append; when it happened stands in the metadata (product/repair.md §17).';
comment on column events.version is 'Place in its stream, from 1.';
comment on column events.schema_version is 'Version of the type''s shape; every one ever written stays readable (product/reliability.md §6).';
comment on column events.data is 'What happened. Personal fields are encrypted with a key of subject_keys.';
comment on column events.metadata is 'Actor, worker, site, device, command and times, the same for all events of one command.';
comment on column events.hash is 'SHA-256 over the stream''s previous hash and all other columns: see event_hash().';

create table events_default partition of events default;
create unique index events_default_stream on events_default (stream_id, version);
comment on table events_default is
  'Takes the events for which no partition was made ahead; empty while partitions are made in time (decisions/0095).';

create table event_partitions (
  lower_position bigint primary key,
  upper_position bigint not null unique,
  table_name     text not null
);
comment on table event_partitions is 'The partitions of events, one row each. Written by make_event_partition() alone.';
comment on column event_partitions.lower_position is 'First position the partition takes.';
comment on column event_partitions.upper_position is 'First position it does not take any more.';

create table event_partitioning (
  only_row boolean primary key default true check (only_row),
  width    bigint not null check (width > 0),
  ahead    integer not null default 3 check (ahead > 0)
);
insert into event_partitioning (width) values (5000000);
comment on table event_partitioning is 'How the log is cut into partitions. One row.';
comment on column event_partitioning.width is 'Positions that a new partition takes.';
comment on column event_partitioning.ahead is 'A partition is due when fewer than so many widths are left.';

create function make_event_partition(lower_bound bigint, upper_bound bigint) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
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
comment on function make_event_partition(bigint, bigint) is
  'Makes one partition from lower_bound to below upper_bound, moves along what already fell into the default partition, and attaches it.';

-- To attach a partition, PostgreSQL takes an exclusive lock on the default one. A backup holds a shared lock for as long as
-- it runs, and every reader queues behind a request for the exclusive one. So the request is given up after 50 ms, and
-- partitions are made so far ahead that there is time for many refusals (decisions/0095).
create function make_next_event_partition(ahead integer default null) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms' set jit = off as $$
declare
  settings event_partitioning := (select p from event_partitioning p);
  wanted   bigint := (select last_value from event_position)
             + coalesce(make_next_event_partition.ahead, settings.ahead) * settings.width;
  lower    bigint := coalesce((select max(upper_position) from event_partitions), 0);
begin
  if lower > wanted then return 'enough'; end if;
  if not pg_try_advisory_xact_lock(hashtext('ensure_event_partitions')) then return 'busy'; end if;
  lower := coalesce((select max(upper_position) from event_partitions), 0);
  if lower > wanted then return 'enough'; end if;
  perform make_event_partition(lower, lower + settings.width);
  return 'made';
end $$;
comment on function make_next_event_partition(integer) is
  'Makes at most one partition: ''made'', ''enough'' when none is due, ''busy'' when another session is at it. Fails with lock_not_available when somebody reads the default partition for long. ahead: widths that must be left, as configured when null.';

create function ensure_event_partitions(ahead integer default null) returns integer
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  made integer := 0;
begin
  while make_next_event_partition(ensure_event_partitions.ahead) = 'made' loop
    made := made + 1;
  end loop;
  return made;
end $$;
comment on function ensure_event_partitions(integer) is
  'Makes all partitions that are due in one transaction and answers how many: for loading in bulk, and by hand.';

create function event_partitions_ahead() returns double precision
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select (coalesce((select max(upper_position) from event_partitions), 0) - (select last_value from event_position))
    / width::double precision from event_partitioning;
end;
comment on function event_partitions_ahead() is
  'For how many widths of positions partitions are ready. Below zero the default partition takes what is appended.';

revoke all on function ensure_event_partitions(integer), make_event_partition(bigint, bigint),
  make_next_event_partition(integer), event_partitions_ahead() from public;
grant execute on function ensure_event_partitions(integer), make_next_event_partition(integer), event_partitions_ahead()
  to atelier_app, atelier_projector;
select ensure_event_partitions();

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
create index handled_commands_by_age on handled_commands using brin (recorded_at);
comment on table handled_commands is
  'What makes a command happen once: idempotency keys and what came of them (product/calls.md §5). Written by the append, read before a repeated command is decided.';
comment on column handled_commands.person is 'To whom the key belongs.';
comment on column handled_commands.fingerprint is 'Digest of the command: the same key with another one is refused.';
comment on column handled_commands.versions is 'Versions of the command''s streams after it, by stream id.';
comment on column handled_commands.position is 'Of the command''s last event.';
comment on column handled_commands.answer is 'Ids that the answer is made of, never its text.';

create function forget_handled_commands(before timestamptz, most integer default 5000) returns integer
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  gone integer;
begin
  delete from handled_commands h using (
    select ctid from handled_commands where recorded_at < least(before, now() - interval '7 days') limit most) old
   where h.ctid = old.ctid;
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function forget_handled_commands(timestamptz, integer) is
  'Deletes keys recorded before the moment, at most `most` in one call, and answers how many. Never one younger than a week, whatever the caller says (product/system.md §5).';
revoke all on function forget_handled_commands(timestamptz, integer) from public;
grant execute on function forget_handled_commands(timestamptz, integer) to atelier_app;

grant select on streams, events, event_partitions, handled_commands to atelier_app, atelier_projector, atelier_writer;
grant select on event_partitioning to atelier_writer;
grant insert, update on streams to atelier_writer;
grant insert on events, handled_commands to atelier_writer;
grant usage, select on sequence event_position to atelier_writer;
grant usage on sequence entity_id_seq to atelier_app, atelier_projector;
