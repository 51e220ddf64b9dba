-- A read that was planned before a partition was attached would miss the rows that move into it. A read locks the parent table before
-- it is planned, so the parent is locked first where rows move. No row moves while partitions are made ahead.
create or replace function make_event_partition(lower_bound bigint, upper_bound bigint) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  name text := 'events_' || to_char(lower_bound, 'FM000000000000');
begin
  -- Before any lock of a partition, as detaching does: the two wait for each other here, and cannot deadlock.
  lock table only events in share update exclusive mode;
  execute format('create table %I (like events including defaults including constraints)', name);
  -- What already fell through into the default partition moves along; empty as long as upkeep runs.
  if exists (select from events_default where position >= lower_bound and position < upper_bound) then
    lock table only events in access exclusive mode;
    lock table events_default in access exclusive mode;
    execute format(
      'with moved as (delete from events_default where position >= %s and position < %s returning *)
       insert into %I select * from moved', lower_bound, upper_bound, name);
  end if;
  execute format('create unique index on %I (stream_id, version)', name);
  execute format('alter table events attach partition %I for values from (%s) to (%s)',
    name, lower_bound, upper_bound);
  insert into event_partitions values (lower_bound, upper_bound, name);
end $$;
comment on function make_event_partition(bigint, bigint) is
  'Makes one partition from lower_bound to below upper_bound, moves along what already fell into the default partition, and attaches it.';

-- Detaching holds no lock of a stream while it copies (decisions/0206): a temporary table `detached_streams` of the session lists the
-- streams, which are marked only when the tables change places.
create or replace function keep_unarchived_events(lower_bound bigint) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  part event_partitions := (select p from event_partitions p where p.lower_position = lower_bound);
  kept text := part.table_name || '_kept';
begin
  execute format('drop table if exists %I', kept);
  execute format('create table %I (like events including defaults including constraints)', kept);
  execute format('insert into %I select e.* from %I e where not exists (select from detached_streams d where d.stream_id = e.stream_id)',
    kept, part.table_name);
  execute format('alter table %I add primary key (position)', kept);
  execute format('create unique index on %I (stream_id, version)', kept);
  execute format('analyze %I', kept);
  -- The attach need not look at every row again.
  execute format('alter table %I add constraint bounds check (position >= %s and position < %s)', kept, part.lower_position,
    part.upper_position);
end $$;
comment on function keep_unarchived_events(bigint) is
  'Makes the table of a partition without the events of the streams in the session''s table detached_streams, beside it.';
