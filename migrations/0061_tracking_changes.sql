-- A carrier may give a package another number (product.md §11). The numbers it had before stay its own: they are used
-- for good and still find it. Null where a node of an earlier version wrote the row: then there are none.
alter table shipment_row add column former_tracking_numbers text[] collate "C";
-- Few packages ever get another number: who looks for an old one reads these rows alone.
create index shipment_row_renumbered on shipment_row (id) where cardinality(former_tracking_numbers) > 0;
