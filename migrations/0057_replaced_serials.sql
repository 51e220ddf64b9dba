-- 0056 had two earlier texts before it was released (amended.json): databases that applied one of them get the column and the index
-- that it makes now.

alter table item_row
  alter column replaced_serial_keys drop not null,
  alter column replaced_serial_keys drop default;
update item_row set replaced_serial_keys = null where replaced_serial_keys = '{}';
comment on column item_row.replaced_serial_keys is
  'The same of the pieces that were replaced and stayed with the factory (product/repair.md §6); null where none was.';
drop index item_row_replaced;
create index item_row_replaced on item_row (id) where replaced_serial_keys is not null;

select refresh_inline_tables();
