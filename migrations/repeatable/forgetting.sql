-- Forgetting a person (decisions/0149, 0150).

-- An append of something personal holds this lock shared, an erasure holds it alone. An append that began earlier ends before the
-- erasure, which finds its stream; one that begins later finds the person erased.
create or replace function erase_subject(person text, why text, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  perform pg_advisory_xact_lock(4715027, hashtext(person));
  insert into erasures (subject, reason, erased_at) values (person, why, moment) on conflict do nothing;
  insert into subject_keys (subject, wrapped_key, erased_at) values (person, null, moment)
      on conflict (subject) do update set wrapped_key = null, erased_at = excluded.erased_at
   where subject_keys.erased_at is null;
end $$;
comment on function erase_subject(text, text, timestamptz) is
  'Destroys a person''s key for good: the subject never gets one again. Repeating it changes nothing.';

-- One clock for the end of an erasure and for what a browser asks about: the database's (decisions/0170).
create or replace function erasure_applied(persons text[], moment timestamptz) returns void
language sql security definer set search_path = public, pg_temp set jit = off
begin atomic
  update erasures set applied_at = clock_timestamp() where subject = any (persons) and applied_at is null;
end;
comment on function erasure_applied(text[], timestamptz) is
  'Notes that nothing readable is left of erased persons. `moment` is not used: nodes'' clocks differ.';

-- The CRM's record of an erased customer, whichever import brings it again.
create or replace function without_erased_customer() returns trigger
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from erasures where subject = 'customer-' || new.id) then
    new.firstname := ''; new.lastname := ''; new.email := null; new.phone_code := ''; new.phone := '';
    new.province_id := null; new.city_id := null; new.province_ref := null; new.city_ref := null;
    new.postal_code := ''; new.address := '';
    new.name_key := ''; new.family_key := '';
    new.name_blind := ''; new.family_blind := ''; new.email_blind := null; new.phone_blind := '';
  end if;
  return new;
end $$;
comment on function without_erased_customer() is
  'Keeps nothing but the number and the shop of a customer who was erased: their orders stay, and an import brings nobody back.';
