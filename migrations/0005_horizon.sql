-- Gap-free reading. Positions commit out of order: who reads `position > cursor` up to the newest visible event
-- loses those that commit late. Readers go only up to the horizon, below which nothing can appear any more:
--   1. note the sequence's last value, the candidate;
--   2. note who holds the shared append lock, by virtual transaction id: only they may still commit below it;
--   3. when all of them have ended, everything at or below the candidate is final: publish it.
-- Writers never wait for this, and a long transaction that does not append holds up nobody.

create table log_horizon (
  only_row  boolean primary key default true check (only_row),
  epoch     uuid not null default gen_random_uuid(),
  position  bigint not null default 0,
  candidate bigint,
  holders   text[],
  timeline  text not null
) with (fillfactor = 20);
comment on column log_horizon.epoch is
  'Changes when positions may have been given out twice: after a failover or a restore. Clients then resync.';

create function current_timeline() returns text language plpgsql volatile as $$
begin
  return left(pg_walfile_name(pg_current_wal_lsn()), 8);
end $$;

insert into log_horizon (timeline) values (current_timeline());

-- What the horizon was at a moment, at most every ten seconds: to look at the past (architecture, Projections).
create table horizon_marks (
  noted_at timestamptz primary key,
  position bigint not null
);

-- Every type and version that the log holds up to the horizon: a start refuses what it does not know.
create table event_types (
  type           text collate "C" not null,
  schema_version integer not null,
  primary key (type, schema_version)
);

-- Virtual transaction ids of the transactions that hold the shared append lock of this database.
create function append_holders() returns text[] language plpgsql volatile set search_path = public, pg_temp as $$
begin
  return (select coalesce(array_agg(l.virtualtransaction), '{}')
    from pg_locks l
   where l.locktype = 'advisory' and l.granted and l.mode = 'ShareLock'
     and l.database = (select oid from pg_database where datname = current_database())
     and l.classid = 0 and l.objid = 4715021 and l.objsubid = 1);
end $$;

-- Moves the horizon as far as it goes now. Waits a little for appends that are under way, and notes the
-- candidate for the next call when they take longer. `busy`: another session is at it, or appends are open.
-- `due`: less than one partition is left ahead, somebody should call ensure_event_partitions().
-- Must run in a transaction of its own at read committed: each look needs a fresh snapshot.
create function advance_horizon(out epoch text, out "position" bigint, out moved boolean, out busy boolean,
  out due boolean)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  h     log_horizon;
  final bigint;
begin
  moved := false;
  due := false;
  select * into h from log_horizon for update skip locked;
  if not found then
    select l.epoch, l.position into epoch, "position" from log_horizon l;
    busy := true;
    return;
  end if;
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
  if moved or busy or h.epoch is distinct from (select l.epoch from log_horizon l) then
    update log_horizon l set epoch = h.epoch, position = h.position, timeline = h.timeline,
      candidate = case when busy then h.candidate end, holders = case when busy then h.holders end;
  end if;
  if moved then
    insert into horizon_marks select clock_timestamp(), h.position
     where not exists (select from horizon_marks m where m.noted_at > clock_timestamp() - interval '10 seconds');
    due := (select max(p.upper_position) from event_partitions p)
      < h.position + (select w.width from event_partitioning w);
    -- The doorbell: one notification for many appends, never inside one of them.
    perform pg_notify('atelier_log', h.position::text);
  end if;
  epoch := h.epoch;
  "position" := h.position;
end $$;

-- After a restore from a dump, which knows no timelines: every client starts over.
create function renew_epoch() returns uuid language sql security definer set search_path = public, pg_temp
begin atomic
  update log_horizon set epoch = gen_random_uuid(), candidate = null, holders = null, timeline = current_timeline()
  returning epoch;
end;

grant select on log_horizon, horizon_marks, event_types to atelier_app, atelier_projector, atelier_writer;
grant update on log_horizon to atelier_writer;
grant select on event_partitioning to atelier_writer;
grant insert on horizon_marks, event_types to atelier_writer;
grant create on schema public to atelier_writer;
alter function advance_horizon() owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function advance_horizon(), renew_epoch(), append_holders() from public;
grant execute on function append_holders() to atelier_writer;
grant execute on function advance_horizon() to atelier_app, atelier_projector;
