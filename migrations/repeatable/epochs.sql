-- One function begins an epoch: after a restore, after a failover, and by hand (decisions/0205). The horizon moves as
-- 0005_horizon_and_reading.sql explains.

create or replace function renew_epoch(backup text default null, asked_for timestamptz default null) returns uuid
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  begun uuid := gen_random_uuid();
begin
  -- Another failover begins another epoch: no session waits for a standby to have this one.
  perform set_config('synchronous_commit', 'local', true);
  perform setval(format('%I.%I', s.schemaname, s.sequencename)::regclass,
                 least(coalesce(s.last_value, s.start_value) + 1000000, s.max_value))
     from pg_sequences s where s.schemaname = 'public';
  update log_horizon set epoch = begun, timeline = current_timeline(), candidate = null, holders = null;
  insert into restores (backup, asked_for, position, epoch)
  select renew_epoch.backup, renew_epoch.asked_for, h.position, begun from log_horizon h;
  return begun;
end $$;
comment on function renew_epoch(text, timestamptz) is
  'Begins a new epoch and answers it: every sequence goes on a million further, and restores gets a row. Also by hand, after a restore that nothing else noticed.';

create or replace function renew_epoch_of(known uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  perform from log_horizon where epoch = known for update;
  if not found then return false; end if;
  perform renew_epoch();
  return true;
end $$;
comment on function renew_epoch_of(uuid) is
  'Begins a new epoch unless another node has done so since the caller read `known`, and answers whether it did: for a node that noted outside the database how far the log was, and sees that it went back (decisions/0112).';

create or replace function join_timeline() returns uuid
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if pg_is_in_recovery() then return null; end if;
  if (select timeline from log_horizon) <> current_timeline() then
    -- Of many sessions one begins the epoch; the others wait for it.
    perform from log_horizon where timeline <> current_timeline() for update;
    if found then perform renew_epoch(); end if;
  end if;
  return (select epoch from log_horizon);
end $$;
comment on function join_timeline() is
  'The epoch of the log on this server, which begins when the server, the database or the timeline is another one than before. First statement of every session that appends or reads the log; null on a standby.';

create or replace function advance_horizon(out epoch text, out "position" bigint, out moved boolean, out busy boolean,
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
  perform join_timeline();
  select * into h from log_horizon for update skip locked;
  if not found then
    select l.epoch, l.position into epoch, "position" from log_horizon l;
    busy := true;
    return;
  end if;
  noted := h.candidate is not null;
  stale := noted;
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
  if moved or busy or noted then
    update log_horizon l set position = h.position,
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
