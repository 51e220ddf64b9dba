-- Figures of now read one row of each piece, among a dozen that say what it was before (docs/product/insight.md §2): indexes over
-- those rows alone, by shop, with every column that a figure reads, so that none of them leads to the table.

create index piece_facts_ready_now on piece_facts (store_id, ready_at)
  include (deposited_at, collected_at, status, told_latest, factory, sku, scope_keys, item_id, began_position)
  where true_until is null and ready_at is not null;
create index piece_facts_collected_now on piece_facts (store_id, collected_at)
  include (deposited_at, ready_at, status, told_latest, factory, sku, serial_key, scope_keys, item_id, began_position)
  where true_until is null and collected_at is not null;
create index piece_facts_deposited_now on piece_facts (store_id, deposited_at)
  include (true_from, status, in_warranty, wrong_reason, factory, sku, fee_free, fee_currency, is_missing, reasons, scope_keys, item_id, began_position)
  where true_until is null;
create index piece_facts_quoted_now on piece_facts (store_id, quoted_at)
  include (deposited_at, status, factory, sku, fee_currency, fee_fate, fee_quoted, fee_paid, scope_keys, item_id, began_position)
  where true_until is null and fee_fate is not null;
create index piece_facts_open_now on piece_facts (store_id, deposited_at)
  include (status, is_missing, factory, sku, scope_keys, item_id, began_position)
  where true_until is null and status not in (16, 20, 21);
create index piece_facts_answered_now on piece_facts (store_id, waiver_decided_at)
  where true_until is null and waiver_decided_at is not null;
create index piece_facts_settled_now on piece_facts (store_id, deposited_at)
  where true_until is null and settled is not null;
create index piece_facts_serial_now on piece_facts (serial_key, deposited_at)
  include (item_id, store_id, scope_keys)
  where true_until is null and serial_key is not null;

-- No query can use it: behind row security an index is searched by leakproof operators alone, and those of ranges are none.
drop index piece_facts_open;

-- Who sees a piece now is read from its item only where the row itself does not say it: a shop's own piece stays its own, and the row of
-- now carries the keys of the item (`scopeKeysOf` and `visibleSites` count the same sites).
alter policy seen_then on piece_facts
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0 or true_until is null
    or store_id = - (select app_scope_key()) or exists (select from item_row where item_row.id = piece_facts.item_id)));
alter policy seen_then on stage_stays
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0 or true_until is null
    or store_id = - (select app_scope_key()) or exists (select from item_row where item_row.id = stage_stays.item_id)));
-- There the keys are of the weighing, not of now.
alter policy seen_then on weight_intervals
  using (scope_keys && (select app_scope_keys()) and ((select app_scope_key()) = 0
    or store_id = - (select app_scope_key()) or exists (select from item_row where item_row.id = weight_intervals.item_id)));
