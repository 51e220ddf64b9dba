-- Texts of customers and replies of staff, beside the messages of templates (product/messages.md §6, decisions/0238).
alter table message_row add column seen_at timestamptz;
comment on table message_row is
  'One message to a customer or from them: the newest state of each stream message-<id>, written in the append (product/messages.md §1, §6). No person''s data: numbers and words stand in it nowhere; lists read it beside its piece, whose row-level security says who sees it.';
comment on column message_row.kind is
  'deposit, fee, delay, ready, reminder or collected, by a template; reply, in words of the staff; received, from the customer.';
comment on column message_row.state is 'waiting, sending, sent, failed or skipped; received of what the customer wrote.';
comment on column message_row.item_ids is
  'Every piece of the deposit for a deposit, a reply and what the customer wrote, else the one piece.';
comment on column message_row.seen_at is 'When staff read or answered what the customer wrote; null = unread, and of all that is sent.';

select refresh_inline_tables();

-- What waits for a reader at a shop (`GET /call_list`).
create index message_row_unread on message_row (rma_id, planned_at) where kind = 'received' and seen_at is null;
