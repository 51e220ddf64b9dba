-- Partitions far ahead of the log, made without anybody waiting. To attach one, PostgreSQL takes an exclusive lock on
-- the default partition. A backup holds a shared one for as long as it runs, and every reader queues behind a request
-- for the exclusive one. So the request is given up after 50 ms, and there is time for it to be refused for many hours.

alter table event_partitioning add column ahead integer not null default 3 check (ahead > 0);
comment on column event_partitioning.ahead is 'Partitions are due when fewer than so many widths are left.';

-- Makes at most one partition: 'made', 'enough' when none is due, 'busy' when another session is at it.
-- Fails with lock_not_available when somebody reads the default partition for long.
create function make_next_event_partition(ahead integer default null) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms' as $$
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

-- All that are due, in one transaction: for loading in bulk, and by hand.
create or replace function ensure_event_partitions(ahead integer default null) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made integer := 0;
begin
  while make_next_event_partition(ensure_event_partitions.ahead) = 'made' loop
    made := made + 1;
  end loop;
  return made;
end $$;

-- For how many widths of positions partitions are ready; below zero, the default partition takes what is appended.
create function event_partitions_ahead() returns double precision
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select (coalesce((select max(upper_position) from event_partitions), 0) - (select last_value from event_position))
    / width::double precision from event_partitioning;
end;

revoke all on function make_next_event_partition(integer), event_partitions_ahead() from public;
grant execute on function make_next_event_partition(integer), event_partitions_ahead()
  to atelier_app, atelier_projector;

-- As it was, but for `due`: fewer than `ahead` widths are left, somebody should call make_next_event_partition().
create or replace function advance_horizon(out epoch text, out "position" bigint, out moved boolean, out busy boolean,
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
      < h.position + (select w.ahead * w.width from event_partitioning w);
    -- The doorbell: one notification for many appends, never inside one of them.
    perform pg_notify('atelier_log', h.position::text);
  end if;
  epoch := h.epoch;
  "position" := h.position;
end $$;

-- A backup may run at this moment: then the first node that appends makes what is missing.
do $$ begin
  perform ensure_event_partitions();
exception when lock_not_available then
  raise notice 'partitions are made later: the log is being read by a backup';
end $$;
