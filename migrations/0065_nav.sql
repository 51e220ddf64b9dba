-- Documents for NAV: one row per package that NAV books, written in the append that moves its stream.

create table nav_document_row (
  id              bigint primary key,
  tracking_number text collate "C" not null,
  store_id        integer not null,
  item_ids        bigint[] not null,
  state           text not null,
  attempts        integer not null,
  nav_number      text,
  answer_code     text,
  answer_message  text,
  attention       text,
  reason          text,
  requested_at    timestamptz not null,
  requested_by    bigint,
  changed_at      timestamptz not null,
  due_at          timestamptz,
  version         integer not null,
  position        bigint not null
);
comment on table nav_document_row is 'No person''s data. Lists read it beside its package, whose row-level security says who sees it.';
create index nav_document_row_due on nav_document_row (due_at) where due_at is not null;
create index nav_document_row_by_state on nav_document_row (state, changed_at desc, id desc);
create index nav_document_row_changed on nav_document_row (changed_at desc, id desc);
-- Numbers are codes in NAV: it knows capitals only.
create index nav_document_row_code on nav_document_row (upper(tracking_number));

grant select on nav_document_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on nav_document_row to atelier_projector;
select register_inline_table('nav_document_row');

-- What a lost queue forgot is looked for among the packages that factories sent lately.
create index shipment_row_from_factories on shipment_row (sent_at) where order_type = 2;

-- Packages that left before NAV sending existed were booked by hand: what is looked for begins here.
create table nav_since (only_row boolean primary key default true check (only_row), at timestamptz not null);
insert into nav_since (at) select coalesce(max(recorded_at), '-infinity') from events;
insert into policy_checkpoints (name, position)
  select 'nav', max(position) from events having max(position) is not null;
grant select on nav_since to atelier_app, atelier_projector;

-- What each worker process knows of the way to NAV: nothing of value, hence no events.
create table nav_circuits (
  node       text collate "C" primary key,
  state      text not null check (state in ('closed', 'open', 'half-open')),
  since      timestamptz not null,
  retry_at   timestamptz,
  updated_at timestamptz not null
);
grant select, insert, update, delete on nav_circuits to atelier_app;
