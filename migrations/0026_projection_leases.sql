-- Each projection is led by a runner of its own instead of one process leading all (decisions/0145). A lease is the column
-- `leader`: the row that fences the writers also says who may write, so a batch and its right to be written are one lock.
-- Processes of the release before ask for no leader and go on with the compare-and-set of the position alone.

create table projection_runners (
  id          integer generated always as identity primary key,
  name        text not null,
  projections text[] not null,
  beat        bigint not null default 0,
  joined_at   timestamptz not null default clock_timestamp()
);
comment on table projection_runners is
  'Processes that run projections. A row is one stay: who was away too long is taken out, and joins again under a new id.';
comment on column projection_runners.name is 'Host and process, for people.';
comment on column projection_runners.projections is 'Names of the projections that it can run.';
comment on column projection_runners.beat is
  'Counted up five times a second. One that stands still is noticed by the others by their own beats: no clock is compared.';

-- No foreign key: a leader that is no longer among the runners means that the projection is free.
alter table projection_checkpoints add column leader integer;
comment on column projection_checkpoints.leader is
  'The runner that may move it; null or no longer among projection_runners: whoever is due takes it.';

grant select on projection_runners to atelier_app;
grant select, insert, update, delete on projection_runners to atelier_projector;
