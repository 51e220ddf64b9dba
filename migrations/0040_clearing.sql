-- Order clearing (auto client received): one row per run, written in the append that moves its stream.

create table clearing_run_row (
  id           bigint primary key,
  state        text not null,
  scheduled    boolean not null,
  requested_by bigint,
  started_at   timestamptz not null,
  filter       jsonb not null,
  cleared      bigint[] not null,
  skipped      jsonb not null,
  undone_at    timestamptz,
  restored     bigint[] not null,
  undo_skipped jsonb not null,
  version      integer not null,
  position     bigint not null
);
comment on table clearing_run_row is 'No tenant''s data: item ids and counts, read with the permission "order clear" alone.';
create index clearing_run_row_running on clearing_run_row (id) where state = 'running';

grant select on clearing_run_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on clearing_run_row to atelier_projector;
select register_inline_table('clearing_run_row');
