-- What a site's flow and the process map read of a period, a third of a million stays in half a year, from indexes alone: each begins
-- with what the call names first, and carries every other column that it reads (docs/decisions/0260).

-- Ended in a period or last still: what stood at a site, and what a shop's pieces passed through.
create index stage_stays_held on stage_stays (site, true_until)
  include (status, true_from, sku, store_id, scope_keys, item_id)
  where site is not null;
create index stage_stays_over on stage_stays (store_id, true_until)
  include (true_from, from_status, status, from_entered_at, is_first, move, left_by, sku, scope_keys, item_id);
-- Left a stage of a site.
create index stage_stays_gone on stage_stays (from_site, from_status, true_from)
  include (status, move, left_by, true_until, sku, store_id, scope_keys, item_id, began_position)
  where from_site is not null and move is not null;
-- Came to a site, were done there, and were sent back: once in a visit.
create index stage_stays_arrived on stage_stays (site, true_from)
  include (status, true_until, move, left_by, sku, store_id, scope_keys, item_id)
  where site is not null and move is not null and from_site is distinct from site;
create index stage_stays_done on stage_stays (site, true_from)
  include (true_until, move, left_by, sku, store_id, scope_keys, item_id, began_position)
  where status = 13 and from_status <> 13;
create index stage_stays_back on stage_stays (from_site, true_from)
  include (from_status, status, move, left_by, true_until, sku, store_id, scope_keys, item_id)
  where move in ('rework', 'recall');

drop index stage_stays_site;
drop index stage_stays_left;
drop index stage_stays_lasting;
drop index stage_stays_begun;
drop index stage_stays_ended;
