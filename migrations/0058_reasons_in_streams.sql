-- Why another factory has to do a piece is free text: it stands in the piece's stream, sealed under its customer's key (decisions/0197).
-- The column stays while nodes of the release before may run beside this one; nothing reads it any more.

update item_row set transfer_reason = null where transfer_reason is not null;
comment on column item_row.transfer_reason is 'Always null: the reason is read from the stream (decisions/0197).';
