-- Verifications of the log that somebody asked for on screen (product/audit.md §8, decisions/0165).

create table log_verification_row (
  id           bigint primary key,
  state        text not null,
  requested_by bigint,
  requested_at timestamptz not null,
  ended_at     timestamptz,
  verified     jsonb,
  faults       jsonb not null,
  fault_count  integer not null,
  version      integer not null,
  position     bigint not null
);
create index log_verification_row_running on log_verification_row (id) where state = 'running';
comment on table log_verification_row is
  'One walk over chain, tree and checkpoints: the newest state of each stream log-verification-<id>, written in the append (product/audit.md §8). No tenant''s data: read with the permission "audit replay" alone.';
comment on column log_verification_row.state is 'running, done or failed.';
comment on column log_verification_row.verified is 'What was compared: counts of events, checkpoints, cosignatures.';
comment on column log_verification_row.faults is 'The first hundred: kind, stream, version, position, columns. Never what stands in an event.';
comment on column log_verification_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column log_verification_row.position is 'Of that event.';
grant select on log_verification_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on log_verification_row to atelier_projector;

select register_inline_table('log_verification_row');

create table log_verification_progress (
  only_row        boolean primary key default true check (only_row),
  verification_id bigint not null,
  percent         integer not null
);
comment on table log_verification_progress is
  'How far the worker has come with the verification under way; a figure for the screen, nothing is decided by it.';
grant select, insert, update on log_verification_progress to atelier_app;
