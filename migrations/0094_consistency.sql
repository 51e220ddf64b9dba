-- Consistency checks (docs/decisions/0097): streams are folded again from the log, a sample every minute, and compared
-- with the rows that stand in the read models. What did not fit is an event and a row here, never a value of the row.

create table difference_row (
  id          bigint primary key,
  table_name  text collate "C" not null,
  row_key     text collate "C" not null,
  kind        text not null,
  columns     text[] not null,
  stream_id   text collate "C",
  stage       text not null,
  found_at    timestamptz not null,
  repaired_at timestamptz,
  version     integer not null,
  position    bigint not null
);
comment on table difference_row is 'No tenant''s data: names of tables and columns, and ids. Read with the permission "view system config" alone.';
create index difference_row_open on difference_row (table_name, row_key) where stage = 'open';

grant select on difference_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on difference_row to atelier_projector;
select register_inline_table('difference_row');

create table consistency_progress (
  only_row         boolean primary key default true check (only_row),
  cursors          jsonb not null default '{}',
  round_at         timestamptz,
  round_streams    integer not null default 0,
  round_skipped    integer not null default 0,
  swept_at         timestamptz
);
insert into consistency_progress default values;
comment on table consistency_progress is 'How far the sweep over all streams and tables has come. Lost, it begins anew; nothing is decided by it.';
comment on column consistency_progress.cursors is 'Last stream, last row of each table and last scope of counters compared.';
comment on column consistency_progress.swept_at is 'When every stream had last been compared once.';
grant select on consistency_progress to atelier_app;
grant select, update on consistency_progress to atelier_projector;

-- Accounts, roles and workers are rows of their streams like all others: repaired and rebuilt by the same role.
grant insert, update, delete on users, roles, worker_row, worker_role_row to atelier_projector;

-- The checks read what a stream left here; the table was only ever read by position.
create index admin_changes_by_stream on admin_changes (stream_id);
