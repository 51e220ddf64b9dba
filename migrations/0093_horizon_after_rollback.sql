-- A candidate that an earlier call noted may turn out to hold nothing: every append below it was rolled back, as when the
-- server dies. It stayed in the row then, was looked at again by each later call, and the horizon stood still for ever.
-- Now it is given up, and the same call goes on with a new one.
create or replace function advance_horizon(out epoch text, out "position" bigint, out moved boolean, out busy boolean,
  out due boolean)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
