-- Reading streams and the log, as functions for the sake of their plans: a session keeps them, and none is a scan of a whole table,
-- however small the log was when the plan was made.

-- Of the release before 0083: called with streams alone, the next one answers the same.
drop function if exists read_streams(text[]);

create or replace function read_streams(stream_ids text[], of_types text[] default null) returns setof read_event
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
          and (of_types is null or found.type = any (of_types))
     ) e on true
     where e.position is not null or s.archive is not null
     order by s.stream_id, e.version;
end $$;
comment on function read_streams(text[], text[]) is
  'All events of these streams, or those of some types, by stream and version, from one snapshot. Of a stream that lies in an archive one row without version, with the archive''s name as type. The first and last position of each stream spare the partitions that it never touched.';

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
