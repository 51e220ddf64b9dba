-- Contents of files are sealed, each under a key of its own whose secret lies in the vault (decisions/0169).

create table sealed_blobs (
  hash        bytea primary key references blobs (hash) on delete cascade,
  file        bigint,
  vault       text,
  wrapped_key bytea not null,
  bytes       bytea not null,
  check ((file is null) = (vault is null))
);
-- What is sealed cannot be compressed.
alter table sealed_blobs alter column bytes set storage external;
create unique index sealed_blobs_by_file on sealed_blobs (file);
comment on table sealed_blobs is
  'Sealed contents of files. They lie beside `blobs`, so that the space of those in clear goes back to the disk by itself once all are sealed.';
comment on column sealed_blobs.file is
  'The number of its secret in the vault, never given to another file; null where the master key alone wraps the key.';
comment on column sealed_blobs.vault is 'The vault that wrapped the key; null = the master key alone.';
comment on column sealed_blobs.wrapped_key is 'AES-256-GCM: nonce, tag, key.';
comment on column sealed_blobs.bytes is 'Pieces of 64 kB, AES-256-GCM, each with its tag.';
grant select, insert, delete, update (file, vault, wrapped_key, bytes) on sealed_blobs to atelier_app;

alter table blobs alter column bytes drop not null;
-- The sealing of files of earlier releases looks for them.
create index blobs_in_clear on blobs (hash) where bytes is not null;
comment on table blobs is
  'Files: pictures, signatures, documents, exports. Kept as long as something names them; what they hold lies in `sealed_blobs`.';
comment on column blobs.hash is
  'SHA-256 of the bytes; of exports, which could be tested for what they hold, a random name.';
comment on column blobs.bytes is 'In clear, of a release before, until a worker has sealed it.';
grant update (bytes) on blobs to atelier_app;

create table clear_blobs (
  only_row    boolean primary key default true check (only_row),
  seals_from  timestamptz not null,
  released_at timestamptz
);
comment on table clear_blobs is 'How far files that stood in clear are sealed (decisions/0169).';
comment on column clear_blobs.seals_from is
  'From then on files are sealed: an hour after an upgrade, because nodes of the release before read none that is.';
comment on column clear_blobs.released_at is 'Null until no data file holds them any more: workers go on with it.';
insert into clear_blobs (seals_from, released_at)
  select clock_timestamp() + case when held then interval '1 hour' else interval '0' end,
         case when held then null else clock_timestamp() end
    from (select exists (select from blobs) as held) installation;
grant select, update (released_at) on clear_blobs to atelier_app;
grant select on clear_blobs to atelier_projector;

-- Sets lock_timeout itself: who reads files waits no longer than that.
create function release_clear_blobs() returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' set jit = off as $$
begin
  lock table blobs in access exclusive mode;
  if exists (select from blobs where bytes is not null) then return false; end if;
  -- Writes table and TOAST anew with what is visible now. Vacuum would leave the bytes of small files in their pages.
  alter table blobs alter column bytes type bytea using null::bytea;
  update clear_blobs set released_at = clock_timestamp();
  return true;
end $$;
comment on function release_clear_blobs() is
  'Once no file stands in clear, writes the table anew, so that no data file holds what earlier versions of its rows held. False while one does.';
revoke all on function release_clear_blobs() from public;
grant execute on function release_clear_blobs() to atelier_app;
