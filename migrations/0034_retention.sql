-- The retention schedule by country: the newest proposal, and its runs (product/privacy.md §6, decisions/0164).

alter table privacy_request_row add column kept_because text;
comment on column privacy_request_row.stage is 'requested, approved, running, done, refused, withdrawn or kept.';
comment on column privacy_request_row.kept_because is
  'Of the schedule: what kept the person when the notice was over; null otherwise.';

create table retention_schedule_row (
  id          bigint primary key,
  proposal    integer not null,
  schedule    jsonb not null,
  previous    jsonb not null,
  reason      text not null,
  stage       text not null,
  proposed_at timestamptz not null,
  proposed_by bigint,
  decided_at  timestamptz,
  decided_by  bigint,
  version     integer not null,
  position    bigint not null
);
comment on table retention_schedule_row is
  'The newest proposal for the retention schedule: the state of the stream retention-schedule-1, written in the append (product/privacy.md §6). What holds is the setting retention of the configuration.';
comment on column retention_schedule_row.stage is 'proposed, approved, refused or withdrawn.';
comment on column retention_schedule_row.previous is 'What held when it was proposed.';
comment on column retention_schedule_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column retention_schedule_row.position is 'Of that event.';
grant select on retention_schedule_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on retention_schedule_row to atelier_projector;

create table retention_run_row (
  id         bigint primary key,
  stage      text not null,
  found      integer not null,
  asked      integer not null,
  kept       jsonb not null,
  through    text,
  started_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  ended_at   timestamptz,
  version    integer not null,
  position   bigint not null
);
create index retention_run_row_newest on retention_run_row (position);
comment on table retention_run_row is
  'One run of the retention schedule: the newest state of each stream retention-run-<yyyymmdd>, written in the append (product/privacy.md §7).';
comment on column retention_run_row.stage is 'waiting (for an approval), running, done, refused or switched_off.';
comment on column retention_run_row.found is 'Customers whom nothing kept when it began; it asks for no more than these.';
comment on column retention_run_row.kept is 'How many were kept between the search and the request, by reason.';
comment on column retention_run_row.through is 'Reference of the customer up to whom it is done; null = none yet.';
comment on column retention_run_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column retention_run_row.position is 'Of that event.';
grant select on retention_run_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on retention_run_row to atelier_projector;

select register_inline_table('retention_schedule_row');
select register_inline_table('retention_run_row');
