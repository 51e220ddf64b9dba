-- What the administrators see of the backups, and what a restore leaves behind. Backups themselves lie outside the database.

create table backup_state (
  only_row        boolean primary key default true check (only_row),
  target          text not null,
  every_ms        bigint not null,
  seen_at         timestamptz not null,
  wal_file        text,
  wal_archived_at timestamptz,
  error           text,
  error_at        timestamptz,
  check ((error is null) = (error_at is null))
);
comment on table backup_state is
  'Where backups go and how far the archive of the server''s log is. One row, written by the process that makes backups; none while there is no such process.';
comment on column backup_state.target is 'For people: a folder or an address, without secrets.';
comment on column backup_state.every_ms is 'Milliseconds between two backups.';
comment on column backup_state.seen_at is 'When that process last said that it is there.';
comment on column backup_state.wal_file is 'Newest archived segment; null before the first.';
comment on column backup_state.wal_archived_at is
  'When everything written by then was in the archive: how far back a lost disk takes the system.';
comment on column backup_state.error is 'Kind of what keeps the log from being archived (storage, room, key, other_server, server, unknown); null while it is.';
comment on column backup_state.error_at is 'Since when.';

create table backup_runs (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('backup', 'verification')),
  backup       text,
  begun_at     timestamptz not null,
  ended_at     timestamptz not null default clock_timestamp(),
  error        text,
  bytes        bigint,
  stored_bytes bigint,
  position     bigint
);
create index backup_runs_newest on backup_runs (kind, ended_at desc);
comment on table backup_runs is 'Backups and verifications of backups, that were taken or failed.';
comment on column backup_runs.backup is 'Name of the backup, which is when it began; null when it failed before it had one.';
comment on column backup_runs.error is 'Why it failed; null when it did not.';
comment on column backup_runs.bytes is 'Bytes of the server''s files; null when it failed.';
comment on column backup_runs.stored_bytes is 'Bytes as they lie in the storage, compressed and sealed; null when it failed.';
comment on column backup_runs.position is 'How far the log in it was; null when it failed.';

create table restores (
  restored_at timestamptz primary key default clock_timestamp(),
  backup      text not null,
  asked_for   timestamptz,
  position    bigint not null,
  epoch       uuid not null
);
comment on table restores is
  'Restores of this database. After one NAV is asked and sent nothing until it cannot be at work on anything from before (decisions/0160).';
comment on column restores.backup is 'Name of the backup, which is when it began.';
comment on column restores.asked_for is 'The moment that was asked for; null for the newest that there was.';
comment on column restores.position is 'How far the restored log is.';
comment on column restores.epoch is 'The epoch that began with it.';

grant select on backup_state, backup_runs, restores to atelier_app, atelier_projector;
