-- One way to compare serials and tracking numbers: without case, blanks and hyphens, as `codeKey` of the domain does. The rows carry
-- the key, because row security keeps indexes on functions from being used.

create function code_key(code text) returns text
language sql immutable strict parallel safe
return upper(regexp_replace(
  translate(normalize(code, NFKC), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'),
  '[\s\u2010-\u2015\u2212-]+', '', 'g'));
comment on function code_key(text) is
  'A code without case, blanks and hyphens, digits in ASCII: fills the keys of rows that earlier releases wrote.';

alter table item_row
  add column serial_key text collate "C",
  add column replaced_serial_keys text[];
comment on column item_row.serial_key is 'The serial without case, blanks and hyphens; null without a serial.';
comment on column item_row.replaced_serial_keys is
  'The same of the pieces that were replaced and stayed with the factory (product/repair.md §6); null where none was.';
update item_row set serial_key = code_key(serial) where serial is not null;
drop index item_row_by_serial;
create index item_row_by_serial on item_row (serial_key, created_at) where serial_key is not null;
-- Few rows: row security keeps an index on the list itself from being used.
create index item_row_replaced on item_row (id) where replaced_serial_keys is not null;

alter table shipment_row
  add column tracking_key text collate "C",
  add column claims_number boolean not null default false;
comment on column shipment_row.tracking_key is 'The tracking number without case, blanks and hyphens.';
comment on column shipment_row.claims_number is
  'No other row that claims its number may have its key; false for packages of earlier releases, which could differ by case alone.';
update shipment_row set tracking_key = code_key(tracking_number);
create index shipment_row_by_key on shipment_row (tracking_key);
create unique index shipment_row_claims on shipment_row (tracking_key) where claims_number;
select refresh_inline_tables();

alter table invoice_lines add column serial_key text collate "C" generated always as (code_key(serial)) stored;
comment on column invoice_lines.serial_key is 'The serial without case, blanks and hyphens.';
create index invoice_lines_by_serial on invoice_lines (serial_key);
