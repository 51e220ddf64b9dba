-- Consistency checks: streams are folded again from the log, a sample every minute, and compared with the rows that stand in
-- the read models. What did not fit is an event and a row here, never a value of the row (decisions/0097).

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
create index difference_row_open on difference_row (table_name, row_key) where stage = 'open';
comment on table difference_row is
  'One row that did not fit the log: the newest state of each stream difference-<id>, written in the append (product/reliability.md §5). No tenant''s data: names of tables and columns, and ids. Read with the permission "view system config" alone.';
comment on column difference_row.row_key is 'Key of the row in that table, as text.';
comment on column difference_row.columns is 'Names of the columns that did not fit.';
comment on column difference_row.stage is 'open, or repaired once the row fits.';
comment on column difference_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column difference_row.position is 'Of that event.';
grant select on difference_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on difference_row to atelier_projector;

create table consistency_progress (
  only_row         boolean primary key default true check (only_row),
  cursors          jsonb not null default '{}',
  round_at         timestamptz,
  round_streams    integer not null default 0,
  round_skipped    integer not null default 0,
  swept_at         timestamptz
);
insert into consistency_progress default values;
comment on table consistency_progress is
  'How far the sweep over all streams and tables has come. One row; lost, the sweep begins anew, and nothing is decided by it.';
comment on column consistency_progress.cursors is 'Last stream, last row of each table and last scope of counters compared.';
comment on column consistency_progress.round_at is 'When the newest round ended.';
comment on column consistency_progress.round_streams is 'Streams compared in that round.';
comment on column consistency_progress.round_skipped is 'Streams of that round that could not be compared.';
comment on column consistency_progress.swept_at is 'When every stream had last been compared once.';
grant select on consistency_progress to atelier_app;
grant select, update on consistency_progress to atelier_projector;
