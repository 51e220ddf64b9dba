-- Old streams that have ended are taken out of the log into files and can be put back (decisions/0143).

create table event_archives (
  name           text collate "C" primary key,
  upper_position bigint not null,
  first_position bigint not null,
  last_position  bigint not null,
  events         bigint not null,
  streams        bigint not null,
  sha256         text not null,
  chain          text not null,
  detached_at    timestamptz not null default clock_timestamp()
);
comment on table event_archives is
  'Files that hold events which were taken out of the log, until they are put back. Written by the owner alone (decisions/0143).';
comment on column event_archives.upper_position is 'All of its events lie before this position; whoever reads the log from before it misses them.';
comment on column event_archives.sha256 is 'Of the file''s bytes.';
comment on column event_archives.chain is 'SHA-256 over a line per stream, by id: its id, version and newest hash.';
grant select on event_archives to atelier_app, atelier_projector, atelier_writer;

alter table streams add column archive text collate "C";
comment on column streams.archive is 'The file that holds all events of the stream; null while they are in the log.';
comment on column streams.version is
  'Of the newest event; versions begin at 1 and have no gap. Negative while the stream lies in an archive: no append expects that.';
create index streams_archived on streams (archive, stream_id) where archive is not null;

create or replace function read_streams(stream_ids text[]) returns setof read_event
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
begin
  return query
    select e.position, s.stream_id, e.version, e.event_id, coalesce(e.type, s.archive), e.schema_version, e.data, e.metadata,
           (e.recorded_at at time zone 'UTC')::text, encode(e.hash, 'hex')
      from unnest(stream_ids) asked (id)
      join streams s on s.stream_id = asked.id
      left join lateral (
       select * from events found
        where found.stream_id = s.stream_id and found.position between s.first_position and s.last_position
     ) e on true
     order by s.stream_id, e.version;
end $$;
comment on function read_streams(text[]) is
  'All events of these streams, by stream and version, from one snapshot. Of a stream that lies in an archive one row without version, with the archive''s name as type. The first and last position of each stream spare the partitions that it never touched.';

create or replace function read_log(after bigint, max_events integer, of_types text[])
returns table (epoch uuid, horizon bigint, event read_event)
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  missing text := (select min(a.name) from event_archives a where a.upper_position > after + 1);
begin
  if missing is not null then
    raise exception 'events after position % lie in archive %', after, missing using errcode = 'AT410', detail = missing;
  end if;
  return query
    select h.epoch, h.position, case when e.position is not null then
           row(e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data, e.metadata,
               (e.recorded_at at time zone 'UTC')::text, encode(e.hash, 'hex'))::read_event end
      from log_horizon h
      left join lateral (
        select * from events found
         where found.position > after and found.position <= h.position
           and (of_types is null or found.type = any (of_types))
         order by found.position limit max_events
      ) e on true;
end $$;
comment on function read_log(bigint, integer, text[]) is
  'The events after a position, at most `max_events`, of these types (all when null), never past the horizon, which comes in the first row even when there are none. One snapshot: whoever sees the horizon sees every event below it. Raises AT410 where some of them lie in an archive.';

-- Puts a table with what stays in the place of a partition, which is dropped with what was taken out.
create function keep_unarchived_events(lower_bound bigint) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  part event_partitions := (select p from event_partitions p where p.lower_position = lower_bound);
  kept text := part.table_name || '_kept';
begin
  execute format('create table %I (like events including defaults including constraints)', kept);
  execute format('insert into %I select e.* from %I e join streams s using (stream_id) where s.archive is null', kept, part.table_name);
  execute format('alter table %I add primary key (position)', kept);
  execute format('create unique index on %I (stream_id, version)', kept);
  execute format('analyze %I', kept);
  -- The attach need not look at every row again.
  execute format('alter table %I add constraint bounds check (position >= %s and position < %s)', kept, part.lower_position,
    part.upper_position);
end $$;
comment on function keep_unarchived_events(bigint) is
  'Makes the table of a partition without the events of archived streams, beside it.';

create function swap_event_partition(lower_bound bigint) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  part event_partitions := (select p from event_partitions p where p.lower_position = lower_bound);
  kept text := part.table_name || '_kept';
begin
  execute format('alter table events detach partition %I', part.table_name);
  execute format('drop table %I', part.table_name);
  execute format('alter table events attach partition %I for values from (%s) to (%s)', kept, part.lower_position,
    part.upper_position);
  execute format('alter table %I drop constraint bounds', kept);
  execute format('alter table %I rename to %I', kept, part.table_name);
end $$;
comment on function swap_event_partition(bigint) is
  'Puts the table made by keep_unarchived_events() in the place of its partition, under an exclusive lock on events.';
revoke all on function keep_unarchived_events(bigint), swap_event_partition(bigint) from public;
