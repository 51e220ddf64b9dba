-- What grows by itself and is not the truth (packages/store/src/retention.ts lists every table with what keeps it small).

-- A key is honoured for 30 days: longer than a scanner lies in a drawer with scans that it has not sent. Never forgotten
-- sooner than after a week, whatever the caller says. Answers how many went, at most `most` in one transaction.
create function forget_handled_commands(before timestamptz, most integer default 5000) returns integer
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  gone integer;
begin
  delete from handled_commands h using (
    select ctid from handled_commands where recorded_at < least(before, now() - interval '7 days') limit most) old
   where h.ctid = old.ctid;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- To look at the past: a mark every ten seconds, of older hours the first one.
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

revoke all on function forget_handled_commands(timestamptz, integer), thin_horizon_marks(timestamptz, integer) from public;
grant execute on function forget_handled_commands(timestamptz, integer), thin_horizon_marks(timestamptz, integer)
  to atelier_app;
