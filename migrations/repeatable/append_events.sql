-- The one way into the log. A call carries one or more commands, each all or nothing over its streams. It waits for no row and no key
-- of another transaction (decisions/0206): it locks the rows of its streams before it reads their versions, and answers "busy" for
-- each command with a stream or key that another transaction holds. A locked stream cannot move, so a race is only lost over a new
-- stream.
--
-- A command has entries, one per stream; an entry has events, or none if it only guards. Everything comes as flat arrays, which
-- the function reads without unpacking anything:
--   all_streams    ids of the streams, each once, in bytewise order: two appends lock rows in the same order
--   metadata       per command, as one JSON array: cheaper to send and to take apart than an array of JSON
--   entry_ends     per command, the number of its last entry (counted from 1 over all commands)
--   entry_stream   per entry, which of all_streams; entry_expected: the version it must be at
--   event_ends     per entry, the number of its last event (counted from 1 over all entries)
--   event_ids, event_types, event_schemas, event_data: per event; the data as one JSON array
--   row_tables, row_values  per entry, the target and record of the stream's inline row (records: JSON array), or its table and an
--                           object; null when no entry has one (decisions/0221)
--   persons, keys, uses     per command, its idempotency key and (JSON array) {"f": fingerprint, "v": versions after, "a": answer};
--                           null when no command has one
--   named          the persons whose keys sealed something of it, or null
-- Answers per command the position of its last event, or
--   {"o": "replayed", "p", "v", "a"}       the key was used before: its first result
--   {"o": "reused"}                        the key was used before for another command
--   {"o": "conflict", "s": which of all_streams, "v": its version}
--   {"o": "busy", "s": which of all_streams; null for its key}
--   {"o": "none"}                          a command without entries only asks for its key: it was not used
-- Raises, and then nothing is written:
--   AT409  a race over a new stream or a key was lost: the caller tries again
--   AT410  one of `named` is erased
--   22023  a guard at version 0: there is no row to lock, so the stream may be made while the call runs (decisions/0090)
--
-- It runs with the rights of atelier_writer, a role without a login.

