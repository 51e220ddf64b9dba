-- Events that a program could not decode: readers go on without them, and come back to them once they can.

alter table parked_events add column undecodable boolean not null default false;
comment on column parked_events.undecodable is
  'Could not be decoded: its stream is tried again by every program that begins to lead, without being asked.';

create table policy_parked_events (
  policy    text collate "C" not null,
  position  bigint not null,
  stream_id text collate "C" not null,
  type      text not null,
  error     text not null,
  parked_at timestamptz not null default now(),
  primary key (policy, position)
);
comment on table policy_parked_events is
  'Events a policy needs and could not decode. Tried again when the policy starts and moves; taken out once its work was added.';
grant select, insert, delete on policy_parked_events to atelier_app;
grant select on policy_parked_events to atelier_projector;
