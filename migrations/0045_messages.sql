-- Messages to customers (product/messages.md, decisions/0180).

create table message_row (
  id         bigint primary key,
  kind       text not null,
  rma_id     bigint not null,
  item_ids   bigint[] not null,
  store_id   integer not null,
  state      text not null,
  channel    text,
  language   text,
  why        text,
  fault      text,
  attempts   integer not null,
  planned_at timestamptz not null,
  changed_at timestamptz not null,
  due_at     timestamptz,
  version    integer not null,
  position   bigint not null
);
create index message_row_due on message_row (due_at) where due_at is not null;
create index message_row_by_rma on message_row (rma_id);
comment on table message_row is
  'One message to a customer: the newest state of each stream message-<id>, written in the append (product/messages.md §1). No person''s data: address and words stand in it nowhere; lists read it beside its piece, whose row-level security says who sees it.';
comment on column message_row.kind is 'deposit, fee, delay, ready, reminder or collected.';
comment on column message_row.item_ids is 'Every piece of the deposit for a deposit, else the one piece.';
comment on column message_row.state is 'waiting, sending, sent, failed or skipped.';
comment on column message_row.why is 'Why it was not sent; null = nothing stood against it.';
comment on column message_row.fault is 'How the newest attempt failed.';
comment on column message_row.due_at is 'When a worker has to do something about it; null = never again.';
comment on column message_row.version is 'Of the stream, at the newest event folded into this row.';
comment on column message_row.position is 'Of that event.';
grant select on message_row to atelier_app, atelier_projector;
grant insert, update, delete, truncate on message_row to atelier_projector;

select register_inline_table('message_row');

-- What is in the log by now was told in other ways: nobody is written to about it. An empty log is read from its beginning, and its
-- reader is written down once it reads: events can be archived meanwhile.
insert into policy_checkpoints (name, position)
  select 'messages', max(position) from events having max(position) is not null
  on conflict (name) do nothing;
