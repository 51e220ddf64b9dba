-- A read that was planned before a partition was attached, and waited for the lock of the default partition, did not see the rows that had
-- moved from there into the new one: a reader of the log would have passed over them. A read takes the lock of the parent before it is
-- planned, so the parent is locked first where rows move. Nothing moves while partitions are made ahead.
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

comment on sequence event_archive_number is 'Numbers in the names of archives: none is given twice, also when an archive was put back.';
