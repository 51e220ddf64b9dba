-- Reminders to call a customer, and what waits to be closed (product.md §12). No history holds a reminder yet, so every
-- row has the values that a rebuild would give it.
alter table item_row
  add column reminder_number integer not null default 0,
  add column reminder_at     timestamptz,
  add column to_call         boolean not null default false,
  add column call_escalated  boolean not null default false;

-- Few pieces are to be called about at a time; a scan never touches them.
create index item_row_to_call on item_row (store_id, status_entered_at, id) where to_call;
create index item_row_escalated on item_row (status_entered_at, id) where call_escalated;
-- What was taken and is not closed: the fortnight's pieces.
create index item_row_closing on item_row (taken_at, id) where status = 16;
