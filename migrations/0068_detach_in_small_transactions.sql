-- events:archive detach holds no lock of a stream while it copies (decisions/0206): which streams are taken out is listed in a
-- temporary table `detached_streams` of its session, and they are marked only when the tables change places.

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
