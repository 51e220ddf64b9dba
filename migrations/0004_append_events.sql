-- The one way into the log. A call carries one or more commands; each is all or nothing over its streams.

-- Neither stream ids, types nor printed jsonb hold a raw line feed, so no two events print alike.
-- plpgsql, whose plan is kept by the session; a function in SQL is planned anew in every transaction.
create function event_hash(
  previous_hash bytea, place bigint, moment timestamptz, stream_version integer, data_version integer,
  id uuid, stream text, event_type text, event_data jsonb, envelope jsonb
) returns bytea language plpgsql stable parallel safe set jit = off as $$
begin
  return sha256(previous_hash || convert_to(concat_ws(e'\n', place, (extract(epoch from moment) * 1000000)::bigint,
    stream_version, data_version, id, stream, event_type, event_data, envelope), 'UTF8'));
end $$;
comment on function event_hash(bytea, bigint, timestamptz, integer, integer, uuid, text, text, jsonb, jsonb) is
  'The hash of an event: SHA-256 over the stream''s previous hash and everything the event says, a line per column, the moment in microseconds (product/reliability.md §16).';

create function claim_keys(persons text[], keys text[], uses jsonb, outcomes jsonb) returns void
language plpgsql set jit = off as $$
declare
  kept   integer;
  to_keep integer := (select count(*) from unnest(keys) with ordinality i (key, c)
    where i.key is not null and jsonb_typeof(outcomes -> (i.c - 1)::integer) = 'number');
begin
  insert into handled_commands (person, key, fingerprint, position, versions, answer)
  select i.person, i.key, uses -> (i.c - 1)::integer ->> 'f', (outcomes -> (i.c - 1)::integer)::bigint,
         uses -> (i.c - 1)::integer -> 'v', uses -> (i.c - 1)::integer -> 'a'
    from unnest(persons, keys) with ordinality i (person, key, c)
   where i.key is not null and jsonb_typeof(outcomes -> (i.c - 1)::integer) = 'number'
   order by i.person, i.key
      on conflict do nothing;
  get diagnostics kept = row_count;
  if kept <> to_keep then raise exception 'a key was used at the same moment' using errcode = 'AT409'; end if;
end $$;
comment on function claim_keys(text[], text[], jsonb, jsonb) is
  'Keeps the idempotency keys of the commands that were just written, in an order that no two calls see differently. Raises AT409 when a key was used at the same moment.';

create function write_entry_rows(
  row_tables text[], row_values jsonb, entry_ends integer[], entry_stream integer[], outcomes jsonb,
  versions integer[], lasts bigint[]
) returns void language plpgsql set jit = off as $$
declare
  by_table record;
begin
  for by_table in
    select newest.target, jsonb_agg(newest.row) as rows
      from (select distinct on (r.stream) r.target, row_values -> (r.entry - 1)::integer || jsonb_build_object(
                     'version', versions[r.stream], 'position', lasts[r.stream]) as row
              from unnest(row_tables, entry_stream) with ordinality r (target, stream, entry)
             where r.target is not null
               and jsonb_typeof(outcomes -> (select count(*) from unnest(entry_ends) e where e < r.entry)::integer) = 'number'
             order by r.stream, r.entry desc) newest
     group by newest.target order by newest.target
  loop
    perform write_inline_rows(by_table.target, by_table.rows);
  end loop;
end $$;
comment on function write_entry_rows(text[], jsonb, integer[], integer[], jsonb, integer[], bigint[]) is
  'Writes the inline rows of the entries that were written, only the newest of each stream, table by table.';

