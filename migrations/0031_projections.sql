-- Asynchronous projections: how far each has read, and what it could not read.

create table projection_checkpoints (
  name       text collate "C" primary key,
  position   bigint not null default 0,
  parked     integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table projection_checkpoints is
  'Moved by compare-and-set in the transaction that writes the rows: whoever finds it moved rolls back.';

create table parked_events (
  projection text collate "C" not null,
  position   bigint not null,
  stream_id  text collate "C" not null,
  type       text not null,
  error      text,
  parked_at  timestamptz not null default now(),
  primary key (projection, position)
);
comment on table parked_events is 'A poison event (error set) and what came after it in the same stream.';
create index parked_events_by_stream on parked_events (projection, stream_id, position);

grant select on projection_checkpoints, parked_events to atelier_app;
grant select, insert, update, delete on projection_checkpoints, parked_events to atelier_projector;
