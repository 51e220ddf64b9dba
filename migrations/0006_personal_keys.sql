-- Personal fields of events are encrypted with a key per person, wrapped by a master key that never comes near the
-- database. Destroying the key erases the person everywhere at once, and the hash chain still verifies.

create table subject_keys (
  subject     text collate "C" primary key,
  wrapped_key bytea,
  made_at     timestamptz not null default clock_timestamp(),
  erased_at   timestamptz,
  check ((wrapped_key is null) = (erased_at is not null))
);
comment on table subject_keys is
  'The key of each person whose fields the log holds, or the note that it was destroyed (product/reliability.md §28).';
comment on column subject_keys.subject is 'The person, as events name them beside encrypted fields.';
comment on column subject_keys.wrapped_key is 'AES-256-GCM under the master key: nonce, tag, key. Null once erased.';

create table erasures (
  subject   text collate "C" primary key,
  reason    text not null,
  erased_at timestamptz not null
);
comment on table erasures is
  'Who was erased, when and why. The database''s own copy of the ledger; the one that counts after a restore is kept outside.';

create function erase_subject(person text, why text, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  insert into erasures (subject, reason, erased_at) values (person, why, moment) on conflict do nothing;
  insert into subject_keys (subject, wrapped_key, erased_at) values (person, null, moment)
      on conflict (subject) do update set wrapped_key = null, erased_at = excluded.erased_at
   where subject_keys.erased_at is null;
end $$;
comment on function erase_subject(text, text, timestamptz) is
  'Destroys a person''s key for good: the subject never gets one again. Repeating it changes nothing.';

grant select, insert, update on subject_keys, erasures to atelier_writer;
grant create on schema public to atelier_writer;
alter function erase_subject(text, text, timestamptz) owner to atelier_writer;
revoke create on schema public from atelier_writer;
revoke all on function erase_subject(text, text, timestamptz) from public;
grant execute on function erase_subject(text, text, timestamptz) to atelier_app;
grant select, insert on subject_keys to atelier_app, atelier_projector;
grant select on erasures to atelier_app, atelier_projector;
