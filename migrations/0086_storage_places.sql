-- Where a shop keeps a piece (product/repair.md §19): written by the append from the piece's stream, as every column here.
-- Pieces from before have no place, so nothing is filled in.
alter table item_row add column storage_safe text, add column storage_tray text;
comment on column item_row.storage_safe is
  'First part of the place where the shop that has the piece keeps it; '''' when not named, null without a place.';
comment on column item_row.storage_tray is
  'Second part of that place; '''' when not named, null without a place.';

select refresh_inline_tables();