-- A call carries commands; a command has entries, one per stream; an entry has events, or none if it only guards.
-- Everything comes as flat arrays, which the function reads without unpacking anything:
--   all_streams    ids of the streams, each once, in bytewise order: rows are locked in this order, so two appends
--                  never wait for each other in a circle
--   metadata       per command, as one JSON array: cheaper to send and to take apart than an array of JSON
--   entry_ends     per command, the number of its last entry (counted from 1 over all commands)
--   entry_stream   per entry, which of all_streams; entry_expected: the version it must be at
--   event_ends     per entry, the number of its last event (counted from 1 over all entries)
--   event_ids, event_types, event_schemas, event_data: per event; the data as one JSON array
--   row_tables, row_values  per entry, the stream's inline row (values: JSON array); null when no entry has one
--   persons, keys, uses     per command, its idempotency key and (JSON array) {"f": fingerprint, "v": versions after, "a": answer};
--                           null when no command has one
-- Answers per command either the position of its last event or
--   {"o": "replayed", "p", "v", "a"}       the key was used before: its first result
--   {"o": "reused"}                        the key was used before for another command
--   {"o": "conflict", "s": which of all_streams, "v": its version}
-- and raises AT409 when a race was lost after the check: nothing is written, the caller tries again.
-- A guard at version 0 is refused (22023): there is no row to lock, so the stream may be made while the call runs
-- (decisions/0090).
create function append_events(
  all_streams text[], metadata jsonb, entry_ends integer[], entry_stream integer[], entry_expected integer[],
  event_ends integer[], event_ids uuid[], event_types text[], event_schemas integer[], event_data jsonb,
  row_tables text[], row_values jsonb, persons text[], keys text[], uses jsonb
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
-- Planned once per session, and never as a scan of a whole table: a plan made while the log was empty would be kept
-- while it grows, until somebody analyses it.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
declare
  held       boolean;
  moment     timestamptz;
  micros     bigint;
  found_at   integer[];   -- versions of the streams as read …
  versions   integer[];   -- … and after the commands so far
  hashes     bytea[];
  firsts     bigint[];    -- positions written now, per stream
  lasts      bigint[];
  known      jsonb[];     -- per command, how its key was used before
  outcomes   jsonb := '[]';
  outcome    jsonb;
  s          integer;     -- number of a stream
  first      integer;     -- entries of the command
  last       integer := 0;
  n          integer := 0; -- events so far
  written    integer := 0;
  place      bigint;
  -- per event; null where the command was refused
  e_command  integer[];
  e_stream   integer[];
  e_place    bigint[];
  e_version  integer[];
  e_hash     bytea[];
begin
  -- Held to the end of the transaction. Positions are drawn under it: whoever may still commit a position
  -- below the horizon's candidate is seen holding it.
  held := pg_advisory_xact_lock_shared(4715021) is null;
  moment := clock_timestamp();
  micros := extract(epoch from moment) * 1000000;

  select array_agg(r.version), array_agg(r.last_hash) into found_at, hashes
    from (select coalesce(st.version, 0) as version, coalesce(st.last_hash, '') as last_hash
            from unnest(all_streams) with ordinality i (id, n) left join streams st on st.stream_id = i.id
           order by i.n) r;
  versions := found_at;
  -- At full length from the start: an array that begins with its fifth element would be unnested as if that were
  -- its first, and the events of a command behind a refused one would get that one's data.
  e_command := array_fill(null::integer, array[cardinality(event_ids)]);
  e_stream := e_command;
  e_version := e_command;
  e_place := array_fill(null::bigint, array[cardinality(event_ids)]);
  e_hash := array_fill(null::bytea, array[cardinality(event_ids)]);

  -- Looked up after the versions were read: whoever sees a command's effect also sees its key.
  if keys is not null then
    select array_agg(r.known) into known
      from (select case when h.key is not null then jsonb_build_object(
                     'f', h.fingerprint, 'p', h.position, 'v', h.versions, 'a', h.answer) end as known
              from unnest(persons, keys) with ordinality i (person, key, n)
              left join handled_commands h on h.person = i.person and h.key = i.key
             order by i.n) r;
  end if;

  for c in 1 .. cardinality(entry_ends) loop
    first := last + 1;
    last := entry_ends[c];
    outcome := null;
    if known[c] is not null then
      outcome := case when known[c] ->> 'f' = uses -> c - 1 ->> 'f'
        then known[c] - 'f' || '{"o": "replayed"}' else '{"o": "reused"}' end;
    else
      for entry in first .. last loop
        s := entry_stream[entry];
        if entry_expected[entry] = 0 and event_ends[entry] = coalesce(event_ends[entry - 1], 0) then
          raise exception '%: nothing there to guard', all_streams[s] using errcode = '22023';
        end if;
        if versions[s] <> entry_expected[entry] then
          outcome := jsonb_build_object('o', 'conflict', 's', s, 'v', versions[s]);
          exit;
        end if;
      end loop;
    end if;

    if outcome is not null then
      n := event_ends[last];
      outcomes := outcomes || outcome;
      continue;
    end if;
    for entry in first .. last loop
      s := entry_stream[entry];
      while n < event_ends[entry] loop
        n := n + 1;
        -- Drawn after the stream was seen at the expected version: positions grow along a stream.
        place := nextval('event_position');
        versions[s] := versions[s] + 1;
        -- As in event_hash, which would cost a function call per event; the chain's tests hold the two together.
        hashes[s] := sha256(hashes[s] || convert_to(concat_ws(e'\n', place, micros, versions[s], event_schemas[n],
          event_ids[n], all_streams[s], event_types[n], event_data -> n - 1, metadata -> c - 1), 'UTF8'));
        if firsts[s] is null then firsts[s] := place; end if;
        lasts[s] := place;
        e_command[n] := c;
        e_stream[n] := s;
        e_place[n] := place;
        e_version[n] := versions[s];
        e_hash[n] := hashes[s];
      end loop;
    end loop;
    written := written + 1;
    outcomes := outcomes || to_jsonb(place);
  end loop;
  if written = 0 then return outcomes; end if;

  -- In bytewise order of the ids. A stream that moved since it was read loses the race for the whole call.
  for s in 1 .. cardinality(all_streams) loop
    if lasts[s] is null then
      -- Only guarded (or in a command that was refused): nobody may move it before this call has committed.
      perform from streams st where st.stream_id = all_streams[s] and st.version = found_at[s] for share;
    elsif found_at[s] = 0 then
      insert into streams (stream_id, version, first_position, last_position, last_hash)
      values (all_streams[s], versions[s], firsts[s], lasts[s], hashes[s]) on conflict do nothing;
    else
      update streams st set version = versions[s], last_position = lasts[s], last_hash = hashes[s]
       where st.stream_id = all_streams[s] and st.version = found_at[s];
    end if;
    if not found and (lasts[s] is not null or found_at[s] > 0) then
      raise exception 'a race for % was lost', all_streams[s] using errcode = 'AT409';
    end if;
  end loop;

  if keys is not null then perform claim_keys(persons, keys, uses, outcomes); end if;

  insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
  select e.place, moment, e.version, e.schema, e.id, all_streams[e.stream], e.type, event_data -> (e.n - 1)::integer,
         metadata -> e.command - 1, e.hash
    from unnest(e_place, e_version, event_schemas, event_ids, e_stream, event_types, e_command, e_hash)
      with ordinality e (place, version, schema, id, stream, type, command, hash, n)
   where e.place is not null;

  if row_tables is not null then
    perform write_entry_rows(row_tables, row_values, entry_ends, entry_stream, outcomes, versions, lasts);
  end if;
  return outcomes;
end $$;
comment on function append_events(
  text[], jsonb, integer[], integer[], integer[], integer[], uuid[], text[], integer[], jsonb, text[], jsonb, text[],
  text[], jsonb) is
  'Appends the events of one or more commands, each all or nothing over its streams, with their idempotency keys and inline rows. Answers per command the position of its last event, or why nothing was written. The arguments are described in 0004_append_events.sql.';

-- Runs with the rights of a role that nobody can log in as, and that may do nothing else.
grant create on schema public to atelier_writer;
alter function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb) owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb) from public;
grant execute on function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb) to atelier_app, atelier_projector;
