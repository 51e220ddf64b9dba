-- Forgetting (decisions/0149, 0150). What opens a person's key lies in a vault outside the database; an erasure is an event on
-- every stream of the person; what is being written at that moment is stopped here.

alter table subject_keys add column vault text;
comment on column subject_keys.vault is
  'The vault that wrapped the key; null = the master key alone, as the first releases did: the next start wraps it anew.';
comment on column subject_keys.wrapped_key is
  'AES-256-GCM under a secret of the person''s own, made of the key vault and the master key: nonce, tag, key. Null once erased.';
create index subject_keys_by_master_key on subject_keys (subject) where vault is null and wrapped_key is not null;

create table key_vault (
  only_row boolean primary key default true check (only_row),
  id       text not null,
  since    timestamptz not null default clock_timestamp(),
  wraps_from timestamptz not null
);
comment on table key_vault is
  'Which vault the keys of this database were made with: a start with another one is refused, because it would open none of them.';
comment on column key_vault.wraps_from is
  'From then on keys are wrapped by the vault: an hour after its first start where nodes of a release without one may still run.';
grant select, insert on key_vault to atelier_app, atelier_projector;

alter table erasures add column applied_at timestamptz;
comment on column erasures.applied_at is
  'When each stream of the person had its event and nothing readable was left; null = under way, and each start goes on with it.';

create function rewrap_keys(subjects text[], old_keys bytea[], new_keys bytea[], made_by text) returns integer
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  changed integer;
begin
  update subject_keys k set wrapped_key = i.new_key, vault = made_by
    from unnest(subjects, old_keys, new_keys) i (subject, old_key, new_key)
   where k.subject = i.subject and k.vault is null and k.wrapped_key = i.old_key;
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function rewrap_keys(text[], bytea[], bytea[], text) is
  'Replaces keys wrapped by the master key alone by the same keys wrapped by a vault, where nobody was faster. Answers how many.';

-- Whoever appends something personal holds this lock shared, whoever erases holds it alone: an append that began before ends
-- before the person is erased, and its stream is found; one that begins later finds the person erased.
create or replace function erase_subject(person text, why text, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  perform pg_advisory_xact_lock(4715027, hashtext(person));
  insert into erasures (subject, reason, erased_at) values (person, why, moment) on conflict do nothing;
  insert into subject_keys (subject, wrapped_key, erased_at) values (person, null, moment)
      on conflict (subject) do update set wrapped_key = null, erased_at = excluded.erased_at
   where subject_keys.erased_at is null;
end $$;

create function erasure_applied(persons text[], moment timestamptz) returns void
language sql security definer set search_path = public, pg_temp set jit = off
begin atomic
  update erasures set applied_at = moment where subject = any (persons) and applied_at is null;
end;
comment on function erasure_applied(text[], timestamptz) is 'Notes that nothing readable is left of erased persons.';

create function append_events_of_persons(
  all_streams text[], metadata jsonb, entry_ends integer[], entry_stream integer[], entry_expected integer[],
  event_ends integer[], event_ids uuid[], event_types text[], event_schemas integer[], event_data jsonb,
  row_tables text[], row_values jsonb, persons text[], keys text[], uses jsonb, named text[]
) returns jsonb
language plpgsql set jit = off as $$
declare
  gone text;
begin
  perform pg_advisory_xact_lock_shared(4715027, lock) from (
    select distinct hashtext(person) as lock from unnest(named) person order by 1) locks;
  select e.subject into gone from erasures e where e.subject = any (named) limit 1;
  if gone is not null then raise exception 'a person is erased' using errcode = 'AT410', detail = gone; end if;
  return append_events(all_streams, metadata, entry_ends, entry_stream, entry_expected, event_ends, event_ids,
    event_types, event_schemas, event_data, row_tables, row_values, persons, keys, uses);
end $$;
comment on function append_events_of_persons is
  'append_events() for commands with something personal in them. `named`: the persons whose keys sealed it; refused with AT410 when one of them has been erased, whatever the caller still remembers.';

grant create on schema public to atelier_writer;
alter function rewrap_keys(text[], bytea[], bytea[], text) owner to atelier_writer;
alter function erasure_applied(text[], timestamptz) owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function rewrap_keys(text[], bytea[], bytea[], text), erasure_applied(text[], timestamptz),
  append_events_of_persons from public;
grant execute on function rewrap_keys(text[], bytea[], bytea[], text), erasure_applied(text[], timestamptz),
  append_events_of_persons to atelier_app;

-- The CRM's record of an erased customer, however it comes in again.
create function without_erased_customer() returns trigger
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from erasures where subject = 'customer-' || new.id) then
    new.firstname := ''; new.lastname := ''; new.email := null; new.phone_code := ''; new.phone := '';
    new.province_id := null; new.city_id := null; new.postal_code := ''; new.address := '';
    new.name_key := ''; new.family_key := '';
  end if;
  return new;
end $$;
comment on function without_erased_customer() is
  'Keeps nothing but the number and the shop of a customer who was erased: their orders stay, and an import brings nobody back.';
create trigger without_erased_customer before insert or update on customers
  for each row execute function without_erased_customer();

create function erase_customer_records(ids integer[]) returns void
language sql security definer set search_path = public, pg_temp set jit = off
begin atomic
  update customers set phone_is_from_crm = true where id = any (ids);
end;
comment on function erase_customer_records(integer[]) is
  'Writes the records of erased customers anew: without_erased_customer() leaves nothing personal in them.';
revoke all on function erase_customer_records(integer[]), without_erased_customer() from public;
grant execute on function erase_customer_records(integer[]) to atelier_app;
