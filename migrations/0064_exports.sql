-- Exports (product.md §11 "POST /excel", §12): one row per asked-for file, written in the append that moves its stream.

create table export_row (
  id                  bigint primary key,
  type                text not null,
  state               text not null,
  requested_by        bigint,
  requested_by_worker bigint,
  requested_at        timestamptz not null,
  ended_at            timestamptz,
  failure             text,
  format              text,
  rows                integer,
  size                bigint,
  blob                text,
  expires_at          timestamptz,
  scope_key           text not null,
  version             integer not null,
  position            bigint not null
);
comment on table export_row is 'No tenant''s data: who asked for how many rows. Read by requester, never by site; the words searched for stay in the log, encrypted.';
create index export_row_mine on export_row (requested_by, id desc);
create index export_row_unbuilt on export_row (id) where state = 'requested';
create index export_row_kept on export_row (expires_at) where state = 'done';

grant select on export_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on export_row to atelier_projector;
select register_inline_table('export_row');

create table export_progress (
  export_id  bigint primary key,
  done       integer not null,
  total      integer not null,
  updated_at timestamptz not null default now()
);
comment on table export_progress is 'How far a worker has come with a file; a figure for the screen, nothing is decided by it.';

create table export_files (
  export_id bigint not null,
  blob      text collate "C" not null,
  kept_at   timestamptz not null default now(),
  primary key (export_id, blob)
);
comment on table export_files is 'Written before the bytes are kept, so that no file of a worker that died is ever left behind.';
create index export_files_age on export_files (kept_at);

grant select, insert, update, delete on export_progress, export_files to atelier_app;
