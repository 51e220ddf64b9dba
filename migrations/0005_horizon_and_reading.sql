-- Gap-free reading. Positions commit out of order: who reads `position > cursor` up to the newest visible event
-- loses those that commit late. Readers go only up to the horizon, below which nothing can appear any more:
--   1. note the sequence's last value, the candidate;
--   2. note who holds the shared append lock, by virtual transaction id: only they may still commit below it;
--   3. when all of them have ended, everything at or below the candidate is final: publish it.
-- Writers never wait for this, and a long transaction that does not append holds up nobody.

-- What tells a restored database from the one it was: another server (its system identifier), another database in it (a
-- dump, or a copy by template, gets a new oid), another timeline (a failover, a restore to a moment).
create function current_timeline() returns text language plpgsql volatile
set search_path = pg_catalog, pg_temp set jit = off as $$
begin
  return (select system_identifier from pg_control_system()) || '/'
    || (select oid from pg_database where datname = current_database()) || '/'
    || left(pg_walfile_name(pg_current_wal_lsn()), 8);
end $$;
comment on function current_timeline() is
  'Server, database and timeline as one text: another one means that positions may be given out twice (decisions/0112).';

create table log_horizon (
  only_row  boolean primary key default true check (only_row),
  epoch     uuid not null default gen_random_uuid(),
  position  bigint not null default 0,
  candidate bigint,
  holders   text[],
  timeline  text not null
) with (fillfactor = 20);
insert into log_horizon (timeline) values (current_timeline());
comment on table log_horizon is
  'Up to where the log is final, and what is known of the move that is under way. One row; moved by advance_horizon() alone (product/reliability.md §4).';
comment on column log_horizon.epoch is
  'Changes when positions may have been given out twice, after a failover or a restore. Screens then read everything anew (product/reliability.md §17).';
comment on column log_horizon.position is 'The horizon: every event at or below it is visible to everybody, and none will appear there.';
comment on column log_horizon.candidate is 'The position that the horizon moves to once all holders have ended; null when no move is under way.';
comment on column log_horizon.holders is 'Virtual transaction ids of the appends that may still commit at or below the candidate.';
comment on column log_horizon.timeline is 'Server, database and timeline in which the positions were given out: see current_timeline().';

create table horizon_marks (
  noted_at timestamptz primary key,
  position bigint not null
);
comment on table horizon_marks is
  'What the horizon was at a moment, at most every ten seconds: how a past moment finds its position (product/audit.md §2).';

create table event_types (
  type           text collate "C" not null,
  schema_version integer not null,
  primary key (type, schema_version)
);
comment on table event_types is
  'Every type and version that the log holds up to the horizon: a program that does not know one of them refuses to start.';

create function append_holders() returns text[] language plpgsql volatile set search_path = public, pg_temp
set jit = off as $$
begin
  return (select coalesce(array_agg(l.virtualtransaction), '{}')
    from pg_locks l
   where l.locktype = 'advisory' and l.granted and l.mode = 'ShareLock'
     and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = 0 and l.objid = 4715021 and l.objsubid = 1);
end $$;
comment on function append_holders() is
  'Virtual transaction ids of the transactions that hold the shared append lock of this database.';

-- Must run in a transaction of its own at read committed: each round needs a fresh snapshot.
create function advance_horizon(out epoch text, out "position" bigint, out moved boolean, out busy boolean,
  out due boolean)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  h     log_horizon;
  final bigint;
  -- The row holds a candidate of an earlier call.
  noted boolean;
  -- That one is still being looked at, not one of this call.
  stale boolean;
