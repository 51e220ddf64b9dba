-- Forgetting people: the requests for erasure and the legal holds (decisions/0151). References only: what anybody wrote
-- about them stays in the log, encrypted under the customer's key.

create table privacy_request_row (
  id            bigint primary key,
  customer_refs text[] not null,
  rma_ids       bigint[] not null,
  reason        text not null,
  origin        text not null,
  stage         text not null,
  due_at        timestamptz,
  requested_at  timestamptz not null,
  requested_by  bigint,
  decided_at    timestamptz,
  decided_by    bigint,
  ended_at      timestamptz,
  repairs       integer,
  pieces        integer,
  pictures      integer,
  messages      integer,
  version       integer not null,
  position      bigint not null
);
create index privacy_request_row_of_customer on privacy_request_row using gin (customer_refs);
create index privacy_request_row_waiting on privacy_request_row (id desc)
  where stage in ('requested', 'approved', 'running');
create index privacy_request_row_newest on privacy_request_row (position);
comment on table privacy_request_row is
  'One request for erasure: the newest state of each stream privacy-request-<id>, written in the append (product/privacy.md §2). No tenant''s data: references, and who asked and decided.';
comment on column privacy_request_row.customer_refs is 'Of the customers, as events name them; they stay when the persons are erased.';
comment on column privacy_request_row.rma_ids is 'Their deposits when it was asked for.';
comment on column privacy_request_row.origin is 'person, or retention: the schedule asked.';
comment on column privacy_request_row.stage is 'requested, approved, running, done, refused or withdrawn.';
comment on column privacy_request_row.due_at is 'Of the schedule: when its notice ends. Null where a person asked.';
comment on column privacy_request_row.repairs is 'What there was when a worker began, as are pieces, pictures and messages; null before.';
comment on column privacy_request_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column privacy_request_row.position is 'Of that event.';
grant select on privacy_request_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on privacy_request_row to atelier_projector;

create table legal_hold_row (
  id           bigint primary key,
  customer_ref text collate "C" not null,
  reason       text not null,
  placed_at    timestamptz not null,
  placed_by    bigint,
  released_at  timestamptz,
  released_by  bigint,
  version      integer not null,
  position     bigint not null
);
create index legal_hold_row_of_customer on legal_hold_row (customer_ref);
create index legal_hold_row_newest on legal_hold_row (position);
comment on table legal_hold_row is
  'One legal hold on one customer: the newest state of each stream legal-hold-<id>, written in the append (product/privacy.md §4).';
comment on column legal_hold_row.released_at is 'Null while it is in force.';
comment on column legal_hold_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column legal_hold_row.position is 'Of that event.';
grant select on legal_hold_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on legal_hold_row to atelier_projector;

select register_inline_table('privacy_request_row');
select register_inline_table('legal_hold_row');