create or replace function append_events(
  all_streams text[], metadata jsonb, entry_ends integer[], entry_stream integer[], entry_expected integer[],
  event_ends integer[], event_ids uuid[], event_types text[], event_schemas integer[], event_data jsonb,
  row_tables text[], row_values jsonb, persons text[], keys text[], uses jsonb, named text[]
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
-- Planned once per session, and never as a scan of a whole table: a plan made while the log was empty would be kept
-- while it grows, until somebody analyses it.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
-- For what else may be locked: inline rows, partitions, an erasure, a rebuild. The caller tries again.
set lock_timeout = '100ms' as $$
declare
  gone       text;
  held       boolean;
  is_free    boolean[];   -- per command, whether no other transaction has its key under way
  moment     timestamptz;
  micros     bigint;
  found_at   integer[];   -- versions of the streams as read, null where another transaction holds the row …
  versions   integer[];   -- … and after the commands so far
  hashes     bytea[];
  firsts     bigint[];    -- positions written now, per stream
  lasts      bigint[];
  known      jsonb[];     -- per command, how its key was used before
  answers    jsonb[];     -- per command, what is answered …
  ends       bigint[];    -- … and the position of its last event; null where it was refused
  outcome    jsonb;
  s          integer;     -- number of a stream
  first      integer;     -- entries of the command
  last       integer := 0;
  n          integer := 0; -- events so far
  written    integer := 0;
  changed    integer;
  moved      integer := 0; -- streams that were there …
  fresh      integer := 0; -- … and new ones that events are written to
  claimed    integer := 0;
  row_entry  integer[];   -- per stream, the last entry that was written and brings a row
  place      bigint;
  envelope   text;        -- the command's metadata, as its events' hashes have it
  -- per event; null where the command was refused
  e_command  integer[];
  e_stream   integer[];
  e_place    bigint[];
  e_version  integer[];
  e_hash     bytea[];
begin
  if named is not null then
    perform pg_advisory_xact_lock_shared(4715027, lock) from (
      select distinct hashtext(person) as lock from unnest(named) person order by 1) locks;
    select e.subject into gone from erasures e where e.subject = any (named) limit 1;
    if gone is not null then raise exception 'a person is erased' using errcode = 'AT410', detail = gone; end if;
  end if;
  -- Held to the end of the transaction. Positions are drawn under it: whoever may still commit a position
  -- below the horizon's candidate is seen holding it.
  held := pg_advisory_xact_lock_shared(4715021) is null;
  moment := clock_timestamp();
  micros := extract(epoch from moment) * 1000000;

  if keys is not null then
    select array_agg(pg_try_advisory_xact_lock(hashtextextended(i.person || e'\n' || i.key, 0)) order by i.n) into is_free
      from unnest(persons, keys) with ordinality i (person, key, n);
  end if;
  select array_agg(r.version), array_agg(r.last_hash) into found_at, hashes
    from (select case when own.stream_id is not null then own.version
                      when not exists (select from streams st where st.stream_id = i.id) then 0 end as version,
                 coalesce(own.last_hash, '') as last_hash
            from unnest(all_streams) with ordinality i (id, n)
            left join lateral (
              select st.stream_id, st.version, st.last_hash from streams st where st.stream_id = i.id
                 for no key update skip locked) own on true
           order by i.n) r;
  versions := found_at;
  -- At full length from the start: an array that begins with its fifth element would be unnested as if that were
  -- its first, and the events of a command behind a refused one would get that one's data.
  e_command := array_fill(null::integer, array[cardinality(event_ids)]);
  e_stream := e_command;
  e_version := e_command;
  e_place := array_fill(null::bigint, array[cardinality(event_ids)]);
  e_hash := array_fill(null::bytea, array[cardinality(event_ids)]);
  ends := array_fill(null::bigint, array[cardinality(entry_ends)]);
  lasts := array_fill(null::bigint, array[cardinality(all_streams)]);
  firsts := lasts;
  row_entry := array_fill(null::integer, array[cardinality(all_streams)]);

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
      -- Written, so that this commit waits for a synchronous standby: the first one may not have reached it.
      perform from handled_commands h where h.person = persons[c] and h.key = keys[c] for share;
    elsif not is_free[c] then
      outcome := '{"o": "busy", "s": null}';
    elsif first > last then
      outcome := '{"o": "none"}';
    else
      for entry in first .. last loop
        s := entry_stream[entry];
        if entry_expected[entry] = 0 and event_ends[entry] = coalesce(event_ends[entry - 1], 0) then
          raise exception '%: nothing there to guard', all_streams[s] using errcode = '22023';
        end if;
        if versions[s] is null then
          outcome := jsonb_build_object('o', 'busy', 's', s);
          exit;
        end if;
        if versions[s] <> entry_expected[entry] then
          outcome := jsonb_build_object('o', 'conflict', 's', s, 'v', versions[s]);
          exit;
        end if;
      end loop;
    end if;

    if outcome is not null then
      n := coalesce(event_ends[last], 0);
      answers[c] := outcome;
      continue;
    end if;
    envelope := metadata -> c - 1;
    for entry in first .. last loop
      s := entry_stream[entry];
      while n < event_ends[entry] loop
        n := n + 1;
        -- Drawn after the stream was seen at the expected version: positions grow along a stream.
        place := nextval('event_position');
        versions[s] := versions[s] + 1;
        -- As in event_hash, which would cost a function call per event; the chain's tests hold the two together.
        hashes[s] := sha256(hashes[s] || convert_to(concat_ws(e'\n', place, micros, versions[s], event_schemas[n],
          event_ids[n], all_streams[s], event_types[n], event_data -> n - 1, envelope), 'UTF8'));
        if firsts[s] is null then
          firsts[s] := place;
          if found_at[s] = 0 then fresh := fresh + 1; else moved := moved + 1; end if;
        end if;
        lasts[s] := place;
        e_command[n] := c;
        e_stream[n] := s;
        e_place[n] := place;
        e_version[n] := versions[s];
        e_hash[n] := hashes[s];
      end loop;
      if row_tables[entry] is not null then row_entry[s] := entry; end if;
    end loop;
    written := written + 1;
    if keys[c] is not null then claimed := claimed + 1; end if;
    ends[c] := place;
    answers[c] := to_jsonb(place);
  end loop;
  if written = 0 then return to_jsonb(answers); end if;

  if moved > 0 then
    update streams st set version = i.version, last_position = i.last, last_hash = i.hash
      from unnest(all_streams, found_at, versions, lasts, hashes) i (id, found, version, last, hash)
     where i.found > 0 and i.last is not null and st.stream_id = i.id;
  end if;
  if fresh > 0 then
    insert into streams (stream_id, version, first_position, last_position, last_hash)
    select i.id, i.version, i.first, i.last, i.hash
      from unnest(all_streams, found_at, versions, firsts, lasts, hashes) i (id, found, version, first, last, hash)
     where i.found = 0 and i.last is not null
        on conflict do nothing;
    get diagnostics changed = row_count;
    if changed <> fresh then
      raise exception 'a race for a new stream was lost' using errcode = 'AT409';
    end if;
  end if;

  if claimed > 0 then
    -- In an order that no two calls see differently.
    insert into handled_commands (person, key, fingerprint, position, versions, answer)
    select i.person, i.key, i.use ->> 'f', i.last, i.use -> 'v', i.use -> 'a'
      from (select k.person, k.key, k.last, uses -> (k.n - 1)::integer as use
              from unnest(persons, keys, ends) with ordinality k (person, key, last, n)
             where k.key is not null and k.last is not null offset 0) i
     order by i.person, i.key
        on conflict do nothing;
    get diagnostics changed = row_count;
    if changed <> claimed then raise exception 'a key was used at the same moment' using errcode = 'AT409'; end if;
  end if;

  insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
  select e.place, moment, e.version, e.schema, e.id, all_streams[e.stream], e.type, event_data -> (e.n - 1)::integer,
         metadata -> e.command - 1, e.hash
    from unnest(e_place, e_version, event_schemas, event_ids, e_stream, event_types, e_command, e_hash)
      with ordinality e (place, version, schema, id, stream, type, command, hash, n)
   where e.place is not null;

  if row_tables is not null then
    perform write_inline_rows(t.target, row_values, t.entries, t.versions, t.positions)
       from (select row_tables[r.entry] as target, array_agg(r.entry order by r.stream) as entries,
                    array_agg(versions[r.stream] order by r.stream) as versions,
                    array_agg(lasts[r.stream] order by r.stream) as positions
               from unnest(row_entry) with ordinality r (entry, stream)
              where r.entry is not null group by 1 order by 1) t;
  end if;
  return to_jsonb(answers);
end $$;
comment on function append_events(
  text[], jsonb, integer[], integer[], integer[], integer[], uuid[], text[], integer[], jsonb, text[], jsonb, text[],
  text[], jsonb, text[]) is
  'Appends the events of one or more commands, each all or nothing over its streams, with their idempotency keys and inline rows. Answers per command the position of its last event, or why nothing was written. Waits for no row and no key: a command that finds one locked is answered "busy". The arguments are described in migrations/repeatable/append_events.sql.';

grant create on schema public to atelier_writer;
alter function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb, text[]) owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb, text[]) from public;
grant execute on function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb, text[]) to atelier_app, atelier_projector;
