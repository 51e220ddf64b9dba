-- Functions that several migrations changed stand once, in migrations/repeatable (decisions/0219).

create table repeatable_migrations (
  name       text primary key,
  checksum   text not null,
  applied_at timestamptz not null default now()
);
comment on table repeatable_migrations is
  'The files of migrations/repeatable as they were last applied. A file with another checksum is applied again.';
comment on column repeatable_migrations.checksum is 'SHA-256 of the file, in hexadecimal, its line ends taken as line feeds.';

-- For processes of the release before 0067_append_without_waiting.sql, which are gone.
drop function append_events_of_persons;
drop function append_events(text[], jsonb, integer[], integer[], integer[], integer[],
  uuid[], text[], integer[], jsonb, text[], jsonb, text[], text[], jsonb);
