-- What administrators start and change: clearing runs, product imports, and by position in the log everything they changed.

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
create index clearing_run_row_running on clearing_run_row (id) where state = 'running';
comment on table clearing_run_row is
  'One run of order clearing: the newest state of each stream clearing-run-<id>, written in the append (product/clearing.md §1). No tenant''s data: item ids and counts, read with the permission "order clear" alone.';
comment on column clearing_run_row.scheduled is 'Started by the schedule, not by a person.';
comment on column clearing_run_row.filter is 'What was asked to be cleared.';
comment on column clearing_run_row.cleared is 'Ids of the items that were cleared.';
comment on column clearing_run_row.skipped is 'Items that could not be cleared, with why (product/clearing.md §2).';
comment on column clearing_run_row.restored is 'Ids of the items that the undoing put back (product/clearing.md §3).';
comment on column clearing_run_row.undo_skipped is 'Items that the undoing could not put back, with why.';
comment on column clearing_run_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column clearing_run_row.position is 'Of that event.';
grant select on clearing_run_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on clearing_run_row to atelier_projector;

create table product_import_row (
  id           bigint primary key,
  state        text not null,
  requested_by bigint,
  requested_at timestamptz not null,
  finished_at  timestamptz,
  skus         text[] not null,
  lines        jsonb not null,
  version      integer not null,
  position     bigint not null
);
create index product_import_row_running on product_import_row (id) where state = 'running';
comment on table product_import_row is
  'One import of products: the newest state of each stream product-import-<id>, written in the append (product/reference.md §5). No tenant''s data: SKUs and what became of them, read with the permission "view system config" alone.';
comment on column product_import_row.skus is 'What was asked for.';
comment on column product_import_row.lines is 'What became of each SKU so far.';
comment on column product_import_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column product_import_row.position is 'Of that event.';
grant select on product_import_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on product_import_row to atelier_projector;

create table admin_changes (
  position  bigint primary key,
  stream_id text collate "C" not null,
  kind      text collate "C" not null,
  actor_id  bigint,
  version   integer not null
);
create index admin_changes_by_kind on admin_changes (kind, position desc);
create index admin_changes_by_actor on admin_changes (actor_id, position desc);
-- Consistency checks read what a stream left here.
create index admin_changes_by_stream on admin_changes (stream_id);
comment on table admin_changes is
  'Which events changed what administrators keep, of which kind and by whom (product/audit.md §3). What was changed is read from the streams themselves, so that nothing personal stands here. Belongs to the projection admin_changes.';
comment on column admin_changes.actor_id is 'Account that did it; null = the system by itself.';
comment on column admin_changes.version is 'Of the stream, at this event.';
grant select on admin_changes to atelier_app;
grant select, insert, update, delete, truncate on admin_changes to atelier_projector;
