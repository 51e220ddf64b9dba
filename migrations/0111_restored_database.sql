-- A database that was restored gives positions out a second time, so screens that were open before must read anew.
-- What tells a restored database from the one it was: another server (its system identifier), another database in it (a
-- dump, or a copy by template, gets a new oid), another timeline (a failover, a restore to a moment). The horizon's
-- next move compares them with what it noted and renews the epoch; whoever moves it first does so for all nodes.
create or replace function current_timeline() returns text language plpgsql volatile
set search_path = pg_catalog, pg_temp set jit = off as $$
begin
  return (select system_identifier from pg_control_system()) || '/'
    || (select oid from pg_database where datname = current_database()) || '/'
    || left(pg_walfile_name(pg_current_wal_lsn()), 8);
end $$;

comment on column log_horizon.timeline is 'Server, database and timeline in which the positions were given out.';

-- What a restored base backup has in common with the database it was taken from is all of the above. A node that notes
-- outside the database how far the log was sees that it has gone back, and asks for a new epoch: only while the epoch is
-- still the one it knows, so that of many nodes one renews it.
create function renew_epoch_of(known uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  update log_horizon set epoch = gen_random_uuid(), candidate = null, holders = null, timeline = current_timeline()
   where epoch = known;
  return found;
end $$;
revoke all on function renew_epoch_of(uuid) from public;
grant execute on function renew_epoch_of(uuid) to atelier_app;