begin
  moved := false;
  due := false;
  select * into h from log_horizon for update skip locked;
  if not found then
    select l.epoch, l.position into epoch, "position" from log_horizon l;
    busy := true;
    return;
  end if;
  noted := h.candidate is not null;
  stale := noted;
  if h.timeline <> current_timeline() then
    h.epoch := gen_random_uuid();
    h.timeline := current_timeline();
    h.candidate := null;
  end if;
  -- Derived from what is already durable, so that a crash may forget it: no wait for the disk.
  perform set_config('synchronous_commit', 'off', true);

  for round in 1 .. 20 loop
    if h.candidate is null then
      h.candidate := (select case when is_called then last_value else 0 end from event_position);
      if h.candidate = h.position then
        h.candidate := null;
        exit;
      end if;
      h.holders := append_holders();
    else
      h.holders := array(select unnest(h.holders) intersect select unnest(append_holders()));
    end if;
    if cardinality(h.holders) = 0 then
      -- The newest committed position, not the candidate: numbers drawn in vain may be drawn again after a crash.
      final := (select e.position from events e where e.position > h.position and e.position <= h.candidate
                 order by e.position desc limit 1);
      h.candidate := null;
      if final is null and stale then
        stale := false;
        continue;
      end if;
      exit when final is null;
      insert into event_types select distinct e.type, e.schema_version from events e
       where e.position > h.position and e.position <= final on conflict do nothing;
      h.position := final;
      moved := true;
      exit;
    end if;
    perform pg_sleep(0.001);
  end loop;

  busy := h.candidate is not null;
  if moved or busy or noted or h.epoch is distinct from (select l.epoch from log_horizon l) then
    update log_horizon l set epoch = h.epoch, position = h.position, timeline = h.timeline,
      candidate = case when busy then h.candidate end, holders = case when busy then h.holders end;
  end if;
  if moved then
    insert into horizon_marks select clock_timestamp(), h.position
     where not exists (select from horizon_marks m where m.noted_at > clock_timestamp() - interval '10 seconds');
    due := (select max(p.upper_position) from event_partitions p)
      < h.position + (select w.ahead * w.width from event_partitioning w);
    -- The doorbell: one notification for many appends, never inside one of them.
    perform pg_notify('atelier_log', h.position::text);
  end if;
  epoch := h.epoch;
  "position" := h.position;
end $$;
comment on function advance_horizon() is
  'Moves the horizon as far as it goes now, waits a few milliseconds for appends that are under way, and notes the candidate for the next call when they take longer. busy: another session is at it, or appends are open. due: fewer than `ahead` widths are left, somebody should call make_next_event_partition().';

create function renew_epoch() returns uuid language sql security definer set search_path = public, pg_temp
begin atomic
  update log_horizon set epoch = gen_random_uuid(), candidate = null, holders = null, timeline = current_timeline()
  returning epoch;
end;
comment on function renew_epoch() is 'Begins a new epoch: by hand, after a restore that nothing else noticed.';

create function renew_epoch_of(known uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  update log_horizon set epoch = gen_random_uuid(), candidate = null, holders = null, timeline = current_timeline()
   where epoch = known;
  return found;
end $$;
comment on function renew_epoch_of(uuid) is
  'Begins a new epoch unless another node has done so since the caller read `known`, and answers whether it did: for a node that noted outside the database how far the log was, and sees that it went back (decisions/0112).';

create function thin_horizon_marks(before timestamptz, most integer default 5000) returns integer
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  gone integer;
begin
  delete from horizon_marks m where m.noted_at in (
    select later.noted_at from horizon_marks later
     where later.noted_at < date_trunc('hour', least(before, now() - interval '1 day'))
       and exists (select from horizon_marks first
                    where first.noted_at >= date_trunc('hour', later.noted_at) and first.noted_at < later.noted_at)
     order by later.noted_at limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function thin_horizon_marks(timestamptz, integer) is
  'Keeps of each hour before the moment only the first mark, deletes at most `most` marks in one call, and answers how many. Never one younger than a day (product/system.md §5).';

-- Reading streams and the log. As functions, for the sake of their plans: kept by the session, never a scan of a whole
-- table, however small the log was when the plan was made.
create type read_event as (
  "position" bigint, stream_id text, version integer, event_id uuid, type text, schema_version integer,
  data jsonb, metadata jsonb, recorded text, hash text
);
comment on type read_event is 'An event as it is read: recorded is in UTC with microseconds, hash in hexadecimal.';

create function read_streams(stream_ids text[]) returns setof read_event
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
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
comment on function read_streams(text[]) is
  'All events of these streams, by stream and version, from one snapshot. The first and last position of each stream spare the partitions that it never touched.';

create function read_log(after bigint, max_events integer, of_types text[])
returns table (epoch uuid, horizon bigint, event read_event)
language plpgsql stable set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set jit = off as $$
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
comment on function read_log(bigint, integer, text[]) is
  'The events after a position, at most `max_events`, of these types (all when null), never past the horizon, which comes in the first row even when there are none. One snapshot: whoever sees the horizon sees every event below it.';

grant select on log_horizon, horizon_marks, event_types to atelier_app, atelier_projector, atelier_writer;
grant update on log_horizon to atelier_writer;
grant insert on horizon_marks, event_types to atelier_writer;
grant create on schema public to atelier_writer;
alter function advance_horizon() owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function advance_horizon(), renew_epoch(), renew_epoch_of(uuid), append_holders(),
  thin_horizon_marks(timestamptz, integer) from public;
grant execute on function append_holders() to atelier_writer;
grant execute on function advance_horizon() to atelier_app, atelier_projector;
grant execute on function renew_epoch_of(uuid), thin_horizon_marks(timestamptz, integer) to atelier_app;
