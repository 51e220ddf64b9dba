-- Reading streams and the log. As functions, for the sake of their plans: kept by the session, never a scan of a
-- whole table, however small the log was when the plan was made (see append_events).

create type read_event as (
  "position" bigint, stream_id text, version integer, event_id uuid, type text, schema_version integer,
  data jsonb, metadata jsonb, recorded text, hash text
);

-- All events of these streams, by stream and version, from one snapshot. The first and last position of each stream
-- spare the partitions that it never touched.
create function read_streams(stream_ids text[]) returns setof read_event
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data, e.metadata,
           (e.recorded_at at time zone 'UTC')::text, encode(e.hash, 'hex')
      from unnest(stream_ids) asked (id)
      join streams s on s.stream_id = asked.id
     cross join lateral (
       select * from events found
        where found.stream_id = s.stream_id and found.position between s.first_position and s.last_position
     ) e
     order by e.stream_id, e.version;
end $$;

-- The events after a position, never past the horizon, which comes in the first row even when there are none. One
-- statement, one snapshot: whoever sees the horizon sees every event below it.
create function read_log(after bigint, max_events integer, of_types text[])
returns table (epoch uuid, horizon bigint, event read_event)
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
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
